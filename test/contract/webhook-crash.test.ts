import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Order } from '../../src/order/order.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { itemBody, sessionBody, withOrder } from '../support/bodies.js';
import { askOver, book, openSession, type TakenInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { startKillableGateway, type KillableGateway } from '../support/killable-gateway.js';
import { startKillableSender } from '../support/killable-sender.js';
import { addOpportunities } from '../support/seed.js';
import { startSenderWorld, type SenderWorld } from '../support/sender-world.js';
import { STORES } from '../support/stores.js';

const LEASE_SECONDS = 60;
const SOON = { timeout: 50_000 };
/** `npm run test:deep` has more. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 1);
const BUYERS = 4;
/** How many gateways send at once, and are killed together. */
const SENDERS = { sqlite: 1, postgres: 2 } as const;
/** A request of somebody who was killed may be read when the clock has moved on. */
const LEEWAY_SECONDS = 2 * LEASE_SECONDS;

describe.each(STORES)('contract §4 row 8: a gateway that is killed (%s)', (store) => {
  let world: SenderWorld;
  let broker: BrokerDouble;
  let known: TakenInBroker;
  beforeEach(async () => {
    world = await startSenderWorld(store);
    broker = await BrokerDouble.start(() => world.clock.now(), LEEWAY_SECONDS);
    known = await world.takeIn(broker);
  });
  afterEach(async () => {
    await world.stop();
    await broker.stop();
  });

  /** Orders, deliveries and the distinct webhook-ids that the broker has: all the same, or something is lost. */
  const counts = async () => {
    const [orders, deliveries] = [await world.store.fork().find(Order, {}), await world.store.fork().find(WebhookDelivery, {})];
    expect(deliveries.map(({ subject }) => subject).toSorted()).toEqual(orders.map(({ quote }) => quote.id).toSorted());
    expect([...new Set(broker.ids)].toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
    return { orders: orders.length, delivered: deliveries.filter(({ state }) => state === 'DELIVERED').length };
  };

  it('loses no webhook between claiming, keeping the bytes, sending and reporting: it comes again, with the same id and the same bytes', async () => {
    await world.book(known.apiKey);
    const gate = Promise.withResolvers<void>();
    for (const [haltAt, arrived] of [['claimed', 0], ['recorded', 0], ['sending', 1], ['sent', 2]] as const) {
      if (haltAt === 'sending') broker.replies.push({ status: 200, after: gate.promise });
      const sender = startKillableSender(world, haltAt);
      try {
        if (haltAt === 'sending') await expect.poll(() => broker.received.length, SOON).toBe(1);
        else await sender.halted;
      } finally {
        await sender.kill();
      }
      expect(broker.received, `killed when ${haltAt}`).toHaveLength(arrived);
      expect(await world.round(), `the lease of the dead, killed when ${haltAt}`).toBe(0);
      world.clock.advance(LEASE_SECONDS);
    }
    gate.resolve();
    expect(await world.round()).toBe(1);
    expect(broker.received).toHaveLength(3);
    expect(new Set(broker.received.map(({ body }) => body)).size).toBe(1);
    expect(await counts()).toEqual({ orders: 1, delivered: 1 });
    world.clock.advance(LEASE_SECONDS);
    expect(await world.round()).toBe(0);
  }, 180_000);

  it(`loses no order that it has accepted, nor its webhook, over ${KILLS} kill(s) under load`, async () => {
    await addOpportunities(world.store, 0, 1);
    const accepted: string[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const start = () => startKillableGateway(store, { databaseUrl: world.databaseUrl, dataFolder: world.dataFolder, now: world.clock.now() });
      const gateways = await Promise.all(Array.from({ length: SENDERS[store] }, start)); // each with a sender, all after the same webhooks
      const [before, enough] = [broker.received.length, 1 + ((kill * 7) % 11)]; // another moment every time, the same in every run
      const over = new AbortController();
      const buyers = Array.from({ length: BUYERS }, async (_none, index) => {
        const gateway = gateways[index % gateways.length];
        if (!gateway) throw new Error('nobody to buy from');
        while (!over.signal.aborted) await buy(gateway).then((id) => accepted.push(id), () => {}); // whoever gets no answer knows nothing
      });
      try {
        await expect.poll(() => broker.received.length - before, { ...SOON, interval: 1 }).toBeGreaterThanOrEqual(enough);
      } finally {
        await Promise.all(gateways.map((gateway) => gateway.kill()));
        over.abort();
        await Promise.all(buyers);
      }
      world.clock.advance(LEASE_SECONDS);
    }
    while ((await world.round()) > 0);
    const { orders, delivered } = await counts();
    expect(delivered).toBe(orders);
    const ids = (await world.store.fork().find(Order, {})).map(({ quote }) => quote.id);
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.filter((id) => !ids.includes(id.slice(id.lastIndexOf('/') + 1)))).toEqual([]);
    if (KILLS > 1) console.log(`${store}: ${KILLS} kills, ${accepted.length} orders accepted, ${orders} made, ${new Set(broker.ids).size} webhooks arrived in ${broker.received.length} attempts`);
  }, 60_000 * (KILLS + 2));

  /** Goes the whole way over HTTP; gives the id of the order that was accepted. */
  async function buy(gateway: KillableGateway): Promise<string> {
    const body = withOrder(sessionBody(gateway.url), { orderedItem: [itemBody('ScheduledSession', 'extra-0', DEMO.offers.free)] });
    const { target } = await openSession(gateway.url, known.apiKey, body);
    return (await book(askOver(gateway), target)).id;
  }
});
