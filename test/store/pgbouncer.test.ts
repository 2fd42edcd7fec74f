import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addTask } from '../../src/outbox/add-task.js';
import { newUuid } from '../../src/shared/ids.js';
import { migrate, openStore } from '../../src/store/open-store.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { askOver, book, openSession, takeInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { buy, nothingTold, type Shop } from '../support/fleet-load.js';
import { startFleet } from '../support/fleet.js';
import { startTestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { lackOfPgBouncer, startPgBouncer, type PgBouncer } from '../support/pgbouncer.js';
import { addItem, expectBalance } from '../support/places.js';
import { callRest } from '../support/rest.js';
import { seeded } from '../support/seeded.js';
import { freshDatabaseUrl, migratedDatabaseUrl } from '../support/stores.js';
import { TestClock } from '../support/test-clock.js';

/*
 * A real PgBouncer in transaction mode before a real PostgreSQL: it hands a connection to somebody else after each
 * transaction, so whatever we left on one would be met by another, or missed.
 */

/** Fewer than what one gateway would open by itself. */
const CONNECTIONS = 4;
const SOON = { timeout: 30_000, interval: 20 };
const BUYERS = 6;
const PURCHASES = 5;
const LEEWAY_SECONDS = 120;

async function direct(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'past the pooler' });
  await client.connect();
  return client;
}

const lack = lackOfPgBouncer();
if (lack !== undefined) console.warn(`Nothing is tested behind PgBouncer: ${lack}.`);

