import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addSeconds } from '../../src/shared/clock.js';
import { newUuid } from '../../src/shared/ids.js';
import { ATTEMPTS_KEPT_SECONDS, DELIVERED_KEPT_SECONDS, forgetDeliveries } from '../../src/webhook/forget-deliveries.js';
import { queueDelivery } from '../../src/webhook/queue-delivery.js';
import { WebhookAttempt } from '../../src/webhook/webhook-attempt.entity.js';
import type { WebhookDeliveryState } from '../../src/webhook/webhook-delivery.lifecycle.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import { BrokerDouble } from '../support/broker-double.js';
import { startSenderWorld, type SenderWorld } from '../support/sender-world.js';
import { STORES } from '../support/stores.js';

const DAY = 86_400;
const FACTS = { version: 1, vocabUrl: 'https://openactive.io/', platformUrl: 'https://platform.example/ns', endpointKind: 'ORDER_SUCCESS' } as const;

describe.each(STORES)('what a webhook said (%s)', (store) => {
  let world: SenderWorld;
  let broker: BrokerDouble;
  let endpointId: string;
  beforeAll(async () => {
    world = await startSenderWorld(store);
    broker = await BrokerDouble.start(() => world.clock.now());
    const { id } = await world.takeIn(broker);
    endpointId = (await world.store.fork().findOneOrFail(WebhookEndpoint, { broker: id })).id;
  });
  beforeEach(async () => {
    await world.store.fork().nativeDelete(WebhookAttempt, {});
    await world.reset(broker);
  });
  afterAll(async () => {
    await world.stop();
    await broker.stop();
  });

  /** So many deliveries with an attempt each, which came to this so long ago. */
  const leave = async (state: WebhookDeliveryState, secondsAgo: number, count = 1): Promise<string> => {
    const em = world.store.fork();
    const at = addSeconds(world.clock.now(), -secondsAgo);
    let id = '';
    for (let made = 0; made < count; made += 1) {
      const delivery = queueDelivery(em, em.getReference(WebhookEndpoint, endpointId), { kind: 'TEST', subject: endpointId, facts: FACTS }, at);
      em.assign(delivery, { state, body: '{"canary":"Ada"}', attempts: 1, endedAt: state === 'PENDING' ? null : at });
      em.create(WebhookAttempt, { id: newUuid(), delivery, number: 1, at, durationMs: 7, status: 200, error: null, answer: 'canary' });
      id = delivery.id;
    }
    await em.flush();
    return id;
  };
  const forget = () => forgetDeliveries({ em: world.store.fork(), reads: world.store.reads, now: world.clock.now() });
  /** Of a delivery and its attempt: what is still there. */
  const left = async (id: string) => {
    const { facts, body, state } = await world.store.fork().findOneOrFail(WebhookDelivery, id);
    const attempt = await world.store.fork().findOne(WebhookAttempt, { delivery: id });
    return { state, hasFacts: facts !== null, hasBody: body !== null, answer: attempt && attempt.answer };
  };
  const ALL = { hasFacts: true, hasBody: true, answer: 'canary' };
  const NOTHING = { hasFacts: false, hasBody: false, answer: null };

  it('is forgotten 30 days after it was delivered, not a moment sooner, with what was answered; that it was tried stays', async () => {
    const [old, young] = [await leave('DELIVERED', DELIVERED_KEPT_SECONDS), await leave('DELIVERED', DELIVERED_KEPT_SECONDS - 0.001)];
    expect(await forget()).toBe(1);
    expect([await left(old), await left(young)]).toEqual([{ state: 'DELIVERED', ...NOTHING }, { state: 'DELIVERED', ...ALL }]);
    expect(await world.store.fork().findOne(WebhookAttempt, { delivery: old })).toMatchObject({ status: 200, durationMs: 7 });
    expect(await forget()).toBe(0);
    world.clock.advance(0.001);
    expect(await forget()).toBe(1);
  });

  it('is kept as long as it has not been delivered, so that it can be sent again', async () => {
    const [exhausted, pending] = [await leave('EXHAUSTED', 80 * DAY), await leave('PENDING', 400 * DAY)];
    expect(await forget()).toBe(0);
    expect([await left(exhausted), await left(pending)]).toEqual([{ state: 'EXHAUSTED', ...ALL }, { state: 'PENDING', ...ALL }]);
  });

  it('leaves no attempt behind 90 days after it, unless it is still on its way', async () => {
    const ages = [ATTEMPTS_KEPT_SECONDS, ATTEMPTS_KEPT_SECONDS - 0.001];
    const ended = [await leave('EXHAUSTED', ages[0] ?? 0), await leave('EXHAUSTED', ages[1] ?? 0)];
    const pending = await leave('PENDING', 400 * DAY);
    expect(await forget()).toBe(1);
    const kept = (await world.store.fork().find(WebhookAttempt, {})).map(({ delivery }) => delivery.id);
    expect(new Set(kept)).toEqual(new Set([ended[1], pending]));
    expect(await left(ended[0] ?? '')).toEqual({ state: 'EXHAUSTED', ...ALL, answer: null });
  });

  it('is forgotten at most 500 at a time, until nothing is left', async () => {
    await leave('DELIVERED', 31 * DAY, 501);
    expect([await forget(), await forget(), await forget()]).toEqual([500, 1, 0]);
    expect(await world.store.fork().count(WebhookDelivery, { facts: { $ne: null } })).toBe(0);
  });

  it('is kept when it is sent again while it is being forgotten', async () => {
    const id = await leave('DELIVERED', 31 * DAY);
    let forgetting: Promise<number> | undefined;
    await world.store.fork().transactional(async (tx) => {
      await tx.nativeUpdate(WebhookDelivery, { id }, { state: 'PENDING', endedAt: null });
      forgetting = forget(); // it sees what was there before, and waits to write
      for (let look = 0; look < 20; look += 1) await world.store.reads.selectFrom('webhook_delivery').select('id').execute();
    });
    expect(await forgetting).toBe(0);
    expect(await left(id)).toEqual({ state: 'PENDING', ...ALL });
  });
});
