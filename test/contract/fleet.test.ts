import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Order } from '../../src/order/order.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { openStore, type Store } from '../../src/store/open-store.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { askOver, takeInBroker, type TakenInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { askTooOften, buy, nothingTold, oneOf, openLinkTwice, type Shop } from '../support/fleet-load.js';
import { startFleet, type Fleet } from '../support/fleet.js';
import { callGraphql } from '../support/graphql.js';
import { addItem, expectBalance } from '../support/places.js';
import { seeded } from '../support/seeded.js';
import { migratedDatabaseUrl } from '../support/stores.js';
import { TestClock } from '../support/test-clock.js';

/*
 * Two gateways and two adapters apart, all four sending webhooks, on one PostgreSQL: what callers were told holds whoever of
 * them is killed, and when. `CRASH_KILLS=200 CHAOS_SEED=<seed> npx vitest run test/contract/fleet.test.ts` for more.
 */

/** `npm run test:deep` has more. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 2);
/** The order of kills and of what callers do; a plain run has the same every time. */
const SEED = Number(process.env['CHAOS_SEED'] ?? (process.env['CRASH_KILLS'] === undefined ? 20_261_121 : Date.now() % 2 ** 31));
const SOON = { timeout: 60_000, interval: 20 };
const BUYERS = 3;
const LIMIT = 25;
const SCARCE = 5;
/** How many webhooks are being sent when somebody is killed. */
const UNDER_WAY = 3;
const BOTH_CHANCE = 0.25;
/** How late a webhook may be by the broker's clock: a killed sender's request may still be read. */
const LEEWAY_SECONDS = 120;
/** How long a gateway may go on with a key that another one has retired. */
const STALE_MS = 2_000;

const statusAt = async (url = '', apiKey = '') => (await callGraphql(url, '{ currentBroker { id } }', {}, apiKey)).status;

describe('two gateways and two adapters apart on one PostgreSQL', () => {
  let fleet: Fleet;
  let store: Store;
  let broker: BrokerDouble;
  let known: TakenInBroker;
  beforeAll(async () => {
    const databaseUrl = await migratedDatabaseUrl('postgres');
    fleet = await startFleet({ DATABASE_URL: databaseUrl, RATE_ANONYMOUS_PER_MINUTE: String(LIMIT) });
    store = await openStore(databaseUrl);
    broker = await BrokerDouble.start(() => new Date(), LEEWAY_SECONDS);
    const [gateway] = fleet.gateways;
    if (!gateway) throw new Error('a fleet without a gateway');
    known = await takeInBroker(askOver(gateway), { dataFolder: fleet.dataFolder, now: new Date() }, { successWebhook: broker.url });
    broker.know(known);
  });
  afterAll(async () => {
    await fleet.stop();
    await store.close();
    await broker.stop();
  });

  it(`know of each other’s keys: one that is made at one gateway opens the other at once, and one that is retired there opens it no longer than ${STALE_MS} ms`, async () => {
    const [here, there] = fleet.gateways.map(({ graphqlUrl }) => graphqlUrl);
    const { data } = await callGraphql(here ?? '', 'mutation { rotateApiKey(input: {}) { ... on RotateApiKeyPayload { id apiKey } } }', {}, known.apiKey);
    const { id, apiKey } = data.rotateApiKey;
    expect([await statusAt(here, apiKey), await statusAt(there, apiKey)]).toEqual([200, 200]);
    await callGraphql(here ?? '', 'mutation ($id: ID!) { retireApiKey(input: { id: $id }) { __typename } }', { id }, known.apiKey);
    const since = performance.now();
    await expect.poll(() => statusAt(there, apiKey), { ...SOON, timeout: STALE_MS }).toBe(401);
    expect(performance.now() - since).toBeLessThan(STALE_MS);
    expect([await statusAt(here, apiKey), await statusAt(there, known.apiKey)]).toEqual([401, 200]);
  });

  it(`keep every promise over ${KILLS} kills at random (seed ${SEED})`, { timeout: 120_000 + KILLS * 20_000 }, async () => {
    await Promise.all(fleet.all.map((member) => member.start())); // when this is tried once more
    const random = seeded(SEED);
    const parts = { store, clock: new TestClock(new Date()) };
    const scarce = await Promise.all(Array.from({ length: KILLS + 1 }, () => addItem(parts, { capacity: SCARCE })));
    const told = nothingTold();
    const shop: Shop = { fleet, apiKey: known.apiKey, scarce, plenty: await addItem(parts, { capacity: null }), random, told };
    broker.replies.push(500, 'hang up', 503);
    const over = new AbortController();
    const again = async (act: () => Promise<void>): Promise<void> => {
      while (!over.signal.aborted) await act().catch((error: unknown) => told.wrong.push(String(error)));
    };
    const load = [...Array.from({ length: BUYERS }, () => again(() => buy(shop))), again(() => openLinkTwice(shop, DEMO.sellerId('riverside-yoga')))];
    try {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const killed = Promise.withResolvers<void>();
        broker.replies.push(...Array.from({ length: UNDER_WAY }, () => ({ status: 200, after: killed.promise })));
        const greedy = askTooOften(shop, `192.0.2.${kill % 256}`, LIMIT + 10);
        const enough = told.answers + 1 + Math.floor(random() * 40);
        await expect.poll(() => told.answers, { ...SOON, interval: 1 }).toBeGreaterThanOrEqual(enough);
        const victims = random() < BOTH_CHANCE ? fleet.gateways : [oneOf(fleet.all, random)];
        await Promise.all(victims.map((victim) => victim.kill()));
        killed.resolve();
        await Promise.all(victims.map((victim) => victim.start()));
        await greedy;
      }
    } finally {
      over.abort();
      await Promise.all(load);
    }
    await sendTheRest();
    await expectPromisesKept(shop);
    if (KILLS > 2) console.log(`seed ${SEED}: ${KILLS} kills, ${told.answers} answers, ${told.orders.length} orders told of, ${new Set(broker.ids).size} webhooks in ${broker.received.length} attempts`);
  });

  /** All die together, their leases run out, and a single one is left to do what is to be done. */
  async function sendTheRest(): Promise<void> {
    await Promise.all(fleet.all.map((member) => member.kill()));
    await sql`update webhook_delivery set leased_until = null, due_at = created_at where state = 'PENDING'`.execute(store.reads);
    await sql`update webhook_endpoint set failing_since = null`.execute(store.reads);
    await oneOf(fleet.all, () => 0).start();
    await expect.poll(async () => store.fork().count(WebhookDelivery, { state: 'PENDING', endpoint: { broker: known.id } }), SOON).toBe(0);
  }

  async function expectPromisesKept({ told }: Shop): Promise<void> {
    expect(told.wrong).toEqual([]);
    expect(fleet.gateways.flatMap(({ failures }) => failures)).toEqual([]);
    await expectOrdersTold(told.orders);
    await expectBalance(store);
    await expectOneSessionPerKey(told.sessions);
    expect(Math.max(...told.opened.values())).toBe(1);
    for (const { through, refused } of told.greedy.values()) {
      expect(through).toBeLessThanOrEqual(LIMIT);
      expect(refused).toBeGreaterThan(0);
    }
  }

  /** Orders, deliveries, and the distinct webhook-ids that the broker has: all the same, or something is lost. */
  async function expectOrdersTold(accepted: readonly string[]): Promise<void> {
    const em = store.fork();
    const quotes = (await em.find(Order, { broker: known.id })).map(({ quote }) => quote.id);
    const deliveries = await em.find(WebhookDelivery, { endpoint: { broker: known.id } });
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.filter((id) => !quotes.includes(id.slice(id.lastIndexOf('/') + 1)))).toEqual([]);
    expect(new Set(accepted).size).toBe(accepted.length);
    expect(deliveries.map(({ subject }) => subject).toSorted()).toEqual(quotes.toSorted());
    expect(deliveries.filter(({ state }) => state !== 'DELIVERED')).toEqual([]);
    expect([...new Set(broker.ids)].toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
    const bodies = Map.groupBy(broker.received, ({ id }) => id);
    expect([...bodies.values()].filter((attempts) => new Set(attempts.map(({ body }) => body)).size > 1)).toEqual([]);
    expect(broker.received.length).toBeGreaterThan(bodies.size);
  }

  async function expectOneSessionPerKey(sessions: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    expect([...sessions.values()].filter((bodies) => bodies.size > 1)).toEqual([]);
    const claimed = await store.reads.selectFrom('idempotency_key').select('reference').execute();
    const stored = await store.reads.selectFrom('checkout_session').select('identifier').where('broker_id', '=', known.id).execute();
    expect(claimed.map(({ reference }) => String(reference)).toSorted()).toEqual(stored.map(({ identifier }) => identifier).toSorted());
    expect(stored.length).toBeGreaterThanOrEqual(sessions.size);
  }
});
