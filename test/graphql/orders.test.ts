import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORDER_STATES } from '../../src/order/order.lifecycle.js';
import { addSeconds } from '../../src/shared/clock.js';
import { DEMO } from '../../src/store/demo-data.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { addOrder, createSession, itemInput } from '../support/seed.js';
import { STORES } from '../support/stores.js';

const ORDER = `
  id reference state createdAt confirmedAt
  customer { givenName email is13OrOver }
  broker { name url }
  orderedItem {
    acceptedOffer orderedItem { type identifier } price { amount } orderItemStatus accessToken { text } accessCode { name value }
    opportunity { id bookability { isBookable } }
  }
  totalPaymentDue { amountMinor currency amount }
  timeline { trigger state at }
  calendar`;

describe.each(STORES)('order and orders (%s)', (store) => {
  let gateway: TestGateway;
  const ids: string[] = [];
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    for (const [index, state] of ORDER_STATES.entries()) {
      const { orderId } = await createSession(gateway, [itemInput('SCHEDULED_SESSION', 'demo-paid', DEMO.offers.paid)]);
      await addOrder(gateway.store, orderId, state, addSeconds(gateway.clock.now(), Math.floor(index / 3)));
      ids.push(orderId);
    }
  });
  afterAll(() => gateway.stop());

  const read = (id: string, apiKey?: string) => callGraphql(gateway.graphqlUrl, `query ($id: ID!) { order(id: $id) { ${ORDER} } }`, { id }, apiKey);
  const list = async (variables: object = {}, apiKey?: string) => {
    const query = `query ($first: Int = 100, $after: String, $filter: OrderFilter, $direction: OrderDirection = DESC) {
      orders(first: $first, after: $after, filter: $filter, direction: $direction) { nodes { id state createdAt } pageInfo { hasNextPage endCursor } }
    }`;
    const { data, errors } = await callGraphql(gateway.graphqlUrl, query, variables, apiKey);
    expect(errors).toBeUndefined();
    return data.orders as { nodes: { id: string; state: string; createdAt: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
  };
  const idOf = (state: (typeof ORDER_STATES)[number]) => ids[ORDER_STATES.indexOf(state)] ?? '';

  it('reads an order by its address, by its UUID, and by its UUID in capitals', async () => {
    const id = idOf('CONFIRMED');
    const uuid = id.slice(id.lastIndexOf('/') + 1);
    const { data, errors } = await read(id);
    expect(errors).toBeUndefined();
    expect(data.order).toEqual({
      id,
      state: 'CONFIRMED',
      createdAt: addSeconds(gateway.clock.now(), 1).toISOString(),
      confirmedAt: addSeconds(gateway.clock.now(), 1).toISOString(),
      reference: expect.stringMatching(/^[0-9A-Z]{8}$/),
      customer: { givenName: 'Ada', email: 'ada.clarke@example.com', is13OrOver: true },
      broker: { name: 'Fitness Finder', url: 'https://fitness-finder.example' },
      orderedItem: [
        {
          ...itemInput('SCHEDULED_SESSION', 'demo-paid', DEMO.offers.paid),
          price: { amount: '8.50' },
          orderItemStatus: 'ORDER_CONFIRMED',
          accessToken: [{ text: expect.any(String) }],
          accessCode: [{ name: 'PIN', value: '000000' }],
          opportunity: { id: 'https://demo.courtside.example/scheduled-sessions/demo-paid', bookability: { isBookable: true } },
        },
      ],
      totalPaymentDue: { amountMinor: 850, currency: 'GBP', amount: '8.50' },
      timeline: [
        { trigger: null, state: 'CREATED', at: addSeconds(gateway.clock.now(), 1).toISOString() },
        { trigger: 'FREE_PLACES_BOOKED', state: 'CONFIRMED', at: addSeconds(gateway.clock.now(), 1).toISOString() },
      ],
      calendar: expect.stringMatching(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r\n$/),
    });
    for (const same of [uuid, uuid.toUpperCase()]) expect((await read(same)).data.order).toEqual(data.order);
  });

  it('gives no pass and no code before its places are booked', async () => {
    const { data } = await read(idOf('CREATED'));
    expect(data.order).toMatchObject({ state: 'CREATED', confirmedAt: null, orderedItem: [{ orderItemStatus: null, accessToken: [], accessCode: [] }], timeline: [{ trigger: null, state: 'CREATED' }] });
  });

  it('is null for a quote that nobody has ordered yet', async () => {
    const { orderId } = await createSession(gateway);
    expect(await read(orderId)).toMatchObject({ data: { order: null }, errors: undefined });
  });

  it.each(['nonsense', '', '0193a000-0000-7000-8000-00000000dead', '0193a000', 'https://elsewhere.example/', '🎾', "' or 1=1--"])('is null for %j, which is no failure', async (id) => {
    expect(await read(id)).toMatchObject({ status: 200, data: { order: null }, errors: undefined });
  });

  it('is null, and the list empty, for another broker', async () => {
    for (const id of ids) expect(await read(id, DEMO.apiKeys.clubCompass)).toMatchObject({ status: 200, data: { order: null }, errors: undefined });
    expect(await list({}, DEMO.apiKeys.clubCompass)).toEqual({ nodes: [], pageInfo: { hasNextPage: false, endCursor: null } });
  });

  it('lists them with the newest first, and the other way round', async () => {
    const { nodes } = await list();
    expect(nodes.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const times = nodes.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await list({ direction: 'ASC' })).nodes).toEqual(nodes.toReversed());
  });

  it('filters by state', async () => {
    for (const state of [[], ['CONFIRMED'], ['CREATED', 'FAILED']] as const) {
      expect((await list({ filter: { state } })).nodes.map((order) => order.state).toSorted()).toEqual(state.toSorted());
    }
    expect((await list({ filter: { state: null } })).nodes).toHaveLength(ids.length);
  });

  it('pages without a gap or a repeat, where several were created at once', async () => {
    const seen: string[] = [];
    for (let page = await list({ first: 2 }); ; page = await list({ first: 2, after: page.pageInfo.endCursor })) {
      seen.push(...page.nodes.map(({ id }) => id));
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(seen).toEqual((await list()).nodes.map(({ id }) => id));
  });

  it.each([0, 101])('refuses first: %d', async (first) => {
    for (const field of ['orders', 'sellers', 'opportunities']) {
      const { errors } = await callGraphql(gateway.graphqlUrl, `query ($first: Int!) { ${field}(first: $first) { nodes { __typename } } }`, { first });
      expect(errors).toMatchObject([{ path: [field], extensions: { code: 'BAD_USER_INPUT' } }]);
    }
  });
});
