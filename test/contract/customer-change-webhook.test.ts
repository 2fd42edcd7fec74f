import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifyCustomerChange } from '../../src/webhook/notify-customer-change.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import { readConfig } from '../../src/config.js';
import type { TakenInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { asStaff, changeCustomer, registerCustomer } from '../support/customers.js';
import { startSenderWorld, type SenderWorld } from '../support/sender-world.js';
import { STORES } from '../support/stores.js';

/** Rounds in which a change meets a sender; more of them by FOLD_RACES. */
const RACES = Number(process.env['FOLD_RACES'] ?? 12);
const MEMBERS = '@context,@type,@id,identifier';

const membersOf = (body: string): string => Object.keys(JSON.parse(body) as object).join();
const idIn = (body: string): unknown => (JSON.parse(body) as { identifier: unknown }).identifier;

describe.each(STORES)('contract §4 row 9: the customer detail change webhook (%s)', (store) => {
  let world: SenderWorld;
  let double: BrokerDouble;
  let broker: TakenInBroker;
  let staff: { authorization: string };
  let customer: { readonly id: string; readonly url: string };
  beforeAll(async () => {
    world = await startSenderWorld(store);
    double = await BrokerDouble.start(() => world.clock.now(), 0, (body) => (membersOf(body) === MEMBERS ? [] : [body]));
    broker = await world.takeIn(double, { successWebhook: null, customerWebhook: double.url });
    staff = await asStaff({ dataFolder: world.dataFolder, now: world.clock.now() });
  });
  beforeEach(async () => {
    await world.reset(double);
    customer = await registerCustomer(world.ask, broker.apiKey);
  });
  afterAll(async () => {
    await world.stop();
    await double.stop();
  });

  const change = (members: object, shown: { authorization?: string; apiKey?: string } = staff) => changeCustomer(world.ask, { id: customer.id, ...members, ...('authorization' in shown && { reason: 'they rang' }) }, shown);
  const drain = async () => {
    while ((await world.round()) > 0);
  };
  const queued = () => world.store.fork().find(WebhookDelivery, { subject: customer.id }, { orderBy: { createdAt: 'asc', id: 'asc' } });

  it("tells the broker whose customer staff changed, in the contract's four members and nothing of the person", async () => {
    expect(await change({ givenName: 'Grace' })).toMatchObject({ __typename: 'ChangeCustomerPayload' });
    const [delivery] = await queued();
    expect(delivery).toMatchObject({ kind: 'CUSTOMER_CHANGE', state: 'PENDING', body: null, attempts: 0 });
    const { vocabUrl, platformUrl, bookingApiUrl } = readConfig(world.settings).addresses;
    expect(delivery?.facts).toEqual({ version: 1, vocabUrl, platformUrl, bookingApiUrl, customerId: customer.id });
    await drain();
    expect(double.received.map(({ id, body }) => [id, body])).toEqual([[delivery?.id, JSON.stringify({ '@context': vocabUrl, '@type': 'CustomerAccount', '@id': customer.url, identifier: customer.id })]]);
    expect(customer.url).toBe(`${bookingApiUrl}/api/v2/customers/${customer.id}`);
  });

  it("says nothing of the broker's own changes, of what changes nothing, or of what was refused", async () => {
    await change({ givenName: 'Grace' }, { apiKey: broker.apiKey });
    await change({ givenName: 'Grace', familyName: 'Clarke', is13OrOver: true });
    await change({});
    expect(await change({ email: 'not an address' })).toMatchObject({ __typename: 'ValidationError' });
    expect(await queued()).toEqual([]);
  });

  it('says nothing to a broker that has not asked for it, and keeps what a disabled endpoint has missed', async () => {
    const silent = await world.takeIn(double, {});
    double.know(broker);
    const other = await registerCustomer(world.ask, silent.apiKey);
    await changeCustomer(world.ask, { id: other.id, givenName: 'Grace', reason: 'they rang' }, staff);
    expect(await world.store.fork().count(WebhookDelivery, { subject: other.id })).toBe(0);
    await world.store.fork().nativeUpdate(WebhookEndpoint, { broker: broker.id }, { disabledAt: world.clock.now() });
    await change({ givenName: 'Grace' });
    await change({ givenName: 'Ada' });
    await drain();
    expect([double.received.length, (await queued()).length]).toEqual([0, 1]);
  });

  it('lets one webhook stand for all changes before it is claimed, and tells of later ones by another webhook-id', async () => {
    for (const givenName of ['Grace', 'Alan', 'Edsger']) await change({ givenName });
    await drain();
    expect(double.received).toHaveLength(1);
    await change({ givenName: 'Barbara' });
    await drain();
    expect(double.received.map(({ body }) => idIn(body))).toEqual([customer.id, customer.id]);
    expect(double.received[0]?.body).toBe(double.received[1]?.body);
    expect(new Set(double.ids).size).toBe(2);
  });

  it('folds nothing into one that is on its way or was not taken, but into the one that waits behind it, and nothing into that of another customer', async () => {
    await change({ givenName: 'Grace' });
    double.replies.push(503);
    await world.round();
    await change({ givenName: 'Alan' });
    const other = await registerCustomer(world.ask, broker.apiKey);
    await changeCustomer(world.ask, { id: other.id, givenName: 'Grace', reason: 'they rang' }, staff);
    expect([(await queued()).length, await world.store.fork().count(WebhookDelivery, { subject: other.id })]).toEqual([2, 1]);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    double.otherwise = { status: 200, after: held };
    world.clock.advance(10);
    const sending = world.round();
    await expect.poll(() => double.received.length).toBeGreaterThan(1);
    await change({ givenName: 'Edsger' });
    release();
    await sending;
    double.otherwise = 200;
    await drain();
    expect(double.received.filter(({ body }) => idIn(body) === customer.id).length).toBe(3); // the first one twice
    expect((await queued()).map(({ state, attempts }) => [state, attempts])).toEqual([['DELIVERED', 2], ['DELIVERED', 1]]);
  });

  it('never leaves a change untold: whoever reads when it hears has read the last one, however changes and senders meet', async () => {
    const second = await world.another();
    const seen: unknown[] = [];
    const look = async () => seen.push((await world.ask('query ($id: ID!) { customer(id: $id) { email } }', { id: customer.id }, broker)).customer.email);
    double.otherwise = {
      status: 200,
      get after() {
        return look(); // when the request is there
      },
    };
    for (let race = 0; race < RACES; race += 1) {
      const emails = [0, 1, 2].map((turn) => `ada-${race}-${turn}@example.com`);
      await Promise.all([change({ email: emails[0] }), world.round(), change({ email: emails[1] }), second.round(), change({ email: emails[2] }), world.round()]);
      await drain();
      const { customer: now } = await world.ask('query ($id: ID!) { customer(id: $id) { email } }', { id: customer.id }, broker);
      expect(emails).toContain(now.email);
      expect(seen.at(-1)).toBe(now.email);
    }
    expect(new Set(double.ids).size).toBe(double.ids.length);
    expect((await queued()).every(({ state }) => state === 'DELIVERED')).toBe(true);
  });

  it.runIf(store === 'postgres')('keeps senders away from a webhook that is taking in a change, until the change can be read', async () => {
    await change({ givenName: 'Grace' });
    const watcher = new Client({ connectionString: world.databaseUrl });
    await watcher.connect();
    const someoneWaits = async () => (await watcher.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount !== 0;
    const second = await world.another();
    let isOver = false;
    let round: Promise<unknown> = Promise.resolve();
    await world.store.fork().transactional(async (tx) => {
      await notifyCustomerChange({ brokerId: broker.id, customerId: customer.id }, { tx, addresses: readConfig(world.settings).addresses, now: world.clock.now() });
      round = second.round().finally(() => (isOver = true));
      await expect.poll(async () => isOver || (await someoneWaits())).toBe(true);
      expect(double.received).toEqual([]);
    });
    await round;
    await drain();
    expect([double.received.length, (await queued()).length]).toEqual([1, 1]);
    await watcher.end();
  });
});
