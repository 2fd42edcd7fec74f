import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/customer/customer.entity.js';
import { UNDER_13 } from '../../src/customer/person.js';
import { addSeconds } from '../../src/shared/clock.js';
import { DEMO } from '../../src/store/demo-data.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import { itemBody, sessionBody, withOrder } from '../support/bodies.js';
import { askOver, book, openSession, takeInBroker, type Ask, type TakenInBroker } from '../support/book.js';
import { countStatements } from '../support/count-statements.js';
import { ADA, asStaff, changeCustomer, registerCustomer } from '../support/customers.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { addOpportunities } from '../support/seed.js';
import { STORES } from '../support/stores.js';

const LIST = 'query ($first: Int!, $after: String, $filter: CustomerFilter, $direction: OrderDirection!) { customers(first: $first, after: $after, filter: $filter, direction: $direction) { nodes { id } pageInfo { hasNextPage endCursor } } }';
const DETAILS = '{ identifier givenName familyName email is13OrOver createdAt changedAt isErased broker { id name } }';
const DAY_SECONDS = 24 * 60 * 60;

const place = (orderId: string | undefined, position: number, identifier: string) => ({ orderId, position, item: { orderedItem: { identifier }, opportunity: { identifier } } });
const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);

describe.each(STORES)('registered customers (%s)', (store) => {
  let gateway: TestGateway;
  let ask: Ask;
  let broker: TakenInBroker;
  let staff: { authorization: string };
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    ask = askOver(gateway);
    broker = await takeIn();
    staff = await asStaff({ dataFolder: gateway.dataFolder, now: gateway.clock.now() });
  });
  afterAll(() => gateway.stop());

  /** Its webhooks wait: none goes out, or is counted, while a test looks at something else. */
  const takeIn = async () => {
    const taken = await takeInBroker(ask, { dataFolder: gateway.dataFolder, now: gateway.clock.now() }, { successWebhook: 'https://move-more.example/hooks' });
    await gateway.store.fork().nativeUpdate(WebhookEndpoint, { broker: taken.id }, { disabledAt: gateway.clock.now(), disabledReason: 'SWITCHED_OFF' });
    return taken;
  };
  const read = async (id: string, selection = DETAILS) => (await ask(`query ($id: ID!) { customer(id: $id) ${selection} }`, { id }, broker)).customer;
  const list = async (filter: object | null = null, page: object = {}, shown: Parameters<Ask>[2] = broker) => (await ask(LIST, { first: 100, direction: 'ASC', filter, ...page }, shown)).customers;

  it('are read by id and by either address, and their broker is told with them', async () => {
    const { id, url } = await registerCustomer(ask, broker.apiKey);
    for (const named of [id, id.toUpperCase(), url, url.replace('/customers/', '/customer-accounts/')]) {
      expect(await read(named)).toEqual({ ...ADA, createdAt: gateway.clock.now().toISOString(), changedAt: null, isErased: false, broker: { id: broker.id, name: 'Move More' } });
    }
    expect(await read('nobody')).toBeNull();
  });

  it('are listed page by page, and found by what is known of them, each broker’s own alone', async () => {
    const mine = await takeIn();
    const people = [
      { ...ADA, identifier: 'a', email: 'ada@example.com' },
      { ...ADA, identifier: 'b', givenName: 'Grace', familyName: 'Hopper', email: 'grace_100%@example.com' },
      { ...ADA, identifier: 'b', givenName: 'Alan', familyName: 'O’Turing', email: 'alan@example.com' },
    ];
    const ids: string[] = [];
    for (const person of people) {
      gateway.clock.advance(1);
      ids.push((await registerCustomer(ask, mine.apiKey, person)).id);
    }
    const [ada = '', grace = '', alan = ''] = ids;
    expect(idsOf(await list(null, {}, mine))).toEqual(ids);
    const first = await list(null, { first: 2, direction: 'DESC' }, mine);
    expect([idsOf(first), first.pageInfo.hasNextPage]).toEqual([[alan, grace], true]);
    const rest = await list(null, { first: 2, direction: 'DESC', after: first.pageInfo.endCursor }, mine);
    expect([idsOf(rest), rest.pageInfo.hasNextPage]).toEqual([[ada], false]);
    for (const [filter, found] of [
      [{ identifier: 'b' }, [grace, alan]],
      [{ identifier: 'B' }, []],
      [{ email: 'ada@example.com' }, [ada]],
      [{ query: 'hOPPer' }, [grace]],
      [{ query: 'grace hopper GRACE_100%' }, [grace]],
      [{ query: '_00%@' }, []],
      [{ query: 'o’turing' }, [alan]],
      [{ query: '!' }, []],
      [{ identifier: 'b', query: 'a' }, [grace, alan]],
      [{ brokerId: mine.id }, ids],
      [{ brokerId: broker.id }, []],
      [{ brokerId: 'nobody' }, []],
    ] as const) {
      expect(idsOf(await list(filter, {}, mine)), JSON.stringify(filter)).toEqual(found);
    }
    expect(idsOf(await list({ brokerId: mine.id, identifier: 'b' }, {}, staff))).toEqual([grace, alan]);
    expect(idsOf(await list({ identifier: 'b' }, {}, broker))).toEqual([]);
  });

  it('show what was booked by their address, the newest first, and what is to come, the next first', async () => {
    const { id, url } = await registerCustomer(ask, broker.apiKey);
    const other = await registerCustomer(ask, broker.apiKey, { ...ADA, identifier: 'other' });
    const [late = '', later = ''] = await addOpportunities(gateway.store, 900, 2);
    const bookFor = async (customer: string, items: readonly string[]) => {
      gateway.clock.advance(1);
      const orderedItem = items.map((item) => itemBody('ScheduledSession', item, DEMO.offers.free));
      const { target } = await openSession(gateway.url, broker.apiKey, withOrder(sessionBody(gateway.url), { customer, orderedItem }));
      return (await book(ask, target)).id;
    };
    const orders = [await bookFor(url, [later, 'demo-free']), await bookFor(url.replace('/customers/', '/customer-accounts/'), [late])];
    await bookFor(other.url, [late]);
    const selection = '{ orders(first: $first, after: $after) { nodes { id customer { identifier email } } pageInfo { hasNextPage endCursor } } upcomingItems(first: 5) { nodes { orderId position item { orderedItem { identifier } opportunity { identifier } } } } }';
    const readPage = async (first: number, after: string | null) => (await ask(`query ($id: ID!, $first: Int!, $after: String) { customer(id: $id) ${selection} }`, { id, first, after }, broker)).customer;
    const one = await readPage(1, null);
    const two = await readPage(1, one.orders.pageInfo.endCursor);
    const customer = { identifier: ADA.identifier, email: ADA.email };
    expect([one.orders.nodes, two.orders.nodes]).toEqual([[{ id: orders[1], customer }], [{ id: orders[0], customer }]]);
    expect([one.orders.pageInfo.hasNextPage, two.orders.pageInfo.hasNextPage]).toEqual([true, false]);
    expect(one.upcomingItems.nodes).toEqual([place(orders[0], 1, 'demo-free'), place(orders[1], 0, late), place(orders[0], 0, later)]);
    await ask('mutation ($input: CancelOrderItemsInput!) { cancelOrderItems(input: $input) { __typename } }', { input: { orderId: orders[1] } }, broker);
    expect((await readPage(1, null)).upcomingItems.nodes).toEqual([place(orders[0], 1, 'demo-free'), place(orders[0], 0, later)]);
    gateway.clock.advance(400 * DAY_SECONDS);
    expect((await readPage(1, null)).upcomingItems.nodes).toEqual([]);
    gateway.clock.advance(-400 * DAY_SECONDS);
  });

  it('are read with their orders and places by as many statements for one as for many', async () => {
    const mine = await takeIn();
    const statements = countStatements();
    /** The fewest of a few times: what was booked a moment ago is still being mailed and told. */
    const measure = async () => {
      const times: (readonly [number, number])[] = [];
      for (let time = 0; time < 5; time += 1) times.push(await measureOnce());
      return times.toSorted(([a], [b]) => a - b)[0];
    };
    const measureOnce = async () => {
      const [{ length }, { customers }] = await statements.during(() => ask(`{ customers(first: 10) { nodes { id broker { name } orders(first: 3) { nodes { id } } upcomingItems(first: 3) { nodes { orderId } } } } }`, {}, mine));
      return [length, customers.nodes.length] as const;
    };
    const add = async () => {
      const { url } = await registerCustomer(ask, mine.apiKey);
      const { target } = await openSession(gateway.url, mine.apiKey, withOrder(sessionBody(gateway.url), { customer: url }));
      await book(ask, target);
    };
    await add();
    const [few] = (await measure()) ?? [];
    await add();
    await add();
    expect(await measure()).toEqual([few, 3]);
  });

  it('are changed by staff with a reason, of which the record keeps the names of what changed, never what it says', async () => {
    const { id } = await registerCustomer(ask, broker.apiKey);
    const later = addSeconds(gateway.clock.now(), 60);
    gateway.clock.advance(60);
    const input = { id, givenName: 'Ada', email: 'canary-new@example.com', is13OrOver: null, reason: 'they rang' };
    expect(await changeCustomer(ask, input, staff)).toEqual({ __typename: 'ChangeCustomerPayload', customer: { ...ADA, email: 'canary-new@example.com', is13OrOver: null, changedAt: later.toISOString() } });
    expect((await changeCustomer(ask, input, staff)).customer.changedAt, 'a repeat').toBe(later.toISOString());
    const { auditEntries } = await ask('query ($subject: String) { auditEntries(subject: $subject) { nodes { actor action reason before after } } }', { subject: `customer ${id}` }, staff);
    expect(auditEntries.nodes).toEqual([{ actor: 'test:operator', action: 'changeCustomer', reason: 'they rang', before: null, after: JSON.stringify({ changed: ['email', 'is13OrOver'] }) }]);
  });

  it('keep what they are when a change breaks rules, names nobody, or comes after they were erased', async () => {
    const { id } = await registerCustomer(ask, broker.apiKey);
    const refused = await changeCustomer(ask, { id, givenName: null, familyName: '', email: 'ada', is13OrOver: false }, broker);
    expect(refused).toEqual({
      __typename: 'ValidationError',
      problems: [
        { path: ['givenName'], message: 'must be a string' },
        { path: ['familyName'], message: 'must not be empty' },
        { path: ['email'], message: 'must be an e-mail address' },
        { path: ['is13OrOver'], message: UNDER_13 },
      ],
    });
    expect(await changeCustomer(ask, { id, givenName: 'Eve' }, { apiKey: DEMO.apiKeys.clubCompass })).toEqual({ __typename: 'UnknownCustomerError' });
    expect(await read(id)).toMatchObject({ ...ADA, changedAt: null });
    await gateway.store.fork().nativeUpdate(Customer, { id }, { erasedAt: gateway.clock.now() });
    for (const [input, shown] of [[{ id, givenName: 'Eve' }, broker], [{ id, givenName: 'Eve', reason: 'they rang' }, staff], [{ id }, broker]] as const) expect(await changeCustomer(ask, input, shown)).toEqual({ __typename: 'CustomerErasedError' });
    expect(await read(id)).toMatchObject({ ...ADA, changedAt: null, isErased: true });
  });

  it('lose nothing to changes at once: each detail is as the last one that named it says, and all are on record', async () => {
    const { id } = await registerCustomer(ask, broker.apiKey);
    const turns = Array.from({ length: 8 }, (_, index) => index);
    await Promise.all(turns.flatMap((turn) => [
      changeCustomer(ask, { id, givenName: `Ada ${turn}` }, broker),
      changeCustomer(ask, { id, familyName: `Clarke ${turn}`, reason: 'a race' }, staff),
      changeCustomer(ask, { id, email: `ada-${turn}@example.com`, identifier: `member-${turn}` }, broker),
    ]));
    const { givenName, familyName, email, identifier } = await read(id);
    expect([givenName, familyName, email]).toEqual([expect.stringMatching(/^Ada \d$/), expect.stringMatching(/^Clarke \d$/), `ada-${identifier.slice(-1)}@example.com`]);
    const { auditEntries } = await ask('query ($subject: String) { auditEntries(subject: $subject) { nodes { after } } }', { subject: `customer ${id}` }, staff);
    expect(auditEntries.nodes).toEqual(turns.map(() => ({ after: JSON.stringify({ changed: ['familyName'] }) })));
  });
});
