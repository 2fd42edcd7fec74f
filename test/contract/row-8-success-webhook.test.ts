import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/customer/customer.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { itemBody, personBody, sessionBody, withOrder } from '../support/bodies.js';
import { askOver, book, openButton, openSession, takeInBroker, type Ask, type Booked, type TakenInBroker } from '../support/book.js';
import { BrokerDouble, verifySignature } from '../support/broker-double.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { standaloneBody } from '../support/standalone.js';
import { STORES } from '../support/stores.js';

const WEBHOOK_KEY = 'the-key-that-move-more-has-always-had';
/** Everything that waits here waits for the gateway's own sender, which looks every second. */
const SOON = { timeout: 30_000 };
const FITNESS_FINDER = { type: 'Organization', name: 'Fitness Finder', url: 'https://fitness-finder.example' };
/** The organisation as it was taken in, for sessions whose request names none. */
const MOVE_MORE = { type: 'Organization', name: 'Move More', url: 'https://move-more.example' };
const FREE_TICKET = 'https://demo.courtside.example/offers/swim-under-5';
const GUEST = { type: 'Person', givenName: 'Grace', familyName: 'Hopper', email: 'grace.hopper@example.com', 'platform:is13OrOver': true };

interface WireOrder {
  readonly id: string;
  readonly orderedItem: readonly { readonly accessToken: readonly [{ readonly text: string }]; readonly accessCode: readonly [{ readonly value: string }] }[];
}

const FREE = itemBody('ScheduledSession', 'demo-free', DEMO.offers.free);
const REGISTERED = { identifier: 'their-own-7', givenName: 'Zoë "Z"', familyName: 'O’Brien-Łukasz \u{1F3F8}', email: 'zoe+yoga@example.com' };
const { identifier: _known, 'platform:is13OrOver': _said, ...UNSAID } = personBody();

/** Every kind of order, all booked before the first look, since each look may wait for a round of the sender. */
async function bookAll({ url, store, clock }: TestGateway, ask: Ask, { id, apiKey }: TakenInBroker) {
  const em = store.fork();
  const customer = em.create(Customer, { id: newUuid(), broker: id, ...REGISTERED, is13OrOver: true, createdAt: clock.now(), changedAt: null, erasedAt: null });
  await em.flush();
  const inSession = async (members: object = {}) => {
    const session = await openSession(url, apiKey, withOrder(sessionBody(url), members));
    return { session, booked: await book(ask, session.target) };
  };
  const button = await openButton(url, apiKey);
  return {
    person: await inSession(),
    unsaid: await inSession({ customer: UNSAID }),
    registered: await inSession({ customer: `${url}/api/v2/customers/${customer.id}` }),
    twoPlaces: await inSession({ orderedItem: [FREE, FREE] }),
    guests: [await book(ask, button), await book(ask, button)],
    severalTickets: await bookFreeTicket(ask, await openButton(url, apiKey, standaloneBody(url, 'demo-several-offers'))),
    ofThePlatform: await book(ask, await openButton(url, null)),
    ofABrokerWithoutWebhook: await book(ask, await openButton(url, DEMO.apiKeys.clubCompass)),
  };
}

/** Goes from a target to the order by the one ticket that costs nothing. */
async function bookFreeTicket(ask: Ask, target: string): Promise<Booked> {
  const choosing: Ask = (query, variables = {}, shown = {}) => ask(query, query.includes('chooseTicket') ? { input: { offerId: FREE_TICKET } } : variables, shown);
  return book(choosing, target);
}

