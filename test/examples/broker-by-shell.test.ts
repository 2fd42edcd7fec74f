import { spawnSync } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { askOver, book } from '../support/book.js';
import { runShell, startGatewayOfToday } from '../support/examples.js';
import type { TestGateway } from '../support/gateway.js';
import { freshFolder } from '../support/run-folder.js';

const SOON = { timeout: 30_000 };
/** The one thing that the example needs and that not every machine has. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

describe('the broker by hand in the examples, before a real gateway', () => {
  let gateway: TestGateway;
  const arrived: Arrived[] = [];
  const receiver = createServer(async (request, response) => {
    arrived.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(204).end();
  });
  beforeAll(async () => {
    gateway = await startGatewayOfToday();
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`; // a TCP server has a port
    await askOver(gateway)('mutation ($url: String!) { registerWebhookEndpoint(input: { kind: ORDER_SUCCESS, url: $url }) { __typename } }', { url }, { apiKey: DEMO.apiKeys.fitnessFinder });
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await gateway.stop();
  });

  const run = (...args: readonly string[]) => runShell('broker.sh', args, { GATEWAY_URL: gateway.url });
  /** Checks a request as it arrived, or with other headers or bytes. */
  const verify = async (headers: IncomingHttpHeaders | string, body: string | Buffer) => {
    const folder = freshFolder();
    const [head, bytes] = [join(folder, 'head'), join(folder, 'body')];
    writeFileSync(head, typeof headers === 'string' ? headers : Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`).join(''));
    writeFileSync(bytes, body);
    return run('verify', head, bytes);
  };

  it.runIf(hasOpenssl)('opens a session, shows what the success webhook said once it is booked, and finds it genuine, but nothing else', async () => {
    const { code, stdout } = await run('session');
    expect(code).toBe(0);
    const [, target = ''] = /^session: http\S+\/api\/checkout-sessions\/\S+\ntarget: (http\S+)\n$/.exec(stdout) ?? [];
    const { id } = await book(askOver(gateway), target);
    await expect.poll(() => arrived.length, SOON).toBe(1);
    const { headers, body }: Arrived = arrived[0] ?? { headers: {}, body: Buffer.of() }; // there is one
    expect(await verify(headers, body)).toEqual({ code: 0, stdout: `genuine: ${String(headers['webhook-id'])}\n` });
    expect(await verify({ ...headers, 'x-api-key': 'the-key-of-somebody-else' }, body)).toEqual({ code: 1, stdout: 'refused: WRONG_KEY\n' });
    expect(await verify(headers, `${String(body)} `)).toEqual({ code: 1, stdout: 'refused: WRONG_SIGNATURE\n' });
    const stamp = (secondsOff: number) => ({ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + secondsOff) });
    expect(await verify(stamp(1), body)).toEqual({ code: 1, stdout: 'refused: WRONG_SIGNATURE\n' });
    expect(await verify(stamp(-3600), body)).toEqual({ code: 1, stdout: 'refused: TOO_OLD\n' });
    expect(await verify(stamp(3600), body)).toEqual({ code: 1, stdout: 'refused: TOO_NEW\n' });
    expect(await verify({ 'x-api-key': headers['x-api-key'] }, body)).toEqual({ code: 1, stdout: 'refused: BAD_HEADERS\n' });

    const listed = (await run('webhooks')).stdout;
    expect(JSON.parse(JSON.parse(listed).webhookDeliveries.nodes[0].body)).toMatchObject({ type: 'Order', id });
  });

  it.runIf(hasOpenssl)('signs as the platform does', async () => {
    const body = '{"type":"platform:TestEvent","note":"zoë"}';
    const file = join(freshFolder(), 'body');
    writeFileSync(file, body);
    const { stdout: head } = await run('sign', file);
    expect(await verify(head, body)).toMatchObject({ code: 0 });
  });

  it('fails with what the gateway says, and says what it can do', async () => {
    expect(await runShell('broker.sh', ['session'], { GATEWAY_URL: gateway.url, OPPORTUNITY: 'demo-full' })).toMatchObject({ code: 1 });
    expect(await run()).toMatchObject({ code: 2, stdout: expect.stringContaining('broker.sh verify') });
  });
});
