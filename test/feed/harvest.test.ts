import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { harvestPage } from '../../rest-adapter/feeds/harvest.js';
import { pauseFeed, removeFeed, resumeFeed } from '../../src/feed/move-feed.js';
import type { FeedSettings } from '../support/feed-server.js';
import { STAFF, startHarvestWorld, type HarvestWorld, type TestHarvester } from '../support/harvest-world.js';
import { deleted, idOf, series, session } from '../support/published.js';
import { STORES } from '../support/stores.js';

const IDLE_SECONDS = 11;
const LEASE_SECONDS = 120;

describe.each(STORES)('harvesting a feed (%s)', (store) => {
  let world: HarvestWorld;
  let impatient: TestHarvester;
  beforeAll(async () => {
    world = await startHarvestWorld(store);
    impatient = await world.another({ limits: { connectMs: 1_000, wholeMs: 200, pageBytes: 50 } });
  });
  afterEach(async () => {
    expect(world.server.offences).toEqual([]);
    await world.reset();
  });
  afterAll(() => world.stop());

  const listed = async () => (await world.store.reads.selectFrom('opportunity').where('withdrawn_at', 'is', null).orderBy('id').select('id').execute()).map(({ id }) => id);
  const capacityOf = async (id: string) => (await world.store.reads.selectFrom('opportunity').where('id', '=', idOf('sessions', id)).select('remaining_capacity').executeTakeFirst())?.remaining_capacity;
  const problems = async () => (await world.store.reads.selectFrom('feed_problem').select(['item_id', 'cause', 'is_rejected']).orderBy('item_id').execute()).map(({ item_id, cause, is_rejected }) => `${item_id} ${cause}${is_rejected ? ', left out' : ''}`);
  const stale = async () => (await world.store.reads.selectFrom('stale_thing').selectAll().execute()).length;
  const publishSeries = async () => {
    const feed = world.server.feed('series');
    feed.publish(series('a', 1));
    return { feed, id: await world.add(feed.url) };
  };
  const withSessions = async (count: number, settings: FeedSettings = { ordering: 'TIMESTAMP', pageSize: 2 }) => {
    await publishSeries();
    const feed = world.server.feed('sessions', settings);
    for (let index = 0; index < count; index += 1) feed.publish(session(`s${index}`, index, 'a'));
    return { feed, id: await world.add(feed.url) };
  };

  it.each([
    { ordering: 'TIMESTAMP', pageSize: 2 },
    { ordering: 'CHANGE_NUMBER', pageSize: 2 },
    { ordering: 'TIMESTAMP', pageSize: 3, isNextRelative: true, encoding: 'gzip' },
    { ordering: 'CHANGE_NUMBER', pageSize: 1, emptyEvery: 2, encoding: 'br' },
  ] as const)('lists every session once its series is there too, page by page, in order: %j', async (settings) => {
    const { id } = await withSessions(5, settings);
    await world.settle();
    expect(await listed()).toEqual([0, 1, 2, 3, 4].map((index) => idOf('sessions', `s${index}`)));
    expect(await world.feed(id)).toMatchObject({ state: 'ACTIVE', itemsRead: 5, licence: 'https://creativecommons.org/licenses/by/4.0/', caughtUpAt: world.clock.now(), failures: 0, publisher: new URL(world.server.origin).host });
    expect(await stale()).toBe(0);
    expect([...world.server.agents]).toEqual([expect.stringMatching(/^Courtside/)]);
  });

  it('asks an idle feed no more often than its publisher’s cache turns over, and never from the start again', async () => {
    const { feed } = await publishSeries();
    await world.settle();
    const asked = feed.asked.length;
    await world.settle();
    world.clock.advance(7);
    expect(await world.settle()).toEqual([]);
    world.clock.advance(IDLE_SECONDS - 7);
    expect(await world.settle()).toMatchObject([{ outcome: 'STORED', isLast: true, items: 0 }]);
    expect(feed.asked.slice(asked)).toEqual([feed.asked[asked - 1]]);
  });

  it('keeps sessions that come before their series, and lists them when it comes', async () => {
    const sessions = world.server.feed('sessions');
    sessions.publish(session('early', 1, 'a'));
    await world.add(sessions.url);
    await world.settle();
    expect(await listed()).toEqual([]);
    await publishSeries();
    await world.settle();
    expect(await listed()).toEqual([idOf('sessions', 'early')]);
  });

  it('withdraws what is deleted, and shows again what comes back', async () => {
    const { feed } = await withSessions(2);
    await world.settle();
    feed.publish(deleted('ScheduledSession', 's0', 10));
    world.clock.advance(IDLE_SECONDS);
    await world.settle();
    expect(await listed()).toEqual([idOf('sessions', 's1')]);
    feed.publish(session('s0', 11, 'a'));
    world.clock.advance(IDLE_SECONDS);
    await world.settle();
    expect(await listed()).toHaveLength(2);
  });

  it('lets no older word of an item overwrite a newer one, within a page or later', async () => {
    const { feed } = await withSessions(0, { ordering: 'CHANGE_NUMBER', pageSize: 3 });
    feed.publish(session('s', 5, 'a', { remainingAttendeeCapacity: 5 }), session('s', 4, 'a', { remainingAttendeeCapacity: 4 }), session('t', 1, 'a'), session('s', 3, 'a', { remainingAttendeeCapacity: 3 }));
    await world.settle();
    expect(await capacityOf('s')).toBe(5);
    feed.publish(session('s', 6, 'a', { remainingAttendeeCapacity: 6 }), deleted('ScheduledSession', 's', 2));
    world.clock.advance(IDLE_SECONDS);
    await world.settle();
    expect(await capacityOf('s')).toBe(6);
    expect(await listed()).toHaveLength(2);
  });

  it('derives the sessions of a series that has changed', async () => {
    const { feed } = await publishSeries();
    const sessions = world.server.feed('sessions');
    sessions.publish(session('s', 1, 'a'));
    await world.add(sessions.url);
    await world.settle();
    const cheapest = async () => (await world.store.reads.selectFrom('opportunity').select('lowest_price_minor').executeTakeFirstOrThrow()).lowest_price_minor;
    expect(await cheapest()).toBe(850);
    feed.publish(series('a', 2, { offers: [] }));
    world.clock.advance(IDLE_SECONDS);
    await world.settle();
    expect(await cheapest()).toBeNull();
  });

  it('counts items that cannot be read, says what is wrong with them, and reads on', async () => {
    const { feed, id } = await withSessions(0, { ordering: 'CHANGE_NUMBER', pageSize: 10 });
    feed.publishMalformed('no item');
    feed.publishMalformed({ id: 'odd', kind: 'ScheduledSession', modified: 'yesterday', state: 'updated', data: {} });
    feed.publish({ ...session('bad', 1, 'a'), data: { '@type': 'ScheduledSession' } }, session('good', 1, 'a'));
    expect(await world.settle()).toContainEqual(expect.objectContaining({ feedId: id, items: 4, rejected: 3 }));
    expect(await listed()).toEqual([idOf('sessions', 'good')]);
    expect(await problems()).toEqual(['#0 NOT_AN_OBJECT, left out', 'bad NO_ID, left out', 'odd BAD_MODIFIED, left out']);
    feed.publish(session('bad', 2, 'a'), session('odd', 2, 'a'));
    world.clock.advance(IDLE_SECONDS);
    await world.settle();
    expect(await problems()).toEqual(['#0 NOT_AN_OBJECT, left out']);
  });

  it.each([404, 410])('stops at a status %s until staff resume the feed, and goes on where it was', async (status) => {
    const { feed, id } = await withSessions(3);
    await world.page(id);
    feed.faults.push({ status });
    expect(await world.page(id)).toMatchObject({ outcome: 'FAILED', failure: 'NOT_FOUND' });
    expect(await world.feed(id)).toMatchObject({ state: 'GONE', stateReason: `status ${status}`, dueAt: null });
    world.clock.advance(86_400);
    await world.settle();
    expect(feed.asked).toHaveLength(2);
    await resumeFeed({ id, reason: 'it is back' }, { em: world.store.fork(), now: world.clock.now(), staff: STAFF });
    await world.settle();
    expect(await listed()).toHaveLength(3);
    expect(feed.asked[2]).toBe(feed.asked[1]);
  });

  it.each([
    [429, 'TOO_OFTEN', 90],
    [503, 'UNAVAILABLE', 1_000],
  ] as const)('waits as long as a status %s asks for, also when somebody wants the feed now', async (status, failure, seconds) => {
    const { feed, id } = await publishSeries();
    feed.faults.push({ status, retryAfter: String(seconds) });
    expect(await world.page()).toMatchObject({ outcome: 'FAILED', failure });
    world.clock.advance(seconds - 1);
    expect(await world.page()).toEqual({ outcome: 'NOTHING_DUE' });
    expect(await world.page(id)).toEqual({ outcome: 'NOTHING_DUE' });
    world.clock.advance(seconds + 2); // up to twice as long, by chance
    expect(await world.settle()).toHaveLength(2);
    expect(await world.feed(id)).toMatchObject({ failures: 0, lastFailure: null });
  });

  it.each([
    ['a status of its own making', { status: 500 }, 'status 500'],
    ['a status that keeps us out', { status: 403 }, 'status 403'],
    ['half a page', 'CUT', expect.any(String)],
    ['a redirect that leads nowhere', { redirectTo: 'ftp://nowhere.example/' }, 'redirect to no address'],
  ] as const)('asks again later and less and less often after %s', async (_case, fault, lastFailure) => {
    const { feed, id } = await publishSeries();
    const waits = [];
    for (let time = 0; time < 3; time += 1) {
      feed.faults.push(fault);
      expect(await world.page()).toMatchObject({ outcome: 'FAILED', failure: 'FAILED' });
      const { dueAt, failures, lastFailure: said } = await world.feed(id);
      expect([failures, said]).toEqual([time + 1, lastFailure]);
      waits.push(((dueAt?.getTime() ?? 0) - world.clock.now().getTime()) / 1000);
      world.clock.advance((waits.at(-1) ?? 0) + 1);
    }
    expect(waits.map((wait, index) => wait >= 30 * 2 ** index && wait <= 38 * 2 ** index)).toEqual([true, true, true]);
    await world.settle();
    expect(await world.feed(id)).toMatchObject({ failures: 0, itemsRead: 1 });
  });

  it('follows a redirect, and stays at its own address', async () => {
    const { feed, id } = await publishSeries();
    feed.faults.push({ redirectTo: feed.url });
    await world.settle();
    expect(await world.feed(id)).toMatchObject({ itemsRead: 1, failures: 0 });
  });

  it('follows no circle of redirects', async () => {
    const { feed } = await publishSeries();
    feed.faults.push(...Array.from({ length: 4 }, () => ({ redirectTo: feed.url })));
    expect(await world.page()).toMatchObject({ outcome: 'FAILED', failure: 'FAILED', detail: 'more than 3 redirects' });
    expect(feed.asked).toHaveLength(4);
  });

  it.each([
    ['is no JSON', '<html>'],
    ['is no page', '{"items": []}'],
    ['leads to itself although it has items', '{"next": "", "items": [{}]}'],
    ['leads to no web address', '{"next": "file:///etc/passwd", "items": []}'],
  ])('stops at a page that %s, and says so', async (_case, text) => {
    const { feed, id } = await publishSeries();
    feed.faults.push({ text });
    expect(await world.page()).toMatchObject({ outcome: 'STORED', isStored: false, problem: expect.any(String) });
    expect(await world.feed(id)).toMatchObject({ state: 'BROKEN', stateReason: expect.stringContaining('page') });
  });

  it('counts a page once that two harvesters have, whichever is later', async () => {
    const { feed, id } = await withSessions(4);
    const late = await world.another();
    const gate = Promise.withResolvers<void>();
    const slow = { ...late.parts, sdk: { ...late.parts.sdk, StoreFeedPage: async (...args: Parameters<typeof late.parts.sdk.StoreFeedPage>) => gate.promise.then(() => late.parts.sdk.StoreFeedPage(...args)) } };
    const asked = feed.asked.length;
    const first = harvestPage(id, slow);
    await expect.poll(() => feed.asked.length).toBe(asked + 1);
    expect(await world.page(id), 'while the lease lasts').toEqual({ outcome: 'NOTHING_DUE' });
    world.clock.advance(LEASE_SECONDS);
    expect(await world.page(id)).toMatchObject({ outcome: 'STORED', isStored: true, items: 2 });
    gate.resolve();
    expect(await first).toMatchObject({ outcome: 'STORED', isStored: false });
    await world.settle();
    expect(await world.feed(id)).toMatchObject({ itemsRead: 4 });
    expect(await listed()).toHaveLength(4);
  });

  it('asks no address that is not public where it must not, wherever a page leads', async () => {
    const { feed, id } = await publishSeries();
    const guarded = await world.another({ reach: { allowsPrivate: false, allowsHttp: true } });
    expect(await guarded.page(id)).toMatchObject({ outcome: 'FAILED', failure: 'FAILED', detail: 'not public' });
    expect(feed.asked).toEqual([]);
  });

  it('gives up a page that does not come, and one that is too long', async () => {
    const { feed, id } = await publishSeries();
    feed.faults.push('SILENCE');
    expect(await impatient.page(id)).toMatchObject({ outcome: 'FAILED', detail: 'no page within 0.2 s' });
    world.clock.advance(60);
    expect(await impatient.page(id)).toMatchObject({ outcome: 'FAILED', detail: 'more than 50 bytes' });
  });

  it('asks a paused feed nothing, and drops the page that was on its way', async () => {
    const { feed, id } = await withSessions(4);
    const parts = { em: world.store.fork(), now: world.clock.now(), staff: STAFF };
    await world.page(id);
    world.server.onRequest = () => {
      world.server.onRequest = () => {};
      void pauseFeed({ id, reason: 'asked to' }, parts);
    };
    await world.page(id);
    const { itemsRead, state } = await world.feed(id);
    expect([2, 4]).toContain(itemsRead);
    expect(state).toBe('PAUSED');
    const asked = feed.asked.length;
    await world.settle();
    expect(feed.asked).toHaveLength(asked);
    await resumeFeed({ id, reason: 'again' }, parts);
    await world.settle();
    expect(await world.feed(id)).toMatchObject({ itemsRead: 4, stateReason: null });
  });

  it('takes everything out of the catalogue that a removed feed has told, and nothing of others', async () => {
    const { id } = await withSessions(4);
    const others = world.server.feed('others');
    others.publish(session('other', 1, 'a'));
    const kept = await world.add(others.url);
    await world.settle();
    expect(await listed()).toHaveLength(5);
    await removeFeed({ id, reason: 'no licence' }, { em: world.store.fork(), now: world.clock.now(), staff: STAFF });
    await world.derive();
    expect(await listed()).toEqual([idOf('sessions', 'other')]);
    const left = await world.store.reads.selectFrom('feed_item').select('feed_id').distinct().execute();
    expect(left.map(({ feed_id }) => feed_id)).not.toContain(id);
    expect(left.map(({ feed_id }) => feed_id)).toContain(kept);
    expect(await world.feed(id)).toMatchObject({ state: 'REMOVED', stateReason: 'no licence' });
  });

  it('can add a removed feed again once nothing of it is left, and not before', async () => {
    const { feed, id } = await withSessions(2);
    await world.settle();
    await removeFeed({ id, reason: 'a mistake' }, { em: world.store.fork(), now: world.clock.now(), staff: STAFF });
    await expect(world.add(feed.url)).rejects.toThrow('There is a feed');
    await world.derive();
    const again = world.server.feed('sessions');
    again.publish(session('s0', 1, 'a'));
    const added = await world.add(again.url);
    await world.settle();
    expect(await listed()).toEqual([idOf('sessions', 's0')]);
    expect(await world.feed(added)).toMatchObject({ state: 'ACTIVE' });
  });
});