describe.each(STORES)('contract §4 row 8: the success webhook (%s)', (store) => {
  let gateway: TestGateway;
  let broker: BrokerDouble;
  let known: TakenInBroker;
  let ask: Ask;
  let orders: Awaited<ReturnType<typeof bookAll>>;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    broker = await BrokerDouble.start(() => gateway.clock.now());
    ask = askOver(gateway);
    known = await takeInBroker(ask, { dataFolder: gateway.dataFolder, now: gateway.clock.now() }, { successWebhook: broker.url, webhookKey: WEBHOOK_KEY });
    broker.know(known);
    orders = await bookAll(gateway, ask, known);
  });
  afterAll(async () => {
    await gateway.stop();
    await broker.stop();
  });

  /** The webhook of this order, as soon as it is there. */
  const webhookOf = async ({ id }: Pick<Booked, 'id'>) => {
    const find = () => broker.received.find(({ body }) => (JSON.parse(body) as WireOrder).id === id);
    await expect.poll(find, SOON).toBeDefined();
    const { id: webhookId, headers, body } = find() ?? { id: '', headers: {}, body: '{}' };
    return { id: webhookId, headers, body, order: JSON.parse(body) as WireOrder };
  };
  /** The whole body, byte by byte; what opens the doors is taken from the schema's view of the order. */
  const bodyOf = async (id: string, customer: object, items: readonly object[], organization: object = FITNESS_FINDER) => {
    const { order } = await ask('query ($id: ID!) { order(id: $id) { orderedItem { accessToken { text } accessCode { value } } } }', { id }, { apiKey: known.apiKey });
    const doors = (order as WireOrder).orderedItem;
    return JSON.stringify({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'Order',
      id,
      customer,
      broker: organization,
      orderedItem: items.map((item, index) => ({
        ...item,
        orderItemStatus: 'https://openactive.io/OrderConfirmed',
        accessToken: [{ type: 'Barcode', text: doors[index]?.accessToken[0].text }],
        accessCode: [{ type: 'PropertyValue', name: 'PIN', value: doors[index]?.accessCode[0].value }],
      })),
    });
  };

  it('carries the order of an authenticated session, byte for byte: its id, the person and the items as sent', async () => {
    const { session, booked } = orders.person;
    expect([booked.id, booked.steps]).toEqual([session.orderId, ['DETAILS', 'CHECK']]);
    expect((await webhookOf(booked)).body).toBe(await bodyOf(session.orderId, personBody(), [FREE]));
  });

  it('says that the customer is 13 or over where the page had to ask, and brings no identifier that nobody sent', async () => {
    const { session, booked } = orders.unsaid;
    expect(booked.steps).toEqual(['DETAILS', 'AGE', 'CHECK']);
    expect((await webhookOf(booked)).body).toBe(await bodyOf(session.orderId, { ...UNSAID, 'platform:is13OrOver': true }, [FREE]));
  });

  it('carries a registered customer in person, under the identifier that the broker knows', async () => {
    const { session, booked } = orders.registered;
    expect((await webhookOf(booked)).body).toBe(await bodyOf(session.orderId, { type: 'Person', ...REGISTERED, 'platform:is13OrOver': true }, [FREE]));
  });

  it('carries every place of an order, the same thing twice too, each with a pass and a code of its own', async () => {
    const { session, booked } = orders.twoPlaces;
    const { body, order } = await webhookOf(booked);
    expect(body).toBe(await bodyOf(session.orderId, personBody(), [FREE, FREE]));
    expect(new Set(order.orderedItem.map(({ accessToken }) => accessToken[0].text)).size).toBe(2);
  });

  it("carries a guest's order from a book button made with the broker's key: its own id, the item as sent, the ticket that was chosen", async () => {
    const item = { type: 'OrderItem', acceptedOffer: DEMO.offers.free, orderedItem: { type: 'ScheduledSession', id: DEMO.scheduledSessionId('demo-free') } };
    for (const booked of orders.guests) expect((await webhookOf(booked)).body).toBe(await bodyOf(booked.id, GUEST, [item], MOVE_MORE));
    expect(new Set(orders.guests.map(({ id }) => id)).size).toBe(2);
  });

  it('names the ticket that a guest picked out of several', async () => {
    expect(orders.severalTickets.steps).toEqual(['TICKET', 'DETAILS', 'AGE', 'CHECK']);
    const { order } = await webhookOf(orders.severalTickets);
    expect(order.orderedItem).toMatchObject([{ acceptedOffer: FREE_TICKET, orderedItem: { type: 'ScheduledSession', id: DEMO.scheduledSessionId('demo-several-offers') } }]);
  });

  it('carries what shows that it is from us: the pre-arranged key, and a signature that the reference library takes', async () => {
    const { id, headers, body } = await webhookOf(orders.person.booked);
    expect(known.webhookKey).toBe(WEBHOOK_KEY);
    expect(headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json', 'x-api-key': WEBHOOK_KEY, 'content-length': String(Buffer.byteLength(body)) });
    expect(headers['webhook-id']).toBe(id);
    const verify = (changed: object = {}, text = body) => verifySignature(known.signingSecret, { ...headers, ...changed }, text, gateway.clock.now());
    expect(() => verify()).not.toThrow();
    for (const changed of [{ 'webhook-id': newUuid() }, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, { 'webhook-signature': 'v1,AAAA' }]) expect(() => verify(changed)).toThrow();
    expect(() => verify({}, body.replace('Ada', 'Eve'))).toThrow();
  });

  it("comes once for every order of the broker's, with an id of its own, and never for the platform's own name or for another broker", async () => {
    await expect.poll(async () => gateway.store.fork().execute("select id from webhook_delivery where state <> 'DELIVERED'"), SOON).toEqual([]);
    const expected = [orders.person, orders.unsaid, orders.registered, orders.twoPlaces].map(({ session }) => session.orderId).concat([...orders.guests, orders.severalTickets].map(({ id }) => id));
    expect(broker.received.map(({ body }) => (JSON.parse(body) as WireOrder).id).toSorted()).toEqual(expected.toSorted());
    expect(new Set(broker.ids).size).toBe(expected.length);
    expect(await gateway.store.fork().execute('select id from webhook_delivery')).toHaveLength(expected.length);
    expect(await gateway.store.fork().execute('select quote_id from customer_order')).toHaveLength(expected.length + 2);
    expect(broker.complaints).toEqual([]);
  });
});
