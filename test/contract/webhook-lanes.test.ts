import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebhookSender } from '../../rest-adapter/webhooks/loop.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import type { TakenInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { ADAPTER_TOKEN } from '../support/gateway.js';
import { startSenderWorld, type SenderWorld } from '../support/sender-world.js';
import { STORES } from '../support/stores.js';

const SOON = { timeout: 30_000, interval: 10 };
/** So that who hangs does so for the whole of a test. */
const PATIENT = { connectMs: 5_000, wholeMs: 120_000 };
const REACH = { allowsPrivate: true, allowsHttp: true };
/** Enough of them tell how long the healthy wait. */
const ORDERS = process.env['FUZZ_RUNS'] === undefined ? 3 : 100;
/** At one endpoint, by one sender. */
const MOST_AT_ONCE = 10;

describe.each(STORES)('contract §4 row 8: many webhooks, to receivers well and sick (%s)', (store) => {
  let world: SenderWorld;
  let sick: BrokerDouble;
  let healthy: BrokerDouble;
  let well: TakenInBroker;
  beforeAll(async () => {
    world = await startSenderWorld(store);
    sick = await BrokerDouble.start(() => world.clock.now());
    healthy = await BrokerDouble.start(() => world.clock.now());
    await world.takeIn(sick); // who is queued for
    well = await world.takeIn(healthy, { name: 'Well' });
  });
  beforeEach(async () => {
    await world.reset(sick);
    healthy.reset();
  });
  afterAll(async () => {
    await world.stop();
    await sick.stop();
    await healthy.stop();
  });

  const queue = async (count: number) => {
    for (let one = 0; one < count; one += 1) await world.queueOne();
  };
  const count = (members: object) => world.store.fork().count(WebhookDelivery, members);
  const startSender = () => startWebhookSender({ execute: world.gateway.execute, adapterToken: ADAPTER_TOKEN, now: () => world.clock.now(), report: (cause) => console.error(cause), reach: REACH, limits: PATIENT });

  it('goes to a healthy broker while another one hangs; stopped, the sender breaks off what hangs, counts nothing and hands everything back', async () => {
    sick.otherwise = 'never';
    await queue(30);
    const sender = startSender();
    try {
      await expect.poll(() => sick.received.length, SOON).toBe(MOST_AT_ONCE);
      const waits: number[] = [];
      for (let order = 0; order < ORDERS; order += 1) {
        const start = performance.now();
        await world.book(well.apiKey);
        await expect.poll(() => healthy.received.length, SOON).toBe(order + 1);
        waits.push(Math.round(performance.now() - start));
      }
      await expect.poll(() => count({ state: 'DELIVERED' }), SOON).toBe(ORDERS);
      const p99 = waits.toSorted((a, b) => a - b)[Math.ceil(ORDERS * 0.99) - 1];
      if (ORDERS > 3) console.log(`${store}: ${ORDERS} orders heard of beside a receiver that hangs, p99 ${p99} ms from the first step of the booking on`);
      expect(sick.received).toHaveLength(MOST_AT_ONCE);
    } finally {
      const stopped = sender.stop(50);
      await world.store.bell.close(); // as the gateway does before
      await stopped;
    }
    expect(await count({ state: 'PENDING', attempts: 0, leasedUntil: null })).toBe(30);
    sick.otherwise = 200;
    expect(await world.round()).toBe(30);
    expect(await count({ state: 'DELIVERED' })).toBe(30 + ORDERS);
    expect(new Set(sick.ids).size).toBe(30);
  });

  it('arrives, all of it, at a broker that fails one time in ten, each event with one id and the same bytes', async () => {
    await queue(30);
    sick.replies.push(...Array.from({ length: 60 }, (_, index) => (index % 10 === 3 ? 500 : 200)));
    for (let round = 0; (await count({ state: 'PENDING' })) > 0 && round < 30; round += 1) {
      await world.round();
      world.clock.advance(6);
    }
    expect(await count({ state: 'DELIVERED' })).toBe(30);
    const bodies = Map.groupBy(sick.received, ({ id }) => id);
    expect(bodies.size).toBe(30);
    for (const attempts of bodies.values()) expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
  });

  it('stops after the first failure: what waits there is handed back, and is not tried a hundred times', async () => {
    sick.otherwise = 500;
    await queue(40);
    await world.round();
    expect(sick.received.length).toBeLessThanOrEqual(2 * MOST_AT_ONCE);
    expect(await count({ leasedUntil: { $ne: null } })).toBe(0);
    expect(await count({ attempts: 1 })).toBe(sick.received.length);
    world.clock.advance(1);
    expect(await world.round()).toBe(5); // enough to see that it is well again
  });
});
