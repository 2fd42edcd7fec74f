import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addSeconds } from '../../src/shared/clock.js';
import { RETRY_DELAYS_SECONDS } from '../../src/webhook/retry-schedule.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import type { TakenInBroker } from '../support/book.js';
import { BrokerDouble, type Reply } from '../support/broker-double.js';
import { withLastAttempt } from '../support/last-attempt.js';
import { startSenderWorld, type SenderWorld } from '../support/sender-world.js';
import { STORES } from '../support/stores.js';

const DAY = 86_400;
const MOST_JITTER = 1.2;
const LEAST_JITTER = 0.8;

describe.each(STORES)('contract §4 row 8: a success webhook that the broker does not take at once (%s)', (store) => {
  let world: SenderWorld;
  let broker: BrokerDouble;
  let known: TakenInBroker;
  beforeAll(async () => {
    world = await startSenderWorld(store);
    broker = await BrokerDouble.start(() => world.clock.now());
    known = await world.takeIn(broker);
  });
  beforeEach(() => world.reset(broker));
  afterAll(async () => {
    await world.stop();
    await broker.stop();
  });

  const deliveries = () => world.store.fork().find(WebhookDelivery, {}, { orderBy: { id: 'asc' } });
  const onlyDelivery = async () => {
    const [delivery, ...others] = await deliveries();
    if (!delivery || others.length > 0) throw new Error('not one delivery');
    return withLastAttempt(world.store, delivery);
  };
  const waitOf = ({ dueAt }: WebhookDelivery) => (dueAt.getTime() - world.clock.now().getTime()) / 1000;

  it('comes 10 times by the schedule, each within its ±20 %, with one id and the same bytes, and is then kept as exhausted', async () => {
    broker.otherwise = 500;
    await world.book(known.apiKey);
    expect(await world.round()).toBe(1);
    for (const [index, delay] of RETRY_DELAYS_SECONDS.entries()) {
      const delivery = await onlyDelivery();
      expect(delivery).toMatchObject({ state: 'PENDING', attempts: index + 1, lastStatus: 500, lastError: null, endedAt: null });
      const wait = waitOf(delivery);
      expect(wait).toBeGreaterThanOrEqual(delay * LEAST_JITTER - 0.001);
      expect(wait).toBeLessThanOrEqual(delay * MOST_JITTER + 0.001);
      world.clock.advance(wait - 0.001);
      expect(await world.round(), `just before attempt ${index + 2}`).toBe(0);
      world.clock.advance(0.001);
      expect(await world.round(), `attempt ${index + 2}`).toBe(1);
    }
    expect(await onlyDelivery()).toMatchObject({ state: 'EXHAUSTED', attempts: 10, lastStatus: 500, endedAt: world.clock.now() });
    world.clock.advance(30 * DAY);
    expect(await world.round()).toBe(0);
    expect(broker.received).toHaveLength(10);
    expect(new Set(broker.ids)).toEqual(new Set([(await onlyDelivery()).id]));
    expect(new Set(broker.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(broker.received.map(({ headers }) => headers['webhook-signature'])).size).toBe(10); // each attempt is signed with its own time
  });

  it('keeps its bytes even if what it is written from changes between two attempts', async () => {
    broker.replies.push(503);
    await world.book(known.apiKey);
    await world.round();
    const delivery = await onlyDelivery();
    await world.store.fork().nativeUpdate(WebhookDelivery, { id: delivery.id }, { facts: { ...delivery.facts, broker: { name: 'Renamed', url: 'https://renamed.example' } } });
    world.clock.advance(6);
    await world.round();
    expect(broker.received).toHaveLength(2);
    expect(broker.received[1]?.body).toBe(broker.received[0]?.body);
  });

  it('has an id of its own for every order, on every attempt', async () => {
    broker.otherwise = 500;
    for (let order = 0; order < 3; order += 1) await world.book(known.apiKey);
    await world.round();
    world.clock.advance(6);
    await world.round();
    const bodiesById = Map.groupBy(broker.received, ({ id }) => id);
    expect([...bodiesById.values()].map((attempts) => attempts.length)).toEqual([2, 2, 2]);
    expect(new Set(broker.received.map(({ body }) => body)).size).toBe(3);
  });

  it.each<readonly [string, Reply]>([
    ['200', 200],
    ['202', 202],
    ['204', 204],
    ['299', 299],
    ['200 with more to read than anybody wants', { status: 200, body: 'x'.repeat(1_000_000) }],
  ])('is delivered by %s, and never comes again', async (_case, reply) => {
    broker.replies.push(reply);
    broker.otherwise = 500;
    await world.queueOne();
    await world.round();
    expect(await onlyDelivery()).toMatchObject({ state: 'DELIVERED', attempts: 1, endedAt: world.clock.now() });
    world.clock.advance(30 * DAY);
    expect(await world.round()).toBe(0);
    expect(broker.received).toHaveLength(1);
  });

  it.each<readonly [string, Reply, number | null]>([
    ['400', 400, 400],
    ['401', 401, 401],
    ['404', 404, 404],
    ['500', 500, 500],
    ['a redirect, which is not followed', { status: 302, headers: { location: '/hooks/success?from=courtside' } }, 302],
    ['a permanent redirect', { status: 308, headers: { location: '/hooks/success?from=courtside' } }, 308],
    ['304', 304, 304],
    ['a closed connection', 'hang up', null],
    ['headers that nobody can read', { status: 500, headers: { 'retry-after': 'soon' } }, 500],
  ])('comes again after %s', async (_case, reply, status) => {
    broker.replies.push(reply);
    await world.queueOne();
    await world.round();
    expect(broker.received).toHaveLength(1);
    expect(await onlyDelivery()).toMatchObject({ state: 'PENDING', attempts: 1, lastStatus: status, lastError: status === null ? expect.stringMatching(/\w/) : null });
    expect(waitOf(await onlyDelivery())).toBeLessThanOrEqual(5 * MOST_JITTER + 0.001);
    world.clock.advance(6);
    await world.round();
    expect(broker.ids).toEqual([broker.ids[0], broker.ids[0]]);
    expect(await onlyDelivery()).toMatchObject({ state: 'DELIVERED', attempts: 2, lastStatus: 200, lastError: null });
  });

  it.each<readonly [string, (now: Date) => string, number]>([
    ['an hour', () => '3600', 3_600],
    ['an hour, as a date', (now) => addSeconds(now, 3_600).toUTCString(), 3_600],
    ['more than a day', () => '999999999', DAY],
    ['more seconds than a number holds', () => '99999999999999999999', DAY],
    ['the end of time', () => 'Fri, 31 Dec 9999 23:59:59 GMT', DAY],
  ])('waits as long as Retry-After asks, up to a day: %s', async (_case, retryAfter, seconds) => {
    broker.replies.push({ status: 503, headers: { 'retry-after': retryAfter(world.clock.now()) } });
    await world.queueOne();
    await world.round();
    expect(await onlyDelivery()).toMatchObject({ attempts: 1, lastStatus: 503 });
    expect(waitOf(await onlyDelivery())).toBe(seconds);
  });

  it.each(['0', '1', '-5', 'Thu, 01 Jan 1970 00:00:00 GMT'])('comes no sooner for a Retry-After of %s', async (retryAfter) => {
    broker.otherwise = { status: 503, headers: { 'retry-after': retryAfter } };
    await world.queueOne();
    await world.round();
    world.clock.advance(6);
    await world.round();
    expect(await onlyDelivery()).toMatchObject({ attempts: 2 });
    expect(waitOf(await onlyDelivery())).toBeGreaterThanOrEqual(300 * LEAST_JITTER);
  });

  it('stops at 410: the endpoint is disabled, this and later webhooks wait, and the broker still counts as registered', async () => {
    broker.replies.push(410);
    await world.book(known.apiKey);
    await world.round();
    const endpoint = () => world.store.fork().findOneOrFail(WebhookEndpoint, { broker: known.id });
    const disabledAt = world.clock.now();
    expect((await endpoint()).disabledAt).toEqual(disabledAt);
    await world.book(known.apiKey); // a disabled endpoint counts as registered, so this is taken
    for (let day = 0; day < 10; day += 1) {
      world.clock.advance(DAY);
      expect(await world.round()).toBe(0);
    }
    expect(broker.received).toHaveLength(1);
    expect((await deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([['PENDING', 1], ['PENDING', 0]]);
    await world.store.fork().nativeUpdate(WebhookEndpoint, { broker: known.id }, { disabledAt: null });
    expect(await world.round()).toBe(2);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['DELIVERED', 'DELIVERED']);
    expect(new Set(broker.ids).size).toBe(2);
  });

  it('holds up nobody: what others are to hear goes out beside one that fails and one that does not answer yet', async () => {
    const gate = Promise.withResolvers<void>();
    broker.replies.push('hang up', { status: 200, after: gate.promise });
    const healthy = await BrokerDouble.start(() => world.clock.now());
    try {
      await world.book(known.apiKey);
      await world.book(known.apiKey);
      const other = await world.takeIn(healthy, { name: 'Well' });
      await world.book(other.apiKey);
      const round = world.round();
      await expect.poll(() => [broker.received.length, healthy.received.length], { timeout: 30_000 }).toEqual([2, 1]);
      await expect.poll(async () => (await deliveries()).map(({ state }) => state).toSorted(), { timeout: 30_000 }).toEqual(['DELIVERED', 'PENDING', 'PENDING']);
      gate.resolve();
      await round;
      expect((await deliveries()).map(({ state }) => state).toSorted()).toEqual(['DELIVERED', 'DELIVERED', 'PENDING']);
    } finally {
      gate.resolve();
      await healthy.stop();
    }
  });
});
