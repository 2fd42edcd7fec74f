import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveStale } from '../../src/feed/derive-stale.js';
import { Feed } from '../../src/feed/feed.entity.js';
import { storeFeedPage } from '../../src/feed/store-feed-page.js';
import { addSeconds } from '../../src/shared/clock.js';
import { newUuid } from '../../src/shared/ids.js';
import { countStatements } from '../support/count-statements.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { STORES } from '../support/stores.js';
import { staffHeader } from '../support/tenant-world.js';

const HEALTH = 'lagSeconds isStalled stallReason items listed waiting orphans { count examples { id parentId } } problems { cause isRejected items examples { itemId detail at } }';
const WELL = { isStalled: false, stallReason: null };

const thing = (kind: string, name: string, data: object = {}) => ({ state: 'updated', kind, id: name, modified: 1, data: { '@type': kind, '@id': `https://club.example/${name}`, ...data } });
const organizer = { '@type': 'Organization', '@id': 'https://club.example/', name: 'Club' };
const series = (name: string) => thing('SessionSeries', name, { name: 'Yoga', organizer });
const session = (name: string, of: string, data: object = {}) => thing('ScheduledSession', name, { superEvent: `https://club.example/${of}`, startDate: '2026-12-01T10:00:00Z', ...data });

describe.each(STORES)('how a feed fares (%s)', (store) => {
  let gateway: TestGateway;
  let statements: ReturnType<typeof countStatements>;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' }, {}, { idleMs: 3_600_000 }); // nobody derives meanwhile but we
    statements = countStatements();
  });
  afterAll(() => gateway.stop());

  /** Adds a feed that nobody claims during the test. */
  const addFeed = async (changes: Partial<Feed> = {}): Promise<{ id: string; url: string }> => {
    const [em, id, now] = [gateway.store.fork(), newUuid(), gateway.clock.now()];
    const url = `https://club.example/feeds/${id}`;
    em.create(Feed, { id, url, publisher: 'Club', licence: null, timeZone: 'Europe/London', state: 'ACTIVE', stateReason: null, nextUrl: url, addedAt: now, dueAt: now, leasedUntil: addSeconds(now, 86_400), failures: 0, lastFailure: null, polledAt: null, caughtUpAt: null, changedAt: null, ...changes });
    await em.flush();
    return { id, url };
  };
  const tell = async ({ id, url }: { id: string; url: string }, items: readonly object[]) => {
    await gateway.store.fork().execute('update feed set next_url = ? where id = ?', [url, id]);
    const text = JSON.stringify({ next: `${url}?next`, items, license: 'https://creativecommons.org/licenses/by/4.0/' });
    expect((await storeFeedPage({ feedId: id, url, text, askedAt: gateway.clock.now() }, { em: gateway.store.fork(), storeKind: store, now: gateway.clock.now(), random: () => 0 })).isStored).toBe(true);
  };
  const derive = () => deriveStale({ em: gateway.store.fork(), storeKind: store, now: gateway.clock.now() });
  const asStaff = async (query: string, variables: object = {}) => {
    const { data, errors } = await callGraphql(gateway.graphqlUrl, query, variables, null, await staffHeader(gateway, 'support'));
    expect(errors).toBeUndefined();
    return data;
  };
  const healthOf = async ({ id }: { id: string }) => (await asStaff(`query ($id: ID!) { feed(id: $id) { health { ${HEALTH} } } }`, { id })).feed.health;

  it('counts its items, what is shown of them, and what is still to be derived', async () => {
    const feed = await addFeed();
    await tell(feed, [series('yoga'), session('one', 'yoga'), session('two', 'yoga'), { ...session('gone', 'yoga'), state: 'deleted', data: undefined }]);
    expect(await healthOf(feed)).toMatchObject({ ...WELL, lagSeconds: 0, items: 3, listed: 0, waiting: 4 });
    await derive();
    expect(await healthOf(feed)).toMatchObject({ items: 3, listed: 2, waiting: 0, orphans: { count: 0, examples: [] }, problems: [] });
    await tell(feed, [{ ...session('two', 'yoga'), state: 'deleted', data: undefined, modified: 2 }]);
    await derive();
    expect(await healthOf(feed)).toMatchObject({ items: 2, listed: 1 });
  });

  it('counts children whose parent has not come, shows 5 of them with whom they wait for, and forgets them once it has', async () => {
    const feed = await addFeed();
    const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
    await tell(feed, [...names.map((name) => session(name, 'late')), thing('IndividualFacilityUse', 'court', { name: 'Court', aggregateFacilityUse: 'https://club.example/hall' }), thing('Slot', 'slot', { facilityUse: 'https://club.example/court', startDate: '2026-12-01T10:00:00Z', duration: 'PT1H' })]);
    await derive();
    const { listed, orphans } = await healthOf(feed);
    expect({ listed, count: orphans.count }).toEqual({ listed: 0, count: 8 });
    expect(orphans.examples).toEqual(names.slice(0, 5).map((name) => ({ id: `https://club.example/${name}`, parentId: 'https://club.example/late' })));
    await tell(feed, [series('late')]);
    await derive();
    expect((await healthOf(feed)).orphans).toEqual({ count: 2, examples: ['court', 'slot'].map((name) => ({ id: `https://club.example/${name}`, parentId: 'https://club.example/hall' })) });
    await tell(feed, [thing('FacilityUse', 'hall', { name: 'Hall', provider: organizer }), { ...series('late'), state: 'deleted', data: undefined, modified: 2 }]);
    await derive();
    expect(await healthOf(feed)).toMatchObject({ listed: 1, orphans: { count: 6 } });
  });

  it('groups what is wrong by its cause, what was left out first, with 3 examples each', async () => {
    const feed = await addFeed();
    const dear = { offers: [{ '@type': 'Offer', '@id': 'https://club.example/offer', price: 'dear', priceCurrency: 'GBP' }] };
    await tell(feed, [series('pilates'), ...['p', 'q', 'r', 's', 't'].map((name) => session(name, 'pilates', dear)), ...['u', 'v', 'w', 'x'].map((name) => session(name, 'pilates', { startDate: null }))]);
    await derive();
    const { items, listed, problems } = await healthOf(feed);
    expect({ items, listed }).toEqual({ items: 10, listed: 5 });
    expect(problems).toEqual([
      { cause: 'NO_START', isRejected: true, items: 4, examples: ['u', 'v', 'w'].map((itemId) => ({ itemId, detail: expect.any(String), at: gateway.clock.now().toISOString() })) },
      { cause: 'BAD_PRICE', isRejected: false, items: 5, examples: ['p', 'q', 'r'].map((itemId) => ({ itemId, detail: expect.stringContaining('dear'), at: gateway.clock.now().toISOString() })) },
    ]);
  });

  it('is read in as many statements for many feeds as for one, and in none where nobody asks', async () => {
    await addFeed();
    /** Only these: a gateway looks after feeds by itself meanwhile. */
    const ofHealth = /count\(\*\)|orphan_thing as orphan|feed_problem as problem/;
    const count = async (first: number, selection: string) => (await statements.during(() => asStaff(`{ feeds(first: ${first}) { nodes { id ${selection} } } }`)))[0].filter((sql) => ofHealth.test(sql)).length;
    expect(await count(1, `health { ${HEALTH} }`)).toBe(7);
    expect(await count(4, `health { ${HEALTH} }`)).toBe(7);
    expect(await count(4, 'health { isStalled lagSeconds }')).toBe(0);
  });

  it('is told to staff where somebody has to look, in the metrics, and keeps no gateway from being ready', async () => {
    const ago = (seconds: number) => addSeconds(gateway.clock.now(), -seconds);
    const stalled = await addFeed({ publisher: 'Stalled', addedAt: ago(9_000), dueAt: ago(700), polledAt: ago(700), caughtUpAt: ago(700) });
    const gone = await addFeed({ publisher: 'Gone', state: 'GONE', stateReason: 'it answered 404' });
    await addFeed({ publisher: 'Paused', state: 'PAUSED', stateReason: 'the publisher asked for it' });
    const { overview } = await asStaff('{ overview { feeds { state count } troubledFeeds { id publisher state reason } } }');
    expect(overview.troubledFeeds).toEqual([
      { id: stalled.id, publisher: 'Stalled', state: 'ACTIVE', reason: expect.stringContaining('nobody has brought a page') },
      { id: gone.id, publisher: 'Gone', state: 'GONE', reason: 'it answered 404' },
    ]);
    expect(overview.feeds).toEqual(expect.arrayContaining([{ state: 'GONE', count: 1 }, { state: 'PAUSED', count: 1 }]));
    expect(await healthOf(stalled)).toMatchObject({ isStalled: true, lagSeconds: 700 });
    const text = await (await fetch(new URL('/metrics', gateway.graphqlUrl))).text();
    expect(text).toContain('courtside_feeds{state="GONE"} 1');
    expect(text).toContain(`courtside_feed_lag_seconds{feed="${stalled.id}"} 700`);
    expect(text).not.toContain(`feed="${gone.id}"`);
    expect(text).toMatch(/courtside_feed_rejected_items\{feed="[\w-]+"\} 4/);
    expect((await fetch(new URL('/readyz', gateway.graphqlUrl))).status).toBe(200);
  });
});
