import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newUuid } from '../../src/shared/ids.js';
import { openStore } from '../../src/store/open-store.js';
import { WebhookAttempt } from '../../src/webhook/webhook-attempt.entity.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import type { TakenInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { withLastAttempt } from '../support/last-attempt.js';
import { AS_ADAPTER, startSenderWorld, type SenderWorld } from '../support/sender-world.js';
import { STORES } from '../support/stores.js';
import { startTestGateway } from '../support/gateway.js';

const DAY = 86_400;
const LEASE_SECONDS = 60;

/** Attempts that ended so, in the text of Prometheus. */
const countOf = (text: string, outcome: string) => Number(new RegExp(`^courtside_webhook_attempts_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);

const TEST_FACTS = { version: 1, vocabUrl: 'https://openactive.io/', platformUrl: 'https://courtside.example/ns', endpointKind: 'ORDER_SUCCESS' } as const;

describe.each(STORES)('who may send what, and when (%s)', (store) => {
  let world: SenderWorld;
  let broker: BrokerDouble;
  let known: TakenInBroker;
  let other: TakenInBroker;
  let model: Omit<WebhookDelivery, never>;
  beforeAll(async () => {
    world = await startSenderWorld(store);
    broker = await BrokerDouble.start(() => world.clock.now());
    other = await world.takeIn(broker, { name: 'Other' });
    known = await world.takeIn(broker);
    await world.book(known.apiKey);
    const { ...booked } = await world.store.fork().findOneOrFail(WebhookDelivery, { state: 'PENDING' });
    model = booked;
  });
  beforeEach(() => world.reset(broker));
  afterAll(async () => {
    await world.stop();
    await broker.stop();
  });

  const endpointOf = (of: TakenInBroker) => world.store.fork().findOneOrFail(WebhookEndpoint, { broker: of.id });
  const change = async (members: Partial<Pick<WebhookEndpoint, 'disabledAt' | 'failingSince'>>) => world.store.fork().nativeUpdate(WebhookEndpoint, { broker: known.id }, members);
  /** Puts so many on their way; gives their ids in the order of their creation. */
  const queue = async (count: number, members: Partial<Pick<WebhookDelivery, 'subject' | 'kind' | 'scheduleStart' | 'attempts'>> = {}, to = known) => {
    const em = world.store.fork();
    const endpoint = em.getReference(WebhookEndpoint, (await endpointOf(to)).id);
    const now = world.clock.now();
    const ids = Array.from({ length: count }, () => newUuid());
    const facts = members.kind === 'TEST' ? TEST_FACTS : model.facts;
    for (const id of ids) em.create(WebhookDelivery, { ...model, facts, id, endpoint, subject: newUuid(), body: null, createdAt: now, queuedAt: now, dueAt: now, leasedUntil: null, ...members });
    await em.flush();
    return ids;
  };
  const claim = async (limit = 500, waitSeconds = 0) => (await world.sdk.ClaimWebhookDeliveries({ input: { limit, waitSeconds } }, AS_ADAPTER)).claimWebhookDeliveries;
  const claimed = async (limit = 500) => (await claim(limit)).deliveries.map(({ id }) => id).toSorted();
  const report = async (id: string, status: number | null, attempt = 0, members: object = {}) => world.sdk.ReportWebhookAttempts({ input: { attempts: [{ id, attempt, status, ...members }] } }, AS_ADAPTER);
  const delivery = async (id: string) => withLastAttempt(world.store, await world.store.fork().findOneOrFail(WebhookDelivery, id));

  it('shares a claim out between endpoints, so that no backlog keeps another waiting', async () => {
    await queue(80);
    world.clock.advance(1);
    const late = await queue(2, {}, other);
    const { deliveries } = await claim(20);
    expect(deliveries).toHaveLength(20);
    expect(deliveries.map(({ id }) => id)).toEqual(expect.arrayContaining(late));
    const turns = await Promise.all(Array.from({ length: 12 }, async () => (await claim(1)).deliveries[0]?.endpointId));
    expect(turns).toEqual(Array(12).fill((await endpointOf(known)).id)); // the other has nothing left
  });

  it('leaves at most 100 of one endpoint with senders, and 5 while it fails', async () => {
    await queue(120);
    expect(await claimed(70)).toHaveLength(70);
    const rest = await Promise.all([claimed(), claimed()]);
    expect(rest.flat()).toHaveLength(30);
    world.clock.advance(LEASE_SECONDS);
    await change({ failingSince: world.clock.now() });
    expect((await Promise.all([claimed(), claimed(), claimed()])).flat()).toHaveLength(5);
  });

  it('keeps what is about one subject in order: the next waits until the one before has ended, also at another time and after a failure', async () => {
    const subject = newUuid();
    const [first = '', second = '', third = ''] = await queue(3, { subject });
    const [test = ''] = await queue(1, { subject, kind: 'TEST' });
    expect(await claimed()).toEqual([first, test].toSorted());
    await report(first, 500);
    world.clock.advance(1);
    expect(await claimed()).toEqual([]); // the first is not due, and is still before the others
    world.clock.advance(6);
    expect(await claimed()).toEqual([first]);
    await report(first, 200, 1);
    expect(await claimed()).toEqual([second]);
    await report(second, 200);
    expect(await claimed()).toEqual([third]);
  });

  it('sends a test once, to a disabled endpoint as well, and takes nothing from it but how it ended', async () => {
    await change({ disabledAt: world.clock.now() });
    const [test = ''] = await queue(1, { kind: 'TEST' });
    await queue(1);
    expect(await claimed()).toEqual([test]);
    await report(test, 410);
    expect(await delivery(test)).toMatchObject({ state: 'EXHAUSTED', attempts: 1, lastStatus: 410, leasedUntil: null });
    expect(await endpointOf(known)).toMatchObject({ failingSince: null, disabledReason: null });
    await change({ disabledAt: null, failingSince: world.clock.now() });
    const [good = ''] = await queue(1, { kind: 'TEST' });
    await report(good, 200);
    expect(await delivery(good)).toMatchObject({ state: 'DELIVERED' });
    expect((await endpointOf(known)).failingSince).toEqual(world.clock.now());
  });

  it('notes since when an endpoint fails, forgets it with a success, and disables it after five days of nothing else', async () => {
    const ids = await queue(5);
    const since = world.clock.now();
    await report(ids[0] ?? '', null);
    world.clock.advance(DAY);
    await report(ids[1] ?? '', 500);
    expect((await endpointOf(known)).failingSince).toEqual(since);
    await report(ids[2] ?? '', 200);
    expect((await endpointOf(known)).failingSince).toBeNull();
    await report(ids[3] ?? '', 500);
    world.clock.advance(5 * DAY - 0.001);
    await report(ids[4] ?? '', 500);
    expect((await endpointOf(known)).disabledAt).toBeNull();
    world.clock.advance(0.001);
    await report(ids[4] ?? '', 500, 1);
    expect(await endpointOf(known)).toMatchObject({ disabledAt: world.clock.now(), disabledReason: 'FAILING' });
  });

  it('keeps every attempt once, with what was answered, and counts the schedule from where it began anew', async () => {
    const [id = ''] = await queue(1, { attempts: 12, scheduleStart: 12 });
    const told = { startedAt: '2026-11-20T11:59:58.000Z', durationMs: 1234, answer: 'x'.repeat(5_000) };
    await report(id, 503, 12, told);
    await report(id, 503, 12, told);
    const attempts = await world.store.fork().find(WebhookAttempt, { delivery: id });
    expect(attempts).toMatchObject([{ number: 13, at: new Date(told.startedAt), durationMs: 1234, status: 503, answer: 'x'.repeat(2_048) }]);
    const { state, dueAt, attempts: count } = await delivery(id);
    expect([state, count]).toEqual(['PENDING', 13]);
    expect((dueAt.getTime() - world.clock.now().getTime()) / 1000).toBeLessThanOrEqual(6);
  });

  it('takes back what was not begun, counts nothing, and leaves alone what somebody else has by now', async () => {
    await queue(2);
    const { deliveries, leasedUntil } = await claim();
    const release = (ids: readonly string[], until: string | null) => world.sdk.ReleaseWebhookDeliveries({ input: { ids, leasedUntil: until ?? '' } }, AS_ADAPTER);
    const [kept = '', back = ''] = deliveries.map(({ id }) => id);
    expect((await release([back], leasedUntil)).releaseWebhookDeliveries.count).toBe(1);
    expect(await claimed()).toEqual([back]);
    world.clock.advance(LEASE_SECONDS);
    expect(await claimed()).toEqual([kept, back].toSorted());
    expect((await release([kept, back], leasedUntil)).releaseWebhookDeliveries.count).toBe(0);
    expect(await claimed()).toEqual([]);
    expect(await world.store.fork().count(WebhookDelivery, { attempts: 0, state: 'PENDING' })).toBe(2);
  });

  it('lets what cannot be written fail by itself: the others of its batch go out, and its endpoint is not blamed', async () => {
    const [bad = '', good = ''] = await queue(2);
    await world.store.fork().nativeUpdate(WebhookDelivery, { id: bad }, { facts: { version: 1 } as never }); // as a bug would leave it
    const [odd = ''] = await queue(1);
    const { facts } = await delivery(odd);
    await world.store.fork().nativeUpdate(WebhookDelivery, { id: odd }, { facts: JSON.parse(JSON.stringify(facts).replace('"givenName":"Ada"', '"givenName":null')) as never });
    await world.round();
    expect(await delivery(good)).toMatchObject({ state: 'DELIVERED' });
    for (const id of [bad, odd]) expect(await delivery(id)).toMatchObject({ state: 'PENDING', attempts: 1, lastError: 'cannot be written' });
    expect(await endpointOf(known)).toMatchObject({ failingSince: null });
  });

  it('figures in the metrics by how it ended, and by how long it has been waiting', async () => {
    const before = await world.gateway.parts.metrics.scrape();
    const [good = '', bad = '', lost = ''] = await queue(3);
    await report(good, 204);
    await report(bad, 503);
    await report(lost, null, 0, { error: 'no answer within 15 s' });
    await report(lost, null, 0, { error: 'no answer within 15 s' }); // counts once
    world.clock.advance(10);
    const text = await world.gateway.parts.metrics.scrape();
    expect(['2xx', '5xx', 'timeout'].map((outcome) => countOf(text, outcome) - countOf(before, outcome))).toEqual([1, 1, 1]);
    expect(text).toContain('courtside_webhook_deliveries{state="DELIVERED"} 1\n');
    expect(Number(/^courtside_webhook_oldest_due_age_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    expect(text).toContain('courtside_webhook_endpoints_failing 1\n');
    for (const secret of [known.id, known.webhookKey, broker.url, 'Move More']) expect(text).not.toContain(secret);
  });

  describe('whoever waits for something to send', () => {
    it('is given it as soon as somebody commits it, and nothing before', async () => {
      const waiting = claim(500, 25);
      const found = await Promise.race([waiting, world.store.fork().transactional(async () => 'nothing')]);
      expect(found).toBe('nothing');
      const ids = await queue(1);
      expect((await waiting).deliveries.map(({ id }) => id)).toEqual(ids);
    });

    it('is given what falls due by the clock, and what is handed back', async () => {
      await queue(1);
      const { leasedUntil } = await claim();
      expect(leasedUntil).not.toBeNull();
      const waiting = claim(500, 25);
      world.clock.advance(LEASE_SECONDS);
      expect((await waiting).deliveries).toHaveLength(1);
    });

    it('is sent away at once when the gateway ends, and is told when it asks for too long', async () => {
      const ending = await world.another();
      const waiting = ending.sdk.ClaimWebhookDeliveries({ input: { limit: 1, waitSeconds: 25 } }, AS_ADAPTER);
      await ending.store.bell.close();
      expect((await waiting).claimWebhookDeliveries.deliveries).toEqual([]);
      for (const waitSeconds of [-1, 26]) await expect(claim(1, waitSeconds)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    });

    it.runIf(store === 'postgres')('hears of what another process commits, and not of what is rolled back', async () => {
      const elsewhere = await openStore(world.databaseUrl);
      try {
        const since = elsewhere.bell.rung('webhook');
        const heard = elsewhere.bell.wait('webhook', since + 1, 30_000); // + 1: it rings once when it begins to listen
        await expect.poll(() => elsewhere.bell.rung('webhook'), { timeout: 30_000 }).toBe(since + 1);
        await expect(
          world.store.fork().transactional(async (tx) => {
            await tx.nativeUpdate(WebhookDelivery, {}, { queuedAt: world.clock.now() });
            throw new Error('rolled back');
          }),
        ).rejects.toThrow('rolled back');
        expect(elsewhere.bell.rung('webhook')).toBe(since + 1);
        await queue(1);
        await heard;
        expect(elsewhere.bell.rung('webhook')).toBe(since + 2);
      } finally {
        await elsewhere.close();
      }
    });
  });
});

describe('the figures at /metrics', () => {
  it('are there to be fetched', async () => {
    const gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' });
    try {
      const answer = await fetch(`${gateway.url}/metrics`);
      const text = await answer.text();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
      for (const name of ['webhook_deliveries{state="PENDING"} 0', 'webhook_oldest_due_age_seconds 0', 'webhook_endpoints_disabled 0', 'webhook_brokers_without_key 0', 'outbox_oldest_task_age_seconds 0']) expect(text).toContain(`courtside_${name}\n`);
    } finally {
      await gateway.stop();
    }
  });
});
