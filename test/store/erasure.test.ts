import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERASED_PERSON } from '../../src/customer/erased-person.js';
import { forgetIdempotencyKeys, forgetUnfinished } from '../../src/customer/forget-unfinished.js';
import { expireCheckouts } from '../../src/checkout/expire-checkouts.js';
import { orderIdOf } from '../../src/shared/addresses.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { DemoWebhook } from '../../src/webhook/demo-webhook.entity.js';
import { WebhookAttempt } from '../../src/webhook/webhook-attempt.entity.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { book, goToCheck, type TakenInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { asStaff, CANARY, CANARY_IN_OTHER_CASE, canaryIn, canarySession, ERASE_CUSTOMER, ERASE_GUEST, everything, registerCanary, rowsByTable, workDue } from '../support/canary.js';
import { addItem, expectBalance, type AddedItem } from '../support/places.js';
import { startSenderWorld, type SenderWorld } from '../support/sender-world.js';
import { STORES } from '../support/stores.js';

const CREATE = 'mutation ($input: CreateCheckoutSessionInput!) { createCheckoutSession(input: $input) { ... on CreateCheckoutSessionPayload { checkoutSession { identifier potentialAction { target } } } ... on UserError { message } } }';
const BUTTON = 'mutation ($input: CreateStandaloneCheckoutSessionInput!) { createStandaloneCheckoutSession(input: $input) { ... on CreateStandaloneCheckoutSessionPayload { checkoutSession { potentialAction { target } } } ... on UserError { message } } }';
const BOOK = 'mutation { bookCheckout { __typename ... on BookCheckoutPayload { checkout { order { id } } } } }';
const CHANGE_CUSTOMER = 'mutation ($input: ChangeCustomerInput!) { changeCustomer(input: $input) { __typename } }';
const PERSONAL_DATA = 'query ($customerId: ID, $email: String, $reason: String) { personalData(customerId: $customerId, email: $email, reason: $reason) }';
const { identifier: _identifier, ...GUEST } = CANARY_IN_OTHER_CASE;
const PERSON = { person: { ...CANARY, is13OrOver: true } };
const DAY = 86_400;

