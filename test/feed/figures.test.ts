import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addFeed } from '../../src/feed/add-feed.js';
import { enter } from '../support/checkout.js';
import { FeedServer, type FeedDouble } from '../support/feed-server.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { STAFF } from '../support/harvest-world.js';
import { deleted, idOf, offer, series, session, versionAt } from '../support/published.js';
import { onboardSeller } from '../support/seller-flow.js';
import { STORES } from '../support/stores.js';

const SOON = { timeout: 20_000 };
const MINUTE = 60;
const ORGANISER = idOf('organizations', 'one');

const target = (id: string) => ({ item: { type: 'SCHEDULED_SESSION', identifier: idOf('sessions', id) } }) as const;

describe.each(STORES)('what a feed says and what we have sold (%s)', (store) => {
  let gateway: TestGateway;
  let server: FeedServer;
  let feed: FeedDouble;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    server = await FeedServer.start(() => gateway.clock.now());
    const ofSeries = server.feed('series');
    feed = server.feed('sessions');
    ofSeries.publish(series('a', 1, { offers: [offer('free', 0)] }));
    publish('booked', 5);
    publish('deleted', 5);
    for (const { url } of server.feeds) await addFeed({ url, isFile: false, reason: 'the test wants it' }, { em: gateway.store.fork(), now: gateway.clock.now(), staff: STAFF });
    await vi.waitFor(async () => expect((await seen('booked'))?.superEvent.name).toBe('Series a'), SOON);
  });
  afterAll(async () => {
    expect(server.offences).toEqual([]);
    await server.stop();
    await gateway.stop();
  });

  const publish = (id: string, remainingAttendeeCapacity: number, secondsAgo = 0) => feed.publish(session(id, versionAt(gateway.clock.now()) - secondsAgo * 1000, 'a', { remainingAttendeeCapacity }));
  const ask = async (query: string, variables: object, headers: Readonly<Record<string, string>> = {}) => {
    const { data, errors } = await callGraphql(gateway.graphqlUrl, query, variables, null, headers);
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const seen = async (id: string): Promise<{ remainingAttendeeCapacity: number; superEvent: { name: string } } | null> =>
    (await ask('query ($identifier: String!) { opportunity(identifier: $identifier) { ... on ScheduledSession { remainingAttendeeCapacity superEvent { name } } } }', { identifier: idOf('sessions', id) })).opportunity;
  const book = async (id: string) => {
    const guest = await enter(gateway, target(id));
    await guest.details();
    await guest.age();
    expect(await guest.book()).toMatchObject({ step: 'DONE' });
    return guest;
  };
  const figure = (id: string) => seen(id).then((item) => item?.remainingAttendeeCapacity);
  /** A while later, so that the feed may be asked again. */
  const later = () => gateway.clock.advance(MINUTE);

  it('books a free session from a feed once its organiser is onboarded, and not before', async () => {
    await expect(enter(gateway, target('booked'))).rejects.toThrow('ItemNotBookableError');
    await onboardSeller(gateway, ORGANISER, false);
    await book('booked');
    expect(await figure('booked')).toBe(4);
  });

  it('takes a figure off that was said before a booking, and believes one that was said after it', async () => {
    await onboardIfNeeded();
    await book('booked');
    const before = await figure('booked');
    later();
    publish('booked', before ?? 0); // the publisher knows of all of them
    const said = (await figure('booked')) ?? 0;
    await expect.poll(() => isHarvested('booked'), SOON).toBe(true);
    expect(await figure('booked')).toBe(said);
    later();
    await book('booked');
    publish('booked', 40, MINUTE / 2); // said half a minute before that
    later();
    await expect.poll(() => figure('booked'), SOON).toBe(39);
    publish('booked', 30);
    later();
    await expect.poll(() => figure('booked'), SOON).toBe(30);
  });

  it('lets who has booked read the order of a session that its publisher has deleted', async () => {
    await onboardIfNeeded();
    const guest = await book('deleted');
    const { order } = await guest.read();
    feed.publish(deleted('ScheduledSession', 'deleted', versionAt(gateway.clock.now())));
    later();
    await expect.poll(() => isWithdrawn('deleted'), SOON).toBe(true);
    const { checkout } = await ask('{ checkout { order { id state orderedItem { orderItemStatus orderedItem { identifier } } } } }', {}, { authorization: `Checkout ${guest.token}` });
    expect(checkout.order).toEqual({ id: order?.id, state: 'CONFIRMED', orderedItem: [{ orderItemStatus: 'ORDER_CONFIRMED', orderedItem: { identifier: idOf('sessions', 'deleted') } }] });
  });

  /** Each test stands alone. */
  const onboardIfNeeded = async () => {
    const seller = await gateway.store.reads.selectFrom('seller').where('seller_id', '=', ORGANISER).select('status').executeTakeFirstOrThrow();
    if (seller.status === 'NOT_ONBOARDED') await onboardSeller(gateway, ORGANISER, false);
  };

  const isWithdrawn = async (id: string) => (await gateway.store.reads.selectFrom('opportunity').where('id', '=', idOf('sessions', id)).select('withdrawn_at').executeTakeFirst())?.withdrawn_at !== null;

  /** Whether the catalogue has the latest version of a session. */
  const isHarvested = async (id: string) => {
    const row = await gateway.store.reads.selectFrom('opportunity').where('id', '=', idOf('sessions', id)).select('figure_modified').executeTakeFirst();
    return Number(row?.figure_modified) >= gateway.clock.now().getTime() - MINUTE * 1000 + 1;
  };
});
