import { spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { courtside } from '../../src/cli/commands.js';
import { listen } from '../../src/cli/listen.js';
import { DEMO } from '../../src/store/demo-data.js';
import { DEMO_WEBHOOK } from '../../src/store/demo-world.js';
import { openStore, type Store } from '../../src/store/open-store.js';
import { WebhookCredential } from '../../src/webhook/webhook-credential.entity.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { askOver, book, openSession } from '../support/book.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { freshDatabaseUrl, STORES } from '../support/stores.js';

const BROKER = DEMO.brokerIds.fitnessFinder;
/** The demo broker's endpoint has its broker's id. */
const ENDPOINT = BROKER;
const WHY = ['--reason', 'they asked on the phone'];

/** What `tsc -p .` makes. */
const BINARY = fileURLToPath(new URL('../../dist/bundle/courtside.js', import.meta.url));

function below(command: Command, path: readonly string[] = []): string[] {
  return command.commands.length === 0 ? [path.join(' ')] : command.commands.flatMap((one) => below(one, [...path, one.name()]));
}

describe('courtside webhook', () => {
  let settings: Record<string, string>;
  let store: Store;
  const used = new Set<string>();
  beforeAll(async () => {
    settings = { DATABASE_URL: await freshDatabaseUrl('sqlite'), DEMO: 'true' };
    await run('demo');
    store = await openStore(settings['DATABASE_URL'] ?? '');
  });
  afterAll(() => store.close());

  /** In this process, with --json; gives what it printed. */
  const run = async (...line: readonly string[]): Promise<any> => { // oxlint-disable-line typescript/no-explicit-any -- a test names what it expects inside
    used.add(line.slice(0, 2).join(' '));
    const printed: string[] = [];
    const program = courtside((text) => printed.push(text), settings);
    for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) command.exitOverride().configureOutput({ writeErr: () => {} });
    await program.parseAsync([...line, '--json'], { from: 'user' });
    expect(printed).toHaveLength(1);
    return JSON.parse(printed[0] ?? '');
  };

  it('lists, registers, disables, enables and tries endpoints', async () => {
    expect(await run('webhook', 'list', '--broker', BROKER)).toMatchObject([{ id: ENDPOINT, kind: 'ORDER_SUCCESS', isEnabled: true, pendingCount: 0, failureRate: null }]);
    const registered = await run('webhook', 'register', '--broker', BROKER, '--kind', 'ORDER_CHANGE', '--url', 'https://fitness-finder.example/changes', ...WHY);
    expect(registered).toMatchObject({ kind: 'ORDER_CHANGE', url: 'https://fitness-finder.example/changes', isEnabled: true });
    expect(await run('webhook', 'disable', '--endpoint', registered.id, ...WHY)).toMatchObject({ id: registered.id, isEnabled: false, disabledReason: 'SWITCHED_OFF' });
    expect(await run('webhook', 'enable', '--endpoint', registered.id, ...WHY)).toMatchObject({ id: registered.id, isEnabled: true });
    expect(await run('webhook', 'test', '--endpoint', ENDPOINT, ...WHY)).toMatchObject({ kind: 'TEST', subject: ENDPOINT, state: 'PENDING' });
  });

  it('lists deliveries and sends them again', async () => {
    const { id } = await run('webhook', 'test', '--endpoint', ENDPOINT, ...WHY);
    await store.fork().nativeUpdate(WebhookDelivery, { id }, { state: 'EXHAUSTED' });
    expect(await run('webhook', 'deliveries', '--broker', BROKER, '--endpoint', ENDPOINT, '--state', 'EXHAUSTED')).toMatchObject([{ id, state: 'EXHAUSTED', attempts: [] }]);
    expect(await run('webhook', 'recover', '--broker', BROKER, '--since', '2020-01-01T00:00:00Z', ...WHY)).toEqual({ count: 1 });
    expect(await run('webhook', 'retry', '--delivery', id, ...WHY)).toMatchObject({ id, state: 'PENDING' });
  });

  it('rotates the webhook key and signing secret, and prints them', async () => {
    const made = await run('webhook', 'rotate', '--broker', BROKER, '--webhook-key', 'the-key-that-they-want', '--overlap-seconds', '0', ...WHY);
    expect(made).toEqual({ webhookKey: 'the-key-that-they-want', signingSecret: expect.stringMatching(/^whsec_/), retiresAt: null });
    const again = await run('webhook', 'rotate', '--broker', BROKER, ...WHY);
    expect(again).toMatchObject({ webhookKey: expect.stringMatching(/^wk_/), retiresAt: expect.stringMatching(/Z$/) });
    expect(await store.fork().count(WebhookCredential, { broker: BROKER })).toBe(2);
  });

  it('wants to know why, and puts it on record', async () => {
    await expect(run('webhook', 'disable', '--endpoint', ENDPOINT)).rejects.toThrow("required option '--reason <text>' not specified");
    await expect(run('webhook', 'disable', '--endpoint', ENDPOINT, '--reason', ' ')).rejects.toThrow('Staff say why: input.reason.');
    const entries = await store.reads.selectFrom('audit_entry').select(['action', 'reason', 'actor']).orderBy('at').orderBy('id').execute();
    expect(entries.map(({ action }) => action)).toEqual(['registerWebhookEndpoint', 'disableWebhookEndpoint', 'enableWebhookEndpoint', 'sendTestWebhook', 'sendTestWebhook', 'recoverWebhookDeliveries', 'retryWebhookDelivery', 'rotateWebhookCredential', 'rotateWebhookCredential']);
    for (const { actor, reason } of entries) expect([actor.slice(0, 4), reason]).toEqual(['cli:', 'they asked on the phone']);
  });

  it('says in a sentence what it cannot do', async () => {
    await expect(run('webhook', 'enable', '--endpoint', 'x', ...WHY)).rejects.toThrow('There is no such endpoint.');
    await expect(run('webhook', 'retry', '--delivery', 'x', ...WHY)).rejects.toThrow('There is no such delivery.');
    await expect(run('webhook', 'rotate', '--broker', 'x', ...WHY)).rejects.toThrow('There is no broker with this id.');
    await expect(run('webhook', 'rotate', '--broker', BROKER, '--overlap-seconds', 'long', ...WHY)).rejects.toThrow('--overlap-seconds is a whole number of seconds.');
    await expect(run('webhook', 'register', '--broker', BROKER, '--kind', 'ORDER_CHANGE', '--url', 'nowhere', ...WHY)).rejects.toThrow(/\n {2}url must be an absolute http or https URL$/);
  });

  it('takes --json with every command', () => {
    expect([...used].filter((name) => name.startsWith('webhook ')).toSorted()).toEqual(below(courtside(() => {}, {})).filter((name) => name.startsWith('webhook ')).toSorted());
  });

  it('listens for nobody without a key, and to no nonsense', async () => {
    await expect(run('listen', '--forward-to', 'http://localhost:1')).rejects.toThrow('Which key? Give --api-key, or set COURTSIDE_API_KEY.');
    const key = ['--api-key', DEMO.apiKeys.fitnessFinder];
    await expect(run('listen', '--forward-to', 'nowhere', ...key)).rejects.toThrow('--forward-to is an http or https URL.');
    await expect(run('listen', '--forward-to', 'http://localhost:1', '--since', 'yesterday', ...key)).rejects.toThrow('--since is an instant');
    await expect(run('listen', '--forward-to', 'http://localhost:1', '--signing-secret', 'whsec_!', ...key)).rejects.toThrow('--signing-secret is base64');
  });
});

interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe.each(STORES)('courtside listen (%s)', (kind) => {
  let gateway: TestGateway;
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrived.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(418).end();
    });
  });
  let port = 0;
  const open = async (at = 0) => {
    await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port; // a TCP server has a port
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  beforeAll(async () => {
    gateway = await startTestGateway({ store: kind, adapter: 'in process' });
    await open();
  });
  afterAll(async () => {
    await close();
    await gateway.stop();
  });

  const options = (said: string[], signal: AbortSignal, more: object = {}) => ({
    forwardTo: `http://127.0.0.1:${port}/hooks`,
    graphqlUrl: gateway.graphqlUrl,
    apiKey: DEMO.apiKeys.fitnessFinder,
    webhookKey: 'wk_for_this_run',
    signingSecret: DEMO_WEBHOOK.signingSecret,
    since: undefined,
    now: () => new Date(),
    say: (line: string) => said.push(line),
    signal,
    restMs: 20,
    ...more,
  });
  const ask = (query: string) => askOver(gateway)(query, {}, { apiKey: DEMO.apiKeys.fitnessFinder });
  const order = async () => book(askOver(gateway), (await openSession(gateway.url, DEMO.apiKeys.fitnessFinder)).target);

  it('forwards each event with the sender’s headers and a good signature, again when it is sent again, and what a receiver that was away has missed', async () => {
    await order(); // was before
    await vi.waitFor(async () => expect(await gateway.store.fork().count(WebhookDelivery, { state: 'DELIVERED' })).toBe(1), { timeout: 20_000 });
    const said: string[] = [];
    const stopping = new AbortController();
    const listening = listen(options(said, stopping.signal));
    const until = async (count: number) => vi.waitFor(() => expect(arrived).toHaveLength(count), { timeout: 20_000, interval: 20 });
    gateway.clock.advance(1);
    const { id } = await order();
    await until(1);
    const [{ headers, body } = { headers: {}, body: '' }] = arrived;
    expect(JSON.parse(body)).toMatchObject({ type: 'Order', id });
    expect(headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json', 'x-api-key': 'wk_for_this_run' });
    expect(() => new Webhook(DEMO_WEBHOOK.signingSecret).verify(body, headers as Record<string, string>)).not.toThrow(); // the three that it reads are single
    const webhookId = String(headers['webhook-id']);
    await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 20_000 });
    expect(said[0]).toMatch(new RegExp(`^\\S+Z  ORDER_SUCCESS  ${webhookId}  ${id.slice(-36)}  418  \\d+ ms$`));

    const again = `mutation { retryWebhookDelivery(input: { id: "${webhookId}" }) { __typename } }`;
    gateway.clock.advance(1);
    await ask(again);
    await until(2);
    expect([arrived[1]?.headers['webhook-id'], arrived[1]?.body]).toEqual([webhookId, body]);

    await close();
    gateway.clock.advance(1);
    await ask(again);
    await vi.waitFor(() => expect(said.at(-1)).toMatch(/The receiver at \S+ is away \(ECONNREFUSED\)/), { timeout: 20_000 });
    await open(port);
    await until(3);
    await vi.waitFor(() => expect(said.at(-1)).toMatch(/418/), { timeout: 20_000 }); // it arrives a moment before its answer does
    stopping.abort();
    await listening;
    expect(said.slice(2).map((line) => /is away|is back|418/.exec(line)?.[0])).toEqual(['is away', 'is back', '418']);
  });

  it.runIf(kind === 'sqlite')('runs as a command with the key in the environment, says what it made up, and ends cleanly when it is interrupted', async () => {
    const child = spawn(process.execPath, [BINARY, 'listen', '--forward-to', `http://127.0.0.1:${port}/hooks`, '--gateway', gateway.url], { env: { PATH: process.env['PATH'], COURTSIDE_API_KEY: DEMO.apiKeys.fitnessFinder }, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => { printed += chunk.toString('utf8'); });
    await vi.waitFor(() => expect(printed).toMatch(/^Made up for this run: X-Api-Key wk_[\w-]{32}, signing secret whsec_[\w+/]{43}=\n$/), { timeout: 20_000 });
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it('begins where it is told to, and ends at once when it is stopped', async () => {
    arrived.length = 0;
    const stopping = new AbortController();
    const listening = listen(options([], stopping.signal, { since: new Date('2020-01-01T00:00:00Z'), restMs: 3_600_000 }));
    await vi.waitFor(() => expect(arrived).toHaveLength(2), { timeout: 20_000, interval: 20 });
    stopping.abort();
    await listening;
  });

  it('says once that the gateway is away and goes on, and gives up only when it is refused', async () => {
    const said: string[] = [];
    const stopping = new AbortController();
    const listening = listen(options(said, stopping.signal, { graphqlUrl: 'http://127.0.0.1:1/graphql', restMs: 1 }));
    await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 20_000 });
    stopping.abort();
    await listening;
    expect(said[0]).toMatch(/The gateway at \S+ is away \(no answer\)/);
    await expect(listen(options([], new AbortController().signal, { apiKey: `${DEMO.apiKeys.fitnessFinder}x` }))).rejects.toThrow('This needs a valid API key in the header X-API-KEY.');
  });
});
