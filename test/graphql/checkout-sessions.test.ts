import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CheckoutSession } from '../../src/checkout-session/checkout-session.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { createSession, itemInput, type SeededSession } from '../support/seed.js';
import { STORES } from '../support/stores.js';

const PAGE = `
  query ($first: Int!, $after: String, $direction: OrderDirection!, $filter: CheckoutSessionFilter) {
    checkoutSessions(first: $first, after: $after, direction: $direction, filter: $filter) {
      edges { cursor node { identifier } }
      nodes { identifier createdAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly identifier: string } }[];
  readonly nodes: readonly { readonly identifier: string; readonly createdAt: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean; readonly startCursor: string | null; readonly endCursor: string | null };
}

const identifiersOf = (pages: readonly Page[]) => pages.flatMap(({ nodes }) => nodes.map(({ identifier }) => identifier));

const SESSIONS = 45;

const readWhole = async (gateway: TestGateway, identifier: string | undefined, selection: string) => {
  const { data, errors } = await callGraphql(gateway.graphqlUrl, `query ($identifier: String!) { checkoutSession(identifier: $identifier) { ${selection} } }`, { identifier });
  expect(errors).toBeUndefined();
  return data.checkoutSession;
};

describe.each(STORES)('checkoutSession and checkoutSessions (%s)', (store) => {
  let gateway: TestGateway;
  const sessions: SeededSession[] = [];
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    const kinds = [itemInput('SCHEDULED_SESSION', 'demo-free', DEMO.offers.free), itemInput('SLOT', 'demo-slot', DEMO.offers.slot)];
    for (let count = 0; count < SESSIONS; count += 1) {
      const item = kinds[count % 2];
      if (item) sessions.push(await createSession(gateway, [item]));
      if (count % 4 === 3) gateway.clock.advance(0.001); // four in each millisecond: the time alone orders nothing
    }
  });
  afterAll(() => gateway.stop());

  const page = async (variables: object, apiKey: string = DEMO.apiKeys.fitnessFinder): Promise<Page> => {
    const { data, errors } = await callGraphql(gateway.graphqlUrl, PAGE, { first: 20, direction: 'DESC', ...variables }, apiKey);
    expect(errors).toBeUndefined();
    return data.checkoutSessions;
  };
  const allPages = async (direction: 'ASC' | 'DESC'): Promise<Page[]> => {
    const pages = [await page({ direction })];
    for (let last = pages[0]; last?.pageInfo.hasNextPage; last = pages.at(-1)) pages.push(await page({ direction, after: last.pageInfo.endCursor }));
    return pages;
  };

  const found = async (filter: object) => identifiersOf([await page({ first: 100, filter })]).toSorted();

  describe('checkoutSession', () => {
    const READ = 'query ($identifier: String!) { checkoutSession(identifier: $identifier) { identifier initialOrder { id } } }';
    const read = (identifier: string, apiKey?: string) => callGraphql(gateway.graphqlUrl, READ, { identifier }, apiKey);

    it('reads one of the broker’s own', async () => {
      for (const { identifier, orderId } of sessions.slice(0, 2)) expect((await read(identifier)).data.checkoutSession).toEqual({ identifier, initialOrder: { id: orderId } });
    });

    it('says the same of a session whether its facts alone are asked for or all there is, in a fragment on its interface too', async () => {
      const FACTS = 'identifier frozen { version vocabUrl } initialOrder { id customer { __typename } broker { name } orderedItem { acceptedOffer } totalPaymentDue { amount } } navigationLinks { url } potentialAction { target } ... on Node { id }';
      const [facts, all] = [await readWhole(gateway, sessions[0]?.identifier, FACTS), await readWhole(gateway, sessions[0]?.identifier, `${FACTS} ... on CheckoutSession { state createdAt expiresAt seller { id } broker { id } }`)];
      expect(all).toEqual({ ...facts, state: 'OPEN', createdAt: expect.any(String), expiresAt: expect.any(String), seller: { id: expect.any(String) }, broker: { id: DEMO.brokerIds.fitnessFinder } });
      for (const [member, value] of Object.entries(all)) expect(await readWhole(gateway, sessions[0]?.identifier, `${member} ${typeof value === 'object' && value !== null && !Array.isArray(value) ? '{ __typename }' : ''}`.replace(/^(navigationLinks|potentialAction) /, '$1 { __typename }')), member).toHaveProperty(member);
    });

    it('is null for another broker’s and for none, without a difference', async () => {
      const foreign = await read(sessions[0]?.identifier ?? '', DEMO.apiKeys.clubCompass);
      const none = await read('AAAAAAAAAAAAAAAAAAAAAA');
      expect(foreign).toMatchObject({ status: 200, data: { checkoutSession: null }, errors: undefined });
      expect(none).toMatchObject({ status: 200, data: { checkoutSession: null }, errors: undefined });
    });
  });

  describe('checkoutSessions', () => {
    it.each(['ASC', 'DESC'] as const)('pages through 45 sessions by 20 without a gap or a repeat (%s)', async (direction) => {
      const pages = await allPages(direction);
      expect(pages.map(({ nodes }) => nodes.length)).toEqual([20, 20, 5]);
      expect(pages.map(({ pageInfo }) => [pageInfo.hasPreviousPage, pageInfo.hasNextPage])).toEqual([
        [false, true],
        [true, true],
        [true, false],
      ]);
      expect(identifiersOf(pages).toSorted()).toEqual(sessions.map(({ identifier }) => identifier).toSorted());
      const times = pages.flatMap(({ nodes }) => nodes.map(({ createdAt }) => createdAt));
      expect(times).toEqual(direction === 'ASC' ? times.toSorted() : times.toSorted().toReversed());
    });

    it('turns the same order round, and starts with the newest unless asked', async () => {
      expect(identifiersOf(await allPages('DESC'))).toEqual(identifiersOf(await allPages('ASC')).toReversed());
      const { data } = await callGraphql(gateway.graphqlUrl, '{ checkoutSessions { nodes { identifier } } }');
      expect(data.checkoutSessions.nodes.map(({ identifier }: { identifier: string }) => identifier)).toEqual(identifiersOf([await page({ direction: 'DESC' })]));
    });

    it('gives every item a cursor that continues right behind it', async () => {
      const { edges, nodes, pageInfo } = await page({});
      expect(edges.map(({ node }) => node.identifier)).toEqual(nodes.map(({ identifier }) => identifier));
      expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0]?.cursor, edges.at(-1)?.cursor]);
      const behindSeventh = await page({ first: 3, after: edges[6]?.cursor });
      expect(identifiersOf([behindSeventh])).toEqual(nodes.slice(7, 10).map(({ identifier }) => identifier));
    });

    it('answers an empty page as one', async () => {
      const empty = { edges: [], nodes: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null } };
      expect(await page({}, DEMO.apiKeys.clubCompass)).toEqual(empty);
      const last = (await allPages('DESC')).at(-1)?.pageInfo.endCursor;
      expect(await page({ after: last })).toEqual({ ...empty, pageInfo: { ...empty.pageInfo, hasPreviousPage: true } });
    });

    it('shows nothing of another broker, also behind a cursor of its own', async () => {
      const [first] = await allPages('DESC');
      const foreign = await page({ after: first?.pageInfo.endCursor }, DEMO.apiKeys.clubCompass);
      expect(foreign.nodes).toEqual([]);
    });

    it('filters by state, time and seller, and by all of them together', async () => {
      const em = gateway.store.fork();
      const cancelled = sessions.slice(0, 3).map(({ identifier }) => identifier);
      await em.nativeUpdate(CheckoutSession, { identifier: { $in: cancelled } }, { state: 'CANCELLED' });
      const those = (keep: (session: SeededSession, index: number) => boolean) => sessions.filter(keep).map(({ identifier }) => identifier).toSorted();
      const middle = sessions[20]?.createdAt ?? '';
      expect(await found({ state: ['CANCELLED'] })).toEqual(cancelled.toSorted());
      expect(await found({ state: ['OPEN', 'CANCELLED'] })).toEqual(those(() => true));
      expect(await found({ state: [] })).toEqual([]);
      expect(await found({ createdFrom: middle })).toEqual(those(({ createdAt }) => createdAt >= middle));
      expect(await found({ createdBefore: middle })).toEqual(those(({ createdAt }) => createdAt < middle));
      expect(await found({ sellerId: DEMO.sellerId('riverside-yoga') })).toEqual(those((_, index) => index % 2 === 0));
      expect(await found({ sellerId: 'https://nobody.example/' })).toEqual([]);
      expect(await found({ sellerId: '' })).toEqual([]);
      expect(await found({ state: ['CANCELLED'], sellerId: DEMO.sellerId('riverside-yoga') })).toEqual(those((_, index) => index === 0 || index === 2));
      expect(await found({ state: null, sellerId: null, createdFrom: null, createdBefore: null })).toEqual(those(() => true));
    });

    it('pages on as if nothing had happened when a session is opened meanwhile', async () => {
      const first = await page({});
      await createSession(gateway);
      const second = await page({ after: first.pageInfo.endCursor });
      const before = sessions.map(({ identifier }) => identifier);
      const seen = identifiersOf([first, second]);
      expect(new Set(seen).size).toBe(40);
      expect(seen.every((identifier) => before.includes(identifier))).toBe(true);
    });

    it.each([0, -1, 101])('refuses first: %d', async (first) => {
      const { data, errors } = await callGraphql(gateway.graphqlUrl, PAGE, { first, direction: 'DESC' });
      expect(data).toBeNull();
      expect(errors).toMatchObject([{ message: '"first" must be from 1 to 100.', path: ['checkoutSessions'], extensions: { code: 'BAD_USER_INPUT' } }]);
    });
  });
});

const LISTS = ['checkoutSessions', 'orders', 'sellers', 'opportunities'] as const;
/** What a list says of itself inside its cursors; an attacker can read it there. */
const OWN_CURSORS: Record<(typeof LISTS)[number], readonly unknown[]> = {
  checkoutSessions: ['checkout sessions by creation', '2026-11-20T12:00:00.000Z', 'AAAAAAAAAAAAAAAAAAAAAA'],
  orders: ['orders by creation', '2026-11-20T12:00:00.000Z', '0193a000-0000-7000-8000-000000000001'],
  sellers: ['sellers by creation', '2026-11-20T12:00:00.000Z', '0193a000-0000-7000-8000-000000000001'],
  opportunities: ['opportunities by start', '2026-11-20T12:00:00.000Z', 'https://demo.courtside.example/slots/demo-slot'],
};

const toCursor = (members: unknown) => Buffer.from(JSON.stringify(members)).toString('base64url');

describe.each(STORES)('the cursor of a list (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const after = (list: string, cursor: string) => callGraphql(gateway.graphqlUrl, `query ($after: String) { ${list}(after: $after) { nodes { __typename } } }`, { after: cursor });
  const expectRefusal = async (list: string, cursor: string) => {
    const { status, data, errors } = await after(list, cursor);
    expect(status).toBeLessThan(500);
    expect(data).toBeNull();
    expect(errors, JSON.stringify(errors)).toMatchObject([{ message: '"after" is not a cursor of this list.', extensions: { code: 'BAD_USER_INPUT' } }]);
  };

  it.each(LISTS)('is taken by its own list: %s', async (list) => {
    expect((await after(list, toCursor(OWN_CURSORS[list]))).errors).toBeUndefined();
  });

  it.each(LISTS)('is refused by every other list: %s', async (list) => {
    for (const other of LISTS.filter((name) => name !== list)) await expectRefusal(list, toCursor(OWN_CURSORS[other]));
  });

  it('is refused by the same list in another order', async () => {
    const byName = 'query ($after: String) { sellers(after: $after, orderBy: { field: NAME, direction: ASC }) { nodes { __typename } } }';
    const { errors } = await callGraphql(gateway.graphqlUrl, byName, { after: toCursor(OWN_CURSORS.sellers) });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it.each(LISTS)('is refused when somebody has tampered with it, before it reaches the store: %s', async (list) => {
    const [name, instant, tieBreaker] = OWN_CURSORS[list];
    const tampered = [
      [name, instant, `${String(tieBreaker)}\u0000`],
      [name, instant, '\ud800'],
      [name, '+275760-09-13T00:00:00.000Z', tieBreaker],
      [name, '-271821-04-20T00:00:00.000Z', tieBreaker],
      [name, 'yesterday', tieBreaker],
      [name, 5, tieBreaker],
      [name, instant],
      [name, instant, tieBreaker, 'more'],
      { name },
      null,
    ];
    for (const members of tampered) await expectRefusal(list, toCursor(members));
    for (const cursor of ['', 'nonsense', '\u{1F3BE}', '{}']) await expectRefusal(list, cursor);
  });

  it.each(['orders', 'sellers'] as const)('is refused when its end is no UUID where the list has UUIDs: %s', async (list) => {
    await expectRefusal(list, toCursor([...OWN_CURSORS[list].slice(0, 2), 'not-a-uuid']));
  });
});
