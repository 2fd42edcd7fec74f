import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSdk } from '../../rest-adapter/gateway-client.js';
import { signLocalStaffToken } from '../../src/access/staff-tokens.js';
import { DEMO } from '../../src/store/demo-data.js';
import { WebhookCredential } from '../../src/webhook/webhook-credential.entity.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import type { TakenInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { withLastAttempt } from '../support/last-attempt.js';
import { AS_ADAPTER, startSenderWorld, type Sender, type SenderWorld } from '../support/sender-world.js';
import { STORES } from '../support/stores.js';

const LEASE_SECONDS = 60;

describe.each(STORES)('deliveries and those who send them (%s)', (store) => {
  let world: SenderWorld;
  let broker: BrokerDouble;
  let known: TakenInBroker;
  let other: Sender;
  /** Who writes at the same time: on SQLite by the same connection, since two of one process would block it, each waiting for the other. */
  let rival: Sender;
  beforeAll(async () => {
    world = await startSenderWorld(store);
    other = await world.another();
    rival = store === 'sqlite' ? world : other;
    broker = await BrokerDouble.start(() => world.clock.now());
    known = await world.takeIn(broker);
  });
  beforeEach(() => world.reset(broker));
  afterAll(async () => {
    await world.stop();
    await broker.stop();
  });

  const claim = async ({ sdk }: Sender = world, limit = 50) => (await sdk.ClaimWebhookDeliveries({ input: { limit } }, AS_ADAPTER)).claimWebhookDeliveries.deliveries;
  const record = async (id: string, body: string, { sdk }: Sender = world) => (await sdk.RecordWebhookBodies({ input: { bodies: [{ id, body }] } }, AS_ADAPTER)).recordWebhookBodies.bodies;
  const report = async (id: string, attempt: number, status: number | null, { sdk }: Sender = world) => sdk.ReportWebhookAttempts({ input: { attempts: [{ id, attempt, status }] } }, AS_ADAPTER);
  const delivery = async () => withLastAttempt(world.store, await world.store.fork().findOneOrFail(WebhookDelivery, { endpoint: { broker: known.id } }));
  /** Copies of one delivery, as so many orders would have left them. */
  const copyTo = async (count: number) => {
    await world.book(known.apiKey);
    const em = world.store.fork();
    const { id, ...rest } = await em.findOneOrFail(WebhookDelivery, { state: 'PENDING' });
    for (let copy = 1; copy < count; copy += 1) em.create(WebhookDelivery, { ...rest, id: newUuid(), subject: newUuid() });
    await em.flush();
    return id;
  };

  it('go to one sender each, of two that ask at once, all of them', async () => {
    await copyTo(40);
    const claimed: string[] = [];
    for (let round = 0; round < 6; round += 1) claimed.push(...(await Promise.all([claim(world, 10), claim(rival, 10)])).flat().map(({ id }) => id));
    expect(claimed).toHaveLength(40);
    expect(new Set(claimed).size).toBe(40);
  });

  it('arrive once each when two senders work side by side', async () => {
    await copyTo(40);
    for (let round = 0; round < 4; round += 1) await Promise.all([world.round(), rival.round()]);
    expect([broker.received.length, new Set(broker.ids).size]).toEqual([40, 40]);
    expect(await world.store.fork().count(WebhookDelivery, { state: 'DELIVERED', attempts: 1 })).toBe(40);
  });

  it('are claimed again when the lease of 60 s has ended, and not a moment sooner', async () => {
    const id = await copyTo(1);
    expect((await claim()).map((one) => one.id)).toEqual([id]);
    world.clock.advance(LEASE_SECONDS - 0.001);
    expect(await claim()).toEqual([]);
    world.clock.advance(0.001);
    expect((await claim(other)).map((one) => [one.id, one.attempts])).toEqual([[id, 0]]);
  });

  it('come in the order in which they are due, as many as were asked for', async () => {
    await copyTo(5);
    const em = world.store.fork();
    for (const [index, one] of (await em.find(WebhookDelivery, {}, { orderBy: { id: 'asc' } })).entries()) one.dueAt = new Date(world.clock.now().getTime() - index * 1000);
    await em.flush();
    const expected = (await world.store.fork().find(WebhookDelivery, {}, { orderBy: { dueAt: 'asc' } })).map(({ id }) => id);
    expect((await claim(world, 2)).map(({ id }) => id)).toEqual(expected.slice(0, 2));
    expect((await claim(world, 50)).map(({ id }) => id)).toEqual(expected.slice(2));
  });

  it('have the bytes of whoever wrote them first: everybody else is told those', async () => {
    const id = await copyTo(1);
    const [mine, theirs] = await Promise.all([record(id, '{"by":"the first"}'), record(id, '{"by":"the second"}', rival)]);
    expect(mine).toEqual(theirs);
    const [kept] = mine ?? [];
    expect(await record(id, '{"by":"a third"}')).toEqual([kept]);
    expect((await claim())[0]?.body).toBe(kept?.body);
    expect(await record(newUuid(), '{}')).toEqual([]); // nobody knows it
  });

  it('count a report that comes twice once', async () => {
    const id = await copyTo(1);
    await claim();
    await Promise.all([report(id, 0, 500), report(id, 0, 500, rival)]);
    const { attempts, dueAt } = await delivery();
    expect(attempts).toBe(1);
    world.clock.advance(3);
    await report(id, 0, 500);
    expect(await delivery()).toMatchObject({ attempts: 1, dueAt });
    await report(id, 0, 200); // of an attempt that has been reported as failed
    expect(await delivery()).toMatchObject({ attempts: 1, state: 'PENDING' });
    await report(id, 1, 200);
    expect(await delivery()).toMatchObject({ attempts: 2, state: 'DELIVERED', lastStatus: 200 });
    for (const [attempt, status] of [[0, 500], [1, 500], [2, 500], [2, 410]] as const) await report(id, attempt, status);
    expect(await delivery()).toMatchObject({ attempts: 2, state: 'DELIVERED', lastStatus: 200 });
    expect((await world.store.fork().findOneOrFail(WebhookEndpoint, { broker: known.id })).disabledAt).toBeNull();
  });

  it('are signed with every secret that is live, the newest first, and carry the oldest key until it retires', async () => {
    await copyTo(1);
    const em = world.store.fork();
    const { secretBox } = world.gateway.parts;
    const old = await em.findOneOrFail(WebhookCredential, { broker: known.id });
    const later = new Date(world.clock.now().getTime() + 1000);
    const newer = { webhookKey: 'the-newer-key-of-move-more', signingSecret: `whsec_${Buffer.from('the newer secret of move more').toString('base64')}` };
    em.create(WebhookCredential, { id: newUuid(), broker: known.id, webhookKey: secretBox.seal(newer.webhookKey), signingSecret: secretBox.seal(newer.signingSecret), createdAt: later, retiredAt: null });
    old.retiredAt = new Date(world.clock.now().getTime() + 3_600_000);
    await em.flush();
    const [first] = await claim();
    expect(first).toMatchObject({ webhookKey: known.webhookKey, signingSecrets: [newer.signingSecret, known.signingSecret] });
    world.clock.advance(LEASE_SECONDS);
    broker.know({ ...newer, webhookKey: known.webhookKey }); // and the reference library finds its own among two
    await world.round();
    expect(broker.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    await world.store.fork().nativeUpdate(WebhookDelivery, {}, { state: 'PENDING', attempts: 0, dueAt: world.clock.now() });
    world.clock.advance(3_600);
    expect(await claim()).toMatchObject([{ webhookKey: newer.webhookKey, signingSecrets: [newer.signingSecret] }]);
    await world.store.fork().nativeDelete(WebhookCredential, { createdAt: later });
    await world.store.fork().nativeUpdate(WebhookCredential, { broker: known.id }, { retiredAt: null });
    broker.know(known);
  });

  it('of a broker without a key wait, and hold up nobody else', async () => {
    await world.book(known.apiKey);
    const sick = await BrokerDouble.start(() => world.clock.now());
    try {
      const keyless = await world.takeIn(sick, { name: 'Keyless' });
      await world.book(keyless.apiKey);
      await world.store.fork().nativeDelete(WebhookCredential, { broker: keyless.id });
      expect(await world.round()).toBe(1);
      expect([broker.received.length, sick.received.length]).toEqual([1, 0]);
      expect(await world.store.fork().count(WebhookDelivery, { state: 'PENDING', attempts: 0 })).toBe(1);
    } finally {
      await sick.stop();
    }
  });

  describe('are for the adapter alone', () => {
    const CALLS = ['ClaimWebhookDeliveries', 'RecordWebhookBodies', 'ReportWebhookAttempts'] as const;
    const call = async (name: (typeof CALLS)[number], shown: object) => {
      const sdk = openSdk(world.gateway.execute);
      const options = { ...AS_ADAPTER, authorization: undefined, ...shown };
      const id = newUuid();
      if (name === 'ClaimWebhookDeliveries') return sdk.ClaimWebhookDeliveries({ input: { limit: 50 } }, options);
      if (name === 'RecordWebhookBodies') return sdk.RecordWebhookBodies({ input: { bodies: [{ id, body: '{}' }] } }, options);
      return sdk.ReportWebhookAttempts({ input: { attempts: [{ id, attempt: 0, status: 200 }] } }, options);
    };

    it.each(CALLS)('%s refuses everybody else', async (name) => {
      const { token } = await world.book(known.apiKey);
      const staff = await signLocalStaffToken(world.dataFolder, 'somebody', 'admin', world.clock.now());
      const wrong = `${AS_ADAPTER.authorization}x`;
      const others: readonly (readonly [object, string])[] = [
        [{}, 'UNAUTHENTICATED'],
        [{ apiKey: known.apiKey }, 'FORBIDDEN'],
        [{ apiKey: DEMO.publishableKeys.fitnessFinder }, 'FORBIDDEN'],
        [{ authorization: `Bearer ${staff}` }, 'FORBIDDEN'],
        [{ authorization: `Checkout ${token}` }, 'FORBIDDEN'],
        [{ authorization: wrong }, 'UNAUTHENTICATED'],
        [{ authorization: 'Adapter ' }, 'UNAUTHENTICATED'],
      ];
      for (const [shown, code] of others) await expect(call(name, shown), JSON.stringify(shown)).rejects.toMatchObject({ code });
      expect(await delivery()).toMatchObject({ state: 'PENDING', body: null, attempts: 0 });
      await expect(call(name, { authorization: AS_ADAPTER.authorization })).resolves.toBeDefined();
    });

    it('and even it is told what it may not ask for', async () => {
      for (const limit of [0, -1, 501]) await expect(claim(world, limit)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
      await expect(record('not-an-id', '{}')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
      await expect(report('not-an-id', 0, 200)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    });
  });
});
