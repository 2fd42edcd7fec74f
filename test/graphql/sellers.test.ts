import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from '../../src/broker/broker.entity.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { SELLER_STATUSES } from '../../src/seller/seller.lifecycle.js';
import { addSeconds } from '../../src/shared/clock.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO, DEMO_SELLERS, demoAddress } from '../../src/store/demo-world.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { STORES } from '../support/stores.js';

const PAGE = `
  query ($first: Int = 100, $after: String, $filter: SellerFilter, $orderBy: SellerOrder) {
    sellers(first: $first, after: $after, filter: $filter, orderBy: $orderBy) { nodes { sellerId name status createdAt } pageInfo { hasNextPage endCursor } }
  }`;

interface SellerNode {
  readonly sellerId: string;
  readonly name: string;
  readonly status: string;
  readonly createdAt: string;
}

/** What the demo world itself gives a broker to manage. */
const demoSellersOf = (brokerId: string) => DEMO_SELLERS.filter((seller) => seller.brokerId === brokerId).map(({ slug }) => demoAddress.seller(slug));
const OWN = demoSellersOf(DEMO.brokerIds.fitnessFinder);

const idsOf = (nodes: readonly SellerNode[]) => nodes.map(({ sellerId }) => sellerId);

/** Names that repeat, and names that databases sort in ways of their own. */
const NAMES = ['Aqua Club', 'Aqua Club', 'Aqua Club', 'beach volley', 'Ärzte FC', 'Éclair', '🏸 United', 'Zumba', "O'Brien", 'Zumba'];

describe.each(STORES)('seller and sellers (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    const em = gateway.store.fork();
    for (const [index, name] of NAMES.entries()) {
      em.create(Seller, {
        id: newUuid(),
        sellerId: `https://sellers.example/${index}`,
        name,
        url: null,
        status: SELLER_STATUSES[index % SELLER_STATUSES.length] ?? 'FREE',
        broker: em.getReference(Broker, DEMO.brokerIds.fitnessFinder),
        createdAt: addSeconds(gateway.clock.now(), Math.floor(index / 3) + 1),
        onboardedAt: null,
        version: 1,
      });
    }
    const theirs = { id: newUuid(), sellerId: 'https://sellers.example/theirs', name: 'Theirs', url: null, status: 'FREE', createdAt: gateway.clock.now(), onboardedAt: null, version: 1 } as const;
    em.create(Seller, { ...theirs, broker: em.getReference(Broker, DEMO.brokerIds.clubCompass) });
    await em.flush();
  });
  afterAll(() => gateway.stop());

  const list = async (variables: object = {}, apiKey?: string) => {
    const { data, errors } = await callGraphql(gateway.graphqlUrl, PAGE, variables, apiKey);
    expect(errors).toBeUndefined();
    return data.sellers as { nodes: SellerNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
  };

  it('reads a seller that the broker manages, by the very sellerId', async () => {
    const READ = 'query ($sellerId: String!) { seller(sellerId: $sellerId) { id sellerId name url status createdAt onboardedAt } }';
    const read = async (sellerId: string) => (await callGraphql(gateway.graphqlUrl, READ, { sellerId })).data.seller;
    const now = gateway.clock.now().toISOString();
    expect(await read(DEMO.sellerId('northside-sports'))).toEqual({
      id: '0193a000-0000-7000-8000-0000000000a2',
      sellerId: DEMO.sellerId('northside-sports'),
      name: 'Northside Sports Centre',
      url: 'https://demo.courtside.example/northside-sports',
      status: 'PAID',
      createdAt: now,
      onboardedAt: now,
    });
    for (const other of [`${DEMO.sellerId('northside-sports')}/`, DEMO.sellerId('northside-sports').toUpperCase(), 'https://sellers.example/theirs', DEMO.sellerId('parkside-runners'), '']) {
      expect(await read(other), other).toBeNull();
    }
  });

  it('lists what the broker manages and nothing else, the newest first', async () => {
    const { nodes } = await list();
    expect(idsOf(nodes).toSorted()).toEqual([...OWN, ...NAMES.map((_, index) => `https://sellers.example/${index}`)].toSorted());
    const times = nodes.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(idsOf((await list({}, DEMO.apiKeys.clubCompass)).nodes).toSorted()).toEqual([...demoSellersOf(DEMO.brokerIds.clubCompass), 'https://sellers.example/theirs'].toSorted());
  });

  it('filters by status', async () => {
    const all = (await list()).nodes;
    for (const status of [[], ['FREE'], ['PAID', 'OPTED_OUT'], [...SELLER_STATUSES]]) {
      const expected = all.filter((seller) => status.includes(seller.status));
      expect(idsOf((await list({ filter: { status } })).nodes)).toEqual(idsOf(expected));
    }
    expect(idsOf((await list({ filter: { status: null } })).nodes)).toEqual(idsOf(all));
  });

  it('orders by name', async () => {
    const { nodes } = await list({ orderBy: { field: 'NAME', direction: 'ASC' } });
    const plain = nodes.map(({ name }) => name).filter((name) => /^[A-Z][a-z ]+/.test(name));
    expect(plain).toEqual(plain.toSorted());
    expect(plain.slice(0, 3)).toEqual(['Aqua Club', 'Aqua Club', 'Aqua Club']);
  });

  it.each(['NAME', 'CREATED_AT'] as const)('pages by %s in both directions without a gap or a repeat', async (field) => {
    const walk = async (direction: 'ASC' | 'DESC') => {
      const seen: string[] = [];
      for (let page = await list({ first: 1, orderBy: { field, direction } }); ; page = await list({ first: 1, after: page.pageInfo.endCursor, orderBy: { field, direction } })) {
        seen.push(...idsOf(page.nodes));
        if (!page.pageInfo.hasNextPage) return seen;
      }
    };
    const ascending = await walk('ASC');
    expect(ascending).toEqual(idsOf((await list({ orderBy: { field, direction: 'ASC' } })).nodes));
    expect(new Set(ascending).size).toBe(NAMES.length + OWN.length);
    expect(await walk('DESC')).toEqual(ascending.toReversed());
  });
});