describe.each(STORES)('erasing a person (%s)', (kind) => {
  let world: SenderWorld;
  let broker: BrokerDouble;
  let taken: TakenInBroker;
  let item: AddedItem;
  beforeAll(async () => {
    world = await startSenderWorld(kind);
    broker = await BrokerDouble.start(() => world.clock.now(), 60);
    taken = await world.takeIn(broker);
    item = await addItem(world, { capacity: 100 });
  });
  afterAll(async () => {
    await expectBalance(world.store);
    await world.stop();
    await broker.stop();
  });

  const em = () => world.store.fork();
  const addressOf = (id: string) => `${world.gateway.parts.addresses.bookingApiUrl}/api/v2/customers/${id}`;
  const session = async (customer: object, { apiKey = taken.apiKey, key }: { readonly apiKey?: string; readonly key?: string } = {}) => {
    const { createCheckoutSession } = await world.ask(CREATE, { input: canarySession(customer, [item.place()], key) }, { apiKey });
    if (!createCheckoutSession.checkoutSession) throw new Error(JSON.stringify(createCheckoutSession));
    const { identifier, potentialAction } = createCheckoutSession.checkoutSession;
    return { identifier: identifier as string, target: potentialAction[0].target as string };
  };
  const button = async (apiKey?: string) => {
    const { createStandaloneCheckoutSession: made } = await world.ask(BUTTON, { input: { scheduledSessionId: DEMO.scheduledSessionId('demo-free') } }, apiKey === undefined ? {} : { apiKey });
    return made.checkoutSession.potentialAction[0].target as string;
  };
  const eraseAsBroker = async (id: string, apiKey = taken.apiKey) => (await world.ask(ERASE_CUSTOMER, { input: { id: addressOf(id) } }, { apiKey })).eraseCustomer;
  const deliveriesOf = (orderId: string) => em().find(WebhookDelivery, { subject: orderIdOf(orderId) ?? '' });
  const everythingNow = () => everything(world.store, world.databaseUrl);
  const orderRow = (id: string) => world.store.reads.selectFrom('customer_order').where('quote_id', '=', orderIdOf(id) ?? '').selectAll().executeTakeFirstOrThrow();

  /** Leaves the canary wherever a person can be. */
  const leaveTraces = async () => {
    const id = await registerCanary(world.store, taken.id, world.clock.now());
    const registered = await session({ url: addressOf(id) }, { key: `for ${CANARY.email}` });
    const delivered = await book(world.ask, registered.target);
    await world.round();
    const exhausted = await book(world.ask, (await session(PERSON)).target);
    await em().nativeUpdate(WebhookDelivery, { subject: orderIdOf(exhausted.id) ?? '' }, { state: 'EXHAUSTED', body: `to ${CANARY.email}`, endedAt: world.clock.now() });
    const cancelled = await book(world.ask, (await session({ person: { ...CANARY_IN_OTHER_CASE, identifier: null, is13OrOver: true } })).target);
    await world.ask('mutation ($orderId: ID) { cancelOrderItems(input: { orderId: $orderId }) { __typename } }', { orderId: cancelled.id }, { apiKey: taken.apiKey });
    const pending = await book(world.ask, await button(taken.apiKey), GUEST);
    const unfinished = await session(PERSON);
    const inCheck = await goToCheck(world.ask, unfinished.target);
    const guestInCheck = await goToCheck(world.ask, await button(taken.apiKey), GUEST);
    await workDue(world.gateway);
    const [delivery] = await deliveriesOf(delivered.id);
    if (!delivery) throw new Error('nothing was delivered');
    const planting = em();
    await planting.nativeUpdate(WebhookAttempt, { delivery: delivery.id }, { answer: `thank you, ${CANARY.givenName}` });
    planting.create(DemoWebhook, { id: newUuid(), webhookId: delivery.id, body: delivery.body ?? '', receivedAt: world.clock.now() });
    await planting.flush();
    await planting.execute(`update outbox_task set last_error = '550 ${CANARY.familyName} is full' where subject = '${orderIdOf(delivered.id) ?? ''}'`);
    return { id, registered, unfinished, delivered, exhausted, cancelled, pending, inCheck, guestInCheck };
  };

  it('leaves no trace in any table or byte of the file, and leaves orders, places and what happened as they are', async () => {
    const traces = await leaveTraces();
    const { id, delivered, exhausted, cancelled, pending } = traces;
    const tables = [...(await rowsByTable(world.store))].filter(([, rows]) => canaryIn(rows).length > 0).map(([name]) => name);
    expect(tables.toSorted()).toEqual(Object.keys(SECTIONS).toSorted());

    const exported = (await world.ask(PERSONAL_DATA, { customerId: addressOf(id) }, { apiKey: taken.apiKey })).personalData;
    for (const [table, section] of Object.entries(SECTIONS)) expect(section === 'webhookDeliveries' ? exported[section] : canaryIn(JSON.stringify(exported[section])), `${table} in ${section}`).not.toEqual([]);
    expect(exported.orders).toHaveLength(4);
    expect(exported.orders[0]).toMatchObject({ reference: delivered.reference, totalMinor: 0, orderedItem: [{ priceMinor: 0, status: 'ORDER_CONFIRMED' }], payments: [] });
    expect(exported.webhookDeliveries.map(({ state }: { state: string }) => state).toSorted()).toEqual(['DELIVERED', 'EXHAUSTED', 'PENDING', 'PENDING']);

    const items = await world.store.reads.selectFrom('order_item').selectAll().orderBy('id').execute();
    expect(await eraseAsBroker(id)).toEqual({ __typename: 'EraseCustomerPayload', erasedAt: world.clock.now().toISOString() });
    expect(canaryIn([...(await rowsByTable(world.store))].filter(([, rows]) => canaryIn(rows).length > 0).join())).toEqual([]);
    expect(canaryIn(await everythingNow())).toEqual([]);
    expect(canaryIn(await world.gateway.parts.metrics.scrape())).toEqual([]);

    expect(await world.store.reads.selectFrom('order_item').selectAll().orderBy('id').execute()).toEqual(items);
    for (const { id: orderId } of [delivered, exhausted, pending]) expect(await orderRow(orderId)).toMatchObject({ state: 'CONFIRMED' });
    expect(await orderRow(cancelled.id)).toMatchObject({ state: 'CANCELLED' });
    const states = await Promise.all([delivered, exhausted, cancelled, pending].map(async (order) => (await deliveriesOf(order.id)).map(({ state, facts, body }) => [state, facts ?? null, body ?? null])));
    expect(states).toEqual([[['DELIVERED', null, null]], [['ERASED', null, null]], [['ERASED', null, null]], [['ERASED', null, null]]]);
    for (const { authorization } of [traces.inCheck, traces.guestInCheck]) expect((await world.ask('{ checkout { step customer { email } } }', {}, { authorization })).checkout).toMatchObject({ step: 'CANCELLED' });
  });

  it('sends nothing more to somebody who is erased: no mail, no webhook, and no task that is tried for ever', async () => {
    const id = await registerCanary(world.store, taken.id, world.clock.now());
    broker.reset();
    const order = await book(world.ask, (await session({ url: addressOf(id) })).target);
    await eraseAsBroker(id);
    await world.ask('mutation ($orderId: ID) { cancelOrderItems(input: { orderId: $orderId }) { __typename } }', { orderId: order.id }, { apiKey: taken.apiKey });
    await workDue(world.gateway);
    await world.round();
    expect(broker.received.filter(({ body }) => body.includes(CANARY.email))).toEqual([]);
    const tasks = await world.store.reads.selectFrom('outbox_task').where('subject', '=', orderIdOf(order.id) ?? '').where('done_at', 'is', null).selectAll().execute();
    expect(tasks).toEqual([]);
    expect(await world.store.reads.selectFrom('demo_mail').where('id', 'like', `%${orderIdOf(order.id)}%`).select('id').execute()).toEqual([]);
    expect(canaryIn(await everythingNow())).toEqual([]);
  });

  it('ends well beside bookings at the same moment: whoever comes first, nobody is named and no place is lost', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await registerCanary(world.store, taken.id, world.clock.now());
      const [one, two] = [await goToCheck(world.ask, (await session({ url: addressOf(id) })).target), await goToCheck(world.ask, (await session(PERSON)).target)];
      const fresh = await session(PERSON);
      await Promise.all([
        eraseAsBroker(id),
        ...[one, two].map(({ authorization }) => world.ask(BOOK, {}, { authorization })),
        eraseAsBroker(id),
        book(world.ask, fresh.target).catch(() => undefined), // refused as soon as the person is erased
      ]);
      expect(canaryIn([...(await rowsByTable(world.store)).values()].join())).toEqual([]);
    }
    await expectBalance(world.store);
  });

  it('ends well beside changes at the same moment: whoever comes first, the customer is erased and nothing comes back', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await registerCanary(world.store, taken.id, world.clock.now());
      const change = (givenName: string) => asStaff(world, 'operator', CHANGE_CUSTOMER, { input: { id, givenName, email: CANARY.email, reason: 'they rang' } });
      const [first, , second] = await Promise.all([change(`${CANARY.givenName} I`), eraseAsBroker(id), change(`${CANARY.givenName} II`)]);
      for (const { data } of [first, second]) expect([{ changeCustomer: { __typename: 'ChangeCustomerPayload' } }, { changeCustomer: { __typename: 'CustomerErasedError' } }]).toContainEqual(data);
      expect((await change(CANARY.givenName)).data).toEqual({ changeCustomer: { __typename: 'CustomerErasedError' } });
      expect(await world.store.reads.selectFrom('customer').where('id', '=', id).select(['given_name', 'family_name', 'identifier']).executeTakeFirst()).toEqual({ given_name: ERASED_PERSON.givenName, family_name: ERASED_PERSON.familyName, identifier: null });
      expect(canaryIn([...(await rowsByTable(world.store)).values()].join())).toEqual([]);
    }
  });

  it('is for ever: an erased customer cannot be booked for, and the session is not made again by its idempotency key', async () => {
    const id = await registerCanary(world.store, taken.id, world.clock.now());
    await session({ url: addressOf(id) }, { key: 'again' });
    const [first, second] = [await eraseAsBroker(id), await eraseAsBroker(id)];
    expect(second).toEqual(first);
    await expect(session({ url: addressOf(id) }, { key: 'again' })).rejects.toThrow('The input has a problem');
  });

  it('reaches nothing of another broker: who has the same address there stays', async () => {
    const other = await world.ask('{ currentBroker { id } }', {}, { apiKey: DEMO.apiKeys.clubCompass });
    const theirs = await registerCanary(world.store, other.currentBroker.id, world.clock.now());
    const kept = await book(world.ask, await button(DEMO.apiKeys.clubCompass), GUEST);
    const mine = await registerCanary(world.store, taken.id, world.clock.now());
    expect(await eraseAsBroker(theirs)).toEqual({ __typename: 'UnknownCustomerError' });
    await eraseAsBroker(mine);
    expect(canaryIn(JSON.stringify(await orderRow(kept.id)))).not.toEqual([]);
    const { data } = await asStaff(world, 'operator', ERASE_GUEST, { input: { email: 'CANARY.bird@AVIARY.example', reason: `${CANARY.email} has asked` } });
    expect(data).toEqual({ eraseGuest: { __typename: 'EraseGuestPayload', erasedOrders: 1, registeredCustomers: [theirs] } });
    expect((await asStaff(world, 'operator', ERASE_CUSTOMER, { input: { id: theirs, reason: 'asked for' } })).errors).toBeUndefined();
    expect(canaryIn(await everythingNow())).toEqual([]);
    const entries = await asStaff(world, 'support', '{ auditEntries(first: 2) { nodes { actor action subject reason before after } } }');
    expect(entries.data?.['auditEntries']).toMatchObject({
      nodes: [
        { actor: 'test:operator', action: 'eraseCustomer', subject: `customer ${theirs}`, reason: 'asked for', before: null },
        { actor: 'test:operator', action: 'eraseGuest', subject: 'guest', reason: '*** has asked', before: null },
      ],
    });
  });

  it('of one order leaves the guest’s others; an address beyond ASCII is found in either case', async () => {
    const odd = { ...GUEST, email: 'JÖRG_1%@AVIARY.example' };
    const [one, two] = [await book(world.ask, await button(), odd), await book(world.ask, await button(), odd)];
    const erase = async (input: object) => (await asStaff(world, 'operator', ERASE_GUEST, { input: { reason: 'asked for', ...input } })).data?.['eraseGuest'];
    expect(await erase({ orderId: newUuid() })).toEqual({ __typename: 'UnknownOrderError' });
    expect(await erase({ email: 'jörgx1y@aviary.example' })).toMatchObject({ erasedOrders: 0 });
    expect(await erase({ orderId: one.id })).toEqual({ __typename: 'EraseGuestPayload', erasedOrders: 1, registeredCustomers: [] });
    expect((await orderRow(two.id)).erased_at).toBeNull();
    expect(await erase({ email: 'jörg_1%@aviary.example' })).toMatchObject({ erasedOrders: 1 });
    expect(canaryIn(await everythingNow())).toEqual([]);
  });

  it('tells staff what is held on somebody once they say why, and keeps that they asked', async () => {
    const { errors } = await asStaff(world, 'support', PERSONAL_DATA, { email: CANARY.email });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    await book(world.ask, await button(), GUEST);
    const { data } = await asStaff(world, 'support', PERSONAL_DATA, { email: CANARY.email, reason: 'their letter of Monday' });
    expect(data).toMatchObject({ personalData: { customer: null, orders: [{ customer: GUEST }] } });
    const entries = await asStaff(world, 'support', '{ auditEntries(first: 1) { nodes { action subject reason } } }');
    expect(entries.data).toMatchObject({ auditEntries: { nodes: [{ action: 'personalData', subject: 'guest', reason: 'their letter of Monday' }] } });
    await asStaff(world, 'operator', ERASE_GUEST, { input: { email: CANARY.email, reason: 'asked for' } });
  });

  it('happens by itself to who has not booked within 7 days, and to nobody who has', async () => {
    await em().execute('delete from idempotency_key');
    const booked = await session(PERSON, { key: 'for the canary' });
    await book(world.ask, booked.target);
    const [never, begun] = [await session(PERSON), await session(PERSON)];
    await goToCheck(world.ask, begun.target);
    const sweep = async () => {
      while ((await expireCheckouts(em(), world.clock.now())) + (await forgetUnfinished(em(), world.clock.now())) > 0);
    };
    const read = async ({ identifier }: { readonly identifier: string }) => {
      const { facts, erased_at } = await world.store.reads.selectFrom('checkout_session').where('identifier', '=', identifier).select(['facts', 'erased_at']).executeTakeFirstOrThrow();
      return { isNamed: canaryIn(JSON.stringify(facts)).length > 0, isErased: erased_at !== null };
    };
    world.clock.advance(7 * DAY - 1);
    await sweep();
    for (const each of [never, begun, booked]) expect(await read(each)).toEqual({ isNamed: true, isErased: false });
    world.clock.advance(1);
    await sweep();
    for (const each of [never, begun]) expect(await read(each)).toEqual({ isNamed: false, isErased: true });
    expect(await read(booked)).toEqual({ isNamed: true, isErased: false });
    expect(await forgetIdempotencyKeys(em(), world.clock.now())).toBe(1);
  });
});

/** Every table in which a person can be, and where the export shows it. */
const SECTIONS = {
  customer: 'customer',
  checkout_session: 'checkoutSessions',
  checkout: 'checkouts',
  customer_order: 'orders',
  webhook_delivery: 'webhookDeliveries',
  webhook_attempt: 'webhookDeliveries',
  demo_webhook: 'webhookDeliveries',
  demo_mail: 'mails',
  outbox_task: 'tasks',
  idempotency_key: 'idempotencyKeys',
} as const;