describe.skipIf(lack !== undefined)(`behind PgBouncer in transaction mode${lack === undefined ? '' : ` (not run: ${lack})`}`, () => {
  let bouncer: PgBouncer;
  beforeAll(async () => {
    bouncer = await startPgBouncer(inject('postgresUrl'), CONNECTIONS);
  });
  afterAll(() => bouncer.stop());

  it(`two gateways and two adapters create, read, list, book and send over ${CONNECTIONS} connections, and fail at nothing`, { timeout: 120_000 }, async () => {
    const databaseUrl = await migratedDatabaseUrl('postgres');
    const fleet = await startFleet({ DATABASE_URL: bouncer.through(databaseUrl), DATABASE_LISTEN_URL: databaseUrl });
    const store = await openStore(databaseUrl);
    const broker = await BrokerDouble.start(() => new Date(), LEEWAY_SECONDS);
    try {
      const [first, second] = fleet.gateways.map((gateway) => askOver(gateway));
      if (!first || !second) throw new Error('a fleet without two gateways');
      const known = await takeInBroker(first, { dataFolder: fleet.dataFolder, now: new Date() }, { successWebhook: broker.url });
      broker.know(known);
      const parts = { store, clock: new TestClock(new Date()) };
      const shop: Shop = { fleet, apiKey: known.apiKey, scarce: [await addItem(parts, { capacity: 3 })], plenty: await addItem(parts, { capacity: null }), random: seeded(1), told: nothingTold() };
      await Promise.all(Array.from({ length: BUYERS }, async () => {
        for (let bought = 0; bought < PURCHASES; bought += 1) await buy(shop);
      }));
      expect(shop.told.wrong).toEqual([]);
      expect(shop.told.orders.length).toBeGreaterThan(BUYERS);
      await expect.poll(async () => store.fork().count(WebhookDelivery, { endpoint: { broker: known.id }, state: 'DELIVERED' }), SOON).toBe(shop.told.orders.length);
      expect(new Set(broker.ids).size).toBe(shop.told.orders.length);
      await expectBalance(store);

      const [text = ''] = [...shop.told.sessions.values()].flatMap((bodies) => [...bodies]);
      const { identifier } = JSON.parse(text) as { readonly identifier: string };
      for (const { url } of fleet.adapters) expect(await callRest(`${url}/api/checkout-sessions/${identifier}`, { apiKey: known.apiKey })).toMatchObject({ status: 200, body: { identifier } });
      for (const ask of [first, second]) expect((await ask('{ checkoutSessions(first: 50) { nodes { identifier } } }', {}, known)).checkoutSessions.nodes.length).toBeGreaterThan(BUYERS);

      expect(fleet.gateways.flatMap(({ failures }) => failures)).toEqual([]);
      const servers = (await bouncer.show('show servers')).filter(({ database }) => databaseUrl.endsWith(String(database)));
      expect(servers.length).toBeLessThanOrEqual(CONNECTIONS);
      expect(servers.map(({ prepared_statements: names }) => Number(names)).filter((names) => names > 0)).not.toEqual([]);
    } finally {
      await fleet.stop();
      await store.close();
      await broker.stop();
    }
  });

  it('who waits for work is woken by a commit that came through it, over an address past it', async () => {
    const databaseUrl = await migratedDatabaseUrl('postgres');
    const [waiting, other] = [await openStore(bouncer.through(databaseUrl), databaseUrl), await openStore(bouncer.through(databaseUrl))];
    await waiting.bell.wait('outbox', waiting.bell.rung('outbox'), SOON.timeout); // it rings once when it listens
    const since = waiting.bell.rung('outbox');
    const woken = waiting.bell.wait('outbox', since, SOON.timeout);
    await other.fork().transactional(async (tx) => addTask(tx, 'REFRESH_ACCOUNT', newUuid(), new Date()));
    await woken;
    expect(waiting.bell.rung('outbox')).toBeGreaterThan(since);
    await Promise.all([waiting.close(), other.close()]);
  });

  it('a webhook goes out where nobody can listen: who waits looks by itself', async () => {
    const gateway = await startTestGateway({ store: 'postgres', adapter: 'in process' }, { DATABASE_URL: bouncer.through(await migratedDatabaseUrl('postgres')) });
    const broker = await BrokerDouble.start(() => gateway.clock.now());
    const known = await takeInBroker(askOver(gateway), { dataFolder: gateway.dataFolder, now: gateway.clock.now() }, { successWebhook: broker.url });
    broker.know(known);
    await book(askOver(gateway), (await openSession(gateway.url, known.apiKey)).target);
    await expect.poll(() => broker.received.length, SOON).toBe(1);
    await gateway.stop();
    await broker.stop();
  });

  it.each(['in the clear', 'over TLS'])('a statement that is over its time is cancelled, and no other one: %s', async (how) => {
    const own = await startPgBouncer(inject('postgresUrl'), CONNECTIONS, how === 'over TLS');
    const databaseUrl = await migratedDatabaseUrl('postgres');
    const gateway = await startTestGateway({ store: 'postgres', adapter: 'in process' }, { DATABASE_URL: own.through(databaseUrl), OPERATION_TIMEOUT_SECONDS: '1' });
    const watch = await direct(databaseUrl);
    await watch.query('alter table seller rename to seller_itself'); // which nothing in the background reads
    await watch.query('create view seller as select itself.* from seller_itself as itself, pg_sleep(600)');
    const running = async () => (await watch.query("select from pg_stat_activity where datname = current_database() and state = 'active' and query like '%opportunity%' and pid <> pg_backend_pid()")).rowCount;
    const asked = callGraphql(gateway.graphqlUrl, '{ a: opportunities { nodes { id } } b: opportunities { nodes { id } } }');
    await expect.poll(running, SOON).toBe(2);
    expect(await asked).toMatchObject({ status: 503, errors: [{ extensions: { code: 'OPERATION_TIMEOUT' } }] });
    await expect.poll(running, SOON).toBe(0);
    for (let time = 0; time < 3 * CONNECTIONS; time += 1) expect(await callGraphql(gateway.graphqlUrl, '{ currentBroker { id } }')).toMatchObject({ status: 200, errors: undefined });
    await gateway.stop();
    await watch.end();
    await own.stop();
  });

  it('one at a time migrates, and leaves no lock behind on a connection that others get', async () => {
    const databaseUrl = await freshDatabaseUrl('postgres');
    const stores = [await openStore(bouncer.through(databaseUrl)), await openStore(bouncer.through(databaseUrl))];
    const applied = await Promise.all(stores.map(migrate));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    const watch = await direct(databaseUrl);
    await expect.poll(async () => (await watch.query("select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())")).rowCount, SOON).toBe(0);
    await Promise.all([watch.end(), ...stores.map((store) => store.close())]);
  });
});
