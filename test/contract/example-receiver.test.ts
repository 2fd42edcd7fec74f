import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebhookCredential } from '../../src/webhook/webhook-credential.entity.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import type { TakenInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { withLastAttempt } from '../support/last-attempt.js';
import { startSenderWorld, type SenderWorld } from '../support/sender-world.js';

const EXAMPLE = fileURLToPath(new URL('../../docs/examples/receiver.mjs', import.meta.url));
const SOON = { timeout: 30_000 };
/** What the receiver knows beside what is in use: that a change is under way. */
const NEXT = { webhookKey: 'the-key-that-comes-next', signingSecret: `whsec_${Buffer.from('the secret that comes next').toString('base64')}` };

/** The example of the docs, as it is, in a process of its own. It needs what `tsc -p .` makes. */
async function startExample({ webhookKey, signingSecret }: TakenInBroker) {
  const env = { PATH: process.env['PATH'], PORT: '0', WEBHOOK_KEY: `${webhookKey} ${NEXT.webhookKey}`, SIGNING_SECRET: `${signingSecret} ${NEXT.signingSecret}` };
  const child = spawn(process.execPath, [EXAMPLE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(output, 'line');
  const [, port] = /^listening on (\d+)$/.exec(lines.shift() ?? '') ?? [];
  return { url: `http://127.0.0.1:${port}/`, lines, stop: () => child.kill() };
}

describe('the receiver in the docs, sent to by our own sender', () => {
  let world: SenderWorld;
  let broker: BrokerDouble;
  let known: TakenInBroker;
  let example: Awaited<ReturnType<typeof startExample>>;
  beforeAll(async () => {
    world = await startSenderWorld('sqlite');
    world.clock.advance((Date.now() - world.clock.now().getTime()) / 1000); // the example has the machine's clock
    broker = await BrokerDouble.start(() => world.clock.now());
    known = await world.takeIn(broker);
    example = await startExample(known);
    await world.store.fork().nativeUpdate(WebhookEndpoint, { broker: known.id }, { url: example.url });
  });
  beforeEach(() => world.reset(broker));
  afterAll(async () => {
    example.stop();
    await world.stop();
    await broker.stop();
  });

  /** Sends it once more, and says what the receiver answered. */
  const send = async () => {
    await world.store.fork().nativeUpdate(WebhookDelivery, {}, { state: 'PENDING', dueAt: world.clock.now(), leasedUntil: null, endedAt: null });
    await world.round();
    return (await withLastAttempt(world.store, await world.store.fork().findOneOrFail(WebhookDelivery, { endpoint: { broker: known.id } }))).lastStatus;
  };
  const senderHas = async ({ webhookKey = known.webhookKey, signingSecret = known.signingSecret }: Partial<typeof NEXT>) => {
    const { secretBox } = world.gateway.parts;
    await world.store.fork().nativeUpdate(WebhookCredential, { broker: known.id }, { webhookKey: secretBox.seal(webhookKey), signingSecret: secretBox.seal(signingSecret) });
  };

  it('is the one in the docs, word for word', () => {
    const [, shown] = /^```js\n(.*?)^```/ms.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? [];
    expect(shown).toBe(readFileSync(EXAMPLE, 'utf8'));
  });

  it('takes an order once, a repeat as well without doing its work again, and nothing with another key, signature or time', async () => {
    const { id } = await world.book(known.apiKey);
    await senderHas({ webhookKey: 'the-key-of-somebody-else' });
    expect(await send()).toBe(401);
    await senderHas({ signingSecret: `whsec_${Buffer.from('the secret of somebody else').toString('base64')}` });
    expect(await send()).toBe(401);
    expect(example.lines).toEqual([]);
    await senderHas({});
    expect(await send()).toBe(204);
    expect(await send()).toBe(204);
    await senderHas(NEXT);
    expect(await send()).toBe(204);
    world.clock.advance(3600);
    expect(await send()).toBe(401);
    world.clock.advance(-3600);
    const { id: second } = await world.book(known.apiKey);
    await send();
    await expect.poll(() => example.lines, SOON).toEqual([`Order ${id}`, `Order ${second}`]);
  });
});
