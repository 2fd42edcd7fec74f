import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signLocalStaffToken } from '../../src/access/staff-tokens.js';
import { composeGateway } from '../../src/compose-gateway.js';
import { readConfig } from '../../src/config.js';
import { addSeconds } from '../../src/shared/clock.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { WebhookAttempt } from '../../src/webhook/webhook-attempt.entity.js';
import { WebhookCredential } from '../../src/webhook/webhook-credential.entity.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import type { TakenInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { AS_ADAPTER, startSenderWorld, type Sender, type SenderWorld } from '../support/sender-world.js';
import { sessionInput } from '../support/seed.js';
import { STORES } from '../support/stores.js';

const ENDPOINT = 'id brokerId kind url createdAt isEnabled disabledAt disabledReason failingSince failureRate pendingCount exhaustedCount nextAttemptAt lastAttempt { number at status error answer durationMs }';
const DELIVERY = 'id kind isTest subject state createdAt queuedAt nextAttemptAt endedAt attemptCount body attempts { number at durationMs status error answer } endpoint { id url }';
/** Those whose input can break rules. */
const CHECKED = ['registerWebhookEndpoint', 'rotateWebhookCredential'];
const OTHER_KEY = DEMO.apiKeys.clubCompass;

const idsOf = ({ nodes }: { readonly nodes: readonly { readonly id: string }[] }): readonly string[] => nodes.map(({ id }) => id);
const notHttps = (path: string) => ({ __typename: 'ValidationError', problems: [{ path: [path], message: 'must be an https URL' }] });

describe.each(STORES)('webhooks in the broker’s own hands (%s)', (store) => {
  let world: SenderWorld;
  let another: Sender;
  let broker: BrokerDouble;
  let known: TakenInBroker;
  let endpointId: string;
  beforeAll(async () => {
    world = await startSenderWorld(store);
    another = await world.another();
    broker = await BrokerDouble.start(() => world.clock.now());
    known = await world.takeIn(broker);
    endpointId = (await world.store.fork().findOneOrFail(WebhookEndpoint, { broker: known.id })).id;
  });
  beforeEach(async () => {
    await world.store.fork().nativeDelete(WebhookAttempt, {});
    await world.reset(broker);
  });
  afterAll(async () => {
    await world.stop();
    await broker.stop();
  });

  type Shown = { readonly apiKey?: string; readonly authorization?: string };
  const staff = async (role: 'support' | 'operator' | 'admin'): Promise<Shown> => ({ authorization: `Bearer ${await signLocalStaffToken(world.dataFolder, `the-${role}`, role, world.clock.now())}` });
  /** A mutation, as the broker unless said otherwise; gives the member of its union. */
  const change = async (name: string, input: object, selection: string, shown: Shown = { apiKey: known.apiKey }) => {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    const query = `mutation ($input: ${type}Input!) { ${name}(input: $input) { __typename ... on ${type}Payload { ${selection} } ... on UserError { code } ${CHECKED.includes(name) ? '... on ValidationError { problems { path message } }' : ''} } }`;
    return (await world.ask(query, { input }, shown))[name];
  };
  const register = async (kind: string, url: string, more: object = {}, shown?: Shown) => change('registerWebhookEndpoint', { kind, url, ...more }, `endpoint { ${ENDPOINT} }`, shown);
  const endpoints = async () => (await world.ask(`{ webhookEndpoints { ${ENDPOINT} } }`, {}, { apiKey: known.apiKey })).webhookEndpoints;
  const deliveries = async (filter: object = {}, page = '', shown: Shown = { apiKey: known.apiKey }) =>
    (await world.ask(`query ($filter: WebhookDeliveryFilter) { webhookDeliveries(filter: $filter${page}) { nodes { ${DELIVERY} } pageInfo { endCursor hasNextPage } } }`, { filter }, shown)).webhookDeliveries;
  const delivery = async (id: string, shown: Shown = { apiKey: known.apiKey }) => (await world.ask(`query ($id: ID!) { webhookDelivery(id: $id) { ${DELIVERY} } }`, { id }, shown)).webhookDelivery;
  const retry = async (id: string, more: object = {}, shown?: Shown) => change('retryWebhookDelivery', { id, ...more }, `delivery { ${DELIVERY} }`, shown);
  const recover = async (input: object, shown?: Shown) => change('recoverWebhookDeliveries', input, 'count', shown);
  const rotate = async (input: object = {}, shown?: Shown) => change('rotateWebhookCredential', input, 'webhookKey signingSecret retiresAt', shown);
  const queued = async (): Promise<string> => {
    await world.queueOne();
    return (await world.store.fork().findOneOrFail(WebhookDelivery, { endpoint: endpointId }, { orderBy: { id: 'desc' } })).id;
  };
  const set = async (id: string, values: object) => world.store.fork().nativeUpdate(WebhookDelivery, { id }, values);
  const addAttempt = async (deliveryId: string, number: number, at: Date, status: number | null, answer: string | null = null) => {
    const em = world.store.fork();
    em.create(WebhookAttempt, { id: newUuid(), delivery: deliveryId, number, at, durationMs: 12, status, error: status === null ? 'ECONNREFUSED' : null, answer });
    await em.flush();
  };
  const records = async (action: string) =>
    (await world.ask('{ auditEntries(first: 100) { nodes { actor action subject reason before after } } }', {}, await staff('support'))).auditEntries.nodes.filter((entry: { action: string }) => entry.action === action);
  /** When each pair ends that is live, the older first; null for the one that has no end. */
  const live = async () => (await world.store.fork().find(WebhookCredential, { broker: known.id, $or: [{ retiredAt: null }, { retiredAt: { $gt: world.clock.now() } }] }, { orderBy: { createdAt: 'asc', id: 'asc' } })).map(({ retiredAt }) => retiredAt?.toISOString() ?? null);
  const now = () => world.clock.now().toISOString();
  const within = (seconds: number) => addSeconds(world.clock.now(), seconds).toISOString();

  describe('an endpoint', () => {
    it('is registered once for each kind: a repeat changes nothing, another address replaces the first', async () => {
      const first = await register('ORDER_CHANGE', 'https://move-more.example/changes');
      expect(first).toMatchObject({ __typename: 'RegisterWebhookEndpointPayload', endpoint: { brokerId: known.id, kind: 'ORDER_CHANGE', url: 'https://move-more.example/changes', isEnabled: true, disabledReason: null, failureRate: null, pendingCount: 0, nextAttemptAt: null, lastAttempt: null } });
      expect(await register('ORDER_CHANGE', 'https://move-more.example/changes')).toEqual(first);
      await world.store.fork().nativeUpdate(WebhookEndpoint, { id: first.endpoint.id }, { failingSince: world.clock.now() });
      const moved = await register('ORDER_CHANGE', 'https://move-more.example/elsewhere');
      expect(moved.endpoint).toEqual({ ...first.endpoint, url: 'https://move-more.example/elsewhere' });
      expect((await endpoints()).map(({ kind }: { kind: string }) => kind)).toEqual(['ORDER_SUCCESS', 'ORDER_CHANGE']);
    });

    it('is one, when two register it at once', async () => {
      const results = await Promise.all([1, 2, 3, 4].map(async (at) => register('SELLER_CHANGE', `https://move-more.example/${at}`)));
      expect(new Set(results.map(({ endpoint }) => endpoint.id)).size).toBe(1);
      expect(await world.store.fork().count(WebhookEndpoint, { broker: known.id, kind: 'SELLER_CHANGE' })).toBe(1);
    });

    it.each([['ftp://move-more.example'], ['/hooks'], [`https://move-more.example/${'x'.repeat(2_048)}`]])('has an address of the web: %s is refused', async (url) => {
      expect(await register('CUSTOMER_CHANGE', url)).toMatchObject({ __typename: 'ValidationError', problems: [{ path: ['url'] }] });
    });

    it('is encrypted in production, at a broker’s own registration and at its taking in', async () => {
      const gateway = await composeGateway({ ...readConfig(world.settings), dataFolder: world.dataFolder, isProduction: true }, world.store, world.clock, ({ cause }) => console.error(cause));
      const shown = { apiKey: known.apiKey, clientAddress: '127.0.0.1', requestId: 'in production' };
      const registered = async (url: string) => (await gateway.execute(parse('mutation ($url: String!) { registerWebhookEndpoint(input: { kind: ORDER_CHANGE, url: $url }) { __typename ... on ValidationError { problems { path message } } } }'), { url }, shown)).data;
      expect(await registered('http://move-more.example/changes')).toEqual({ registerWebhookEndpoint: notHttps('url') });
      expect(await registered('HTTPS://move-more.example/changes')).toEqual({ registerWebhookEndpoint: { __typename: 'RegisterWebhookEndpointPayload' } });
      const create = parse('mutation { createBroker(input: { name: "Plain", url: "http://plain.example", successWebhook: "http://plain.example/hooks", reason: "they asked" }) { __typename ... on ValidationError { problems { path message } } } }');
      expect((await gateway.executeAs(create, {}, { kind: 'STAFF', role: 'admin', actor: 'somebody' }, 'in production')).data).toEqual({ createBroker: notHttps('successWebhook') });
    });

    it('that is disabled waits with what is for it, counts as registered, and gets all of it once enabled', async () => {
      const id = await queued();
      const off = await change('disableWebhookEndpoint', { id: endpointId }, `endpoint { ${ENDPOINT} }`);
      expect(off.endpoint).toMatchObject({ isEnabled: false, disabledAt: now(), disabledReason: 'SWITCHED_OFF', pendingCount: 1, nextAttemptAt: null });
      world.clock.advance(60);
      expect(await change('disableWebhookEndpoint', { id: endpointId }, `endpoint { ${ENDPOINT} }`)).toEqual(off);
      expect(await world.round()).toBe(0);
      const query = 'mutation ($input: CreateCheckoutSessionInput!) { createCheckoutSession(input: $input) { __typename } }';
      expect(await world.ask(query, { input: sessionInput() }, { apiKey: known.apiKey })).toEqual({ createCheckoutSession: { __typename: 'CreateCheckoutSessionPayload' } });
      const on = await change('enableWebhookEndpoint', { id: endpointId }, `endpoint { ${ENDPOINT} }`);
      expect(on.endpoint).toMatchObject({ isEnabled: true, disabledAt: null, disabledReason: null, failingSince: null, pendingCount: 1 });
      await world.round();
      expect(broker.ids).toEqual([id]);
    });

    it('that was disabled by its own failure keeps the reason, and is registered anew with a clean slate', async () => {
      await world.store.fork().nativeUpdate(WebhookEndpoint, { id: endpointId }, { disabledAt: world.clock.now(), disabledReason: 'FAILING', failingSince: addSeconds(world.clock.now(), -500_000) });
      expect(await change('disableWebhookEndpoint', { id: endpointId }, `endpoint { ${ENDPOINT} }`)).toMatchObject({ endpoint: { disabledReason: 'FAILING' } });
      expect(await register('ORDER_SUCCESS', broker.url)).toMatchObject({ endpoint: { id: endpointId, isEnabled: true, disabledReason: null, failingSince: null } });
    });

    it('shows at a glance how it fares', async () => {
      const [one, two] = [await queued(), await queued()];
      await set(two, { state: 'EXHAUSTED', endedAt: world.clock.now() });
      await addAttempt(one, 1, addSeconds(world.clock.now(), -86_400), 500); // a day ago: too old for the rate
      await addAttempt(one, 2, addSeconds(world.clock.now(), -86_399), 500);
      await addAttempt(two, 1, addSeconds(world.clock.now(), -20), null);
      await addAttempt(one, 3, addSeconds(world.clock.now(), -10), 302);
      await addAttempt(one, 4, addSeconds(world.clock.now(), -5), 204, 'thanks');
      expect((await endpoints())[0]).toMatchObject({ failureRate: 0.75, pendingCount: 1, exhaustedCount: 1, nextAttemptAt: now(), lastAttempt: { number: 4, at: within(-5), status: 204, error: null, answer: 'thanks', durationMs: 12 } });
    });

    it('gets a test: a delivery of its own that says so', async () => {
      const sent = await change('sendTestWebhook', { endpointId }, `delivery { ${DELIVERY} }`);
      expect(sent.delivery).toMatchObject({ kind: 'TEST', isTest: true, subject: endpointId, state: 'PENDING', nextAttemptAt: now(), endpoint: { id: endpointId, url: broker.url } });
      const { facts } = await world.store.fork().findOneOrFail(WebhookDelivery, sent.delivery.id);
      expect(facts).toEqual({ version: 1, vocabUrl: 'https://openactive.io/', platformUrl: 'http://localhost:4000/ns', endpointKind: 'ORDER_SUCCESS' });
    });

    it('of another broker is as unknown to every mutation, and nothing moves', async () => {
      for (const [name, input] of [['disableWebhookEndpoint', { id: endpointId }], ['enableWebhookEndpoint', { id: endpointId }], ['sendTestWebhook', { endpointId }], ['recoverWebhookDeliveries', { since: now(), endpointId }]] as const) {
        for (const id of [endpointId, newUuid(), 'not-an-id']) {
          const asked = Object.fromEntries(Object.entries(input).map(([member, value]) => [member, value === endpointId ? id : value]));
          const shown = id === endpointId ? { apiKey: OTHER_KEY } : { apiKey: known.apiKey };
          expect(await change(name, asked, '__typename', shown), name).toEqual({ __typename: 'UnknownWebhookEndpointError', code: 'UNKNOWN_WEBHOOK_ENDPOINT' });
        }
      }
      expect(await world.store.fork().count(WebhookDelivery, {})).toBe(0);
      expect((await endpoints())[0]).toMatchObject({ isEnabled: true });
    });
  });

  describe('the webhook key and signing secret', () => {
    afterAll(async () => broker.know(await rotate({ overlapSeconds: 0 })));

    it('are replaced with an overlap in which both pairs are live, never three', async () => {
      world.clock.advance(1);
      const first = await rotate();
      expect(first).toMatchObject({ __typename: 'RotateWebhookCredentialPayload', webhookKey: expect.stringMatching(/^wk_[\w-]{32}$/), signingSecret: expect.stringMatching(/^whsec_/), retiresAt: within(86_400) });
      expect(await live()).toEqual([within(86_400), null]);
      world.clock.advance(1);
      const second = await rotate({ webhookKey: 'the-key-that-they-want', overlapSeconds: 60 });
      expect(second).toMatchObject({ webhookKey: 'the-key-that-they-want', retiresAt: within(60) });
      expect(await live()).toEqual([within(60), null]);
      await queued();
      const { claimWebhookDeliveries } = await world.sdk.ClaimWebhookDeliveries({ input: { limit: 1 } }, AS_ADAPTER);
      expect(claimWebhookDeliveries.deliveries[0]?.signingSecrets).toEqual([second.signingSecret, first.signingSecret]);
    });

    it('are replaced at once with no overlap, and what goes out then carries the new pair alone', async () => {
      world.clock.advance(1);
      const made = await rotate({ overlapSeconds: 0 });
      expect([made.retiresAt, await live()]).toEqual([now(), [null]]);
      broker.know(made);
      await queued();
      await world.round();
      expect(broker.received).toHaveLength(1); // whose headers the double has checked
    });

    it.each([
      ['a key of ours', (apiKey: string) => apiKey, ['webhookKey']],
      ['a publishable key', () => 'pk_test_demofitnessfinder', ['webhookKey']],
      ['the secret of one of its API keys', (apiKey: string) => apiKey.split('_')[3], ['webhookKey']],
      ['that secret behind another word', (apiKey: string) => `wk_${apiKey.split('_')[3]}`, ['webhookKey']],
      ['too short a key', () => 'short', ['webhookKey']],
    ] as const)('are not replaced by %s', async (_case, webhookKey, path) => {
      const before = await live();
      expect(await rotate({ webhookKey: webhookKey(known.apiKey) })).toMatchObject({ __typename: 'ValidationError', problems: [{ path }] });
      expect(await live()).toEqual(before);
    });

    it.each([-1, 2_592_001])('overlap by no more than 30 days: %d is refused', async (overlapSeconds) => {
      expect(await rotate({ overlapSeconds })).toMatchObject({ __typename: 'ValidationError', problems: [{ path: ['overlapSeconds'] }] });
    });

    it('are two when several rotate at once, by two gateways', async () => {
      world.clock.advance(1);
      const query = 'mutation { rotateWebhookCredential(input: {}) { ... on RotateWebhookCredentialPayload { signingSecret } } }';
      const rivals = store === 'sqlite' ? [world] : [world, another]; // two connections of one process would block SQLite
      const made = await Promise.all(Array.from({ length: 8 }, async (_, at) => (rivals[at % rivals.length] ?? world).gateway.execute(parse(query), {}, { apiKey: known.apiKey, clientAddress: '127.0.0.1', requestId: `racer ${at}` })));
      expect(new Set(made.map(({ data, errors }) => JSON.stringify(errors ?? data))).size).toBe(8);
      expect(new Set(await live())).toEqual(new Set([within(86_400), null]));
      expect(await live()).toHaveLength(2);
    });
  });

  describe('a delivery', () => {
    it('is listed by when it was put on its way, with its attempts and its bytes, and found by its id', async () => {
      const ids = [await queued(), await queued(), await queued()];
      for (const [index, id] of ids.entries()) await set(id, { queuedAt: addSeconds(world.clock.now(), index) });
      const [first = '', second = '', third = ''] = ids;
      await set(first, { state: 'DELIVERED', body: '{"a":1}', attempts: 2, endedAt: world.clock.now() });
      await addAttempt(first, 2, world.clock.now(), 200, 'ok');
      await addAttempt(first, 1, addSeconds(world.clock.now(), -5), null);
      expect(idsOf(await deliveries())).toEqual([third, second, first]);
      const page = await deliveries({}, ', first: 2, direction: ASC');
      expect([idsOf(page), page.pageInfo.hasNextPage]).toEqual([[first, second], true]);
      expect(idsOf(await deliveries({}, `, first: 2, direction: ASC, after: "${page.pageInfo.endCursor}"`))).toEqual([third]);
      expect(idsOf(await deliveries({ queuedAfter: now() }))).toEqual([third, second]);
      expect(idsOf(await deliveries({ states: ['DELIVERED', 'EXHAUSTED'] }))).toEqual([first]);
      for (const filter of [{ kind: 'TEST' }, { states: [] }, { subject: 'nothing' }, { endpointId: newUuid() }, { endpointId: 'x' }, { brokerId: DEMO.brokerIds.clubCompass }]) expect(idsOf(await deliveries(filter)), JSON.stringify(filter)).toEqual([]);
      expect(idsOf(await deliveries({ endpointId, kind: 'ORDER_SUCCESS', brokerId: known.id }))).toHaveLength(3);
      expect(await delivery(first)).toMatchObject({
        state: 'DELIVERED',
        isTest: false,
        nextAttemptAt: null,
        endedAt: now(),
        attemptCount: 2,
        body: '{"a":1}',
        attempts: [{ number: 1, at: within(-5), durationMs: 12, status: null, error: 'ECONNREFUSED', answer: null }, { number: 2, status: 200, error: null, answer: 'ok' }],
        endpoint: { id: endpointId },
      });
      expect(await delivery(third)).toMatchObject({ state: 'PENDING', nextAttemptAt: now(), endedAt: null, attempts: [], body: null });
      for (const [id, shown] of [[first, { apiKey: OTHER_KEY }], [newUuid(), undefined], ['x', undefined]] as const) expect(await delivery(id, shown)).toBeNull();
      expect(idsOf(await deliveries({ brokerId: known.id }, '', await staff('support')))).toHaveLength(3);
    });

    it.each(['PENDING', 'DELIVERED', 'EXHAUSTED'])('goes out again at once from %s, with the same id and bytes and the whole schedule before it', async (state) => {
      const id = await queued();
      await set(id, { state, attempts: 7, scheduleStart: 2, body: null, dueAt: addSeconds(world.clock.now(), 9_000), endedAt: state === 'PENDING' ? null : world.clock.now() });
      world.clock.advance(5);
      expect((await retry(id)).delivery).toMatchObject({ id, state: 'PENDING', queuedAt: now(), nextAttemptAt: now(), endedAt: null, attemptCount: 7 });
      expect(await world.store.fork().findOneOrFail(WebhookDelivery, id)).toMatchObject({ scheduleStart: 7, attempts: 7 });
      await world.round();
      const again = await retry(id);
      await world.round();
      expect(again.delivery.body).toBe(broker.received[0]?.body);
      expect(broker.received.map((one) => [one.id, one.body])).toEqual([[id, again.delivery.body], [id, again.delivery.body]]);
    });

    it('keeps its lease when it is sent again while it is being sent', async () => {
      const id = await queued();
      const leasedUntil = addSeconds(world.clock.now(), 60);
      await set(id, { leasedUntil });
      await retry(id);
      expect(await world.store.fork().findOneOrFail(WebhookDelivery, id)).toMatchObject({ leasedUntil });
    });

    it('that is sent again just as its attempt is reported is either delivered or on its way again, never half of each', async () => {
      const rival = store === 'sqlite' ? world : another; // two connections of one process would block SQLite
      for (let round = 0; round < 8; round += 1) {
        const id = await queued();
        await world.sdk.ClaimWebhookDeliveries({ input: { limit: 50 } }, AS_ADAPTER);
        const report = async () => rival.sdk.ReportWebhookAttempts({ input: { attempts: [{ id, attempt: 0, status: 200 }] } }, AS_ADAPTER);
        await Promise.all(round % 2 === 0 ? [retry(id), report()] : [report(), retry(id)]);
        const { state, attempts, scheduleStart, endedAt } = await world.store.fork().findOneOrFail(WebhookDelivery, id);
        expect({ state, attempts, scheduleStart, hasEnded: endedAt !== null }).toEqual({ state, attempts: 1, scheduleStart: state === 'PENDING' ? 1 : 0, hasEnded: state === 'DELIVERED' });
      }
    });

    it('of which nothing is kept cannot go out again, and one of another broker is as unknown', async () => {
      const id = await queued();
      await set(id, { facts: null, body: null, state: 'EXHAUSTED' });
      expect(await retry(id)).toEqual({ __typename: 'WebhookDeliveryNotKeptError', code: 'WEBHOOK_DELIVERY_NOT_KEPT' });
      expect(await recover({ since: '2020-01-01T00:00:00Z' })).toMatchObject({ count: 0 });
      for (const [named, shown] of [[id, { apiKey: OTHER_KEY }], [newUuid(), undefined], ['x', undefined]] as const) {
        expect(await retry(named, {}, shown)).toEqual({ __typename: 'UnknownWebhookDeliveryError', code: 'UNKNOWN_WEBHOOK_DELIVERY' });
      }
      expect(await delivery(id)).toMatchObject({ state: 'EXHAUSTED' });
    });

    it('that came to nothing is recovered with all others since a moment, and none before or of anybody else', async () => {
      const ids = [await queued(), await queued(), await queued()];
      const [old = '', recent = '', delivered = ''] = ids;
      for (const id of ids) await set(id, { state: id === delivered ? 'DELIVERED' : 'EXHAUSTED', attempts: 10, endedAt: world.clock.now() });
      await set(old, { createdAt: addSeconds(world.clock.now(), -10) });
      expect(await recover({ since: within(-5) }, { apiKey: OTHER_KEY })).toMatchObject({ count: 0 });
      expect(await recover({ since: now(), endpointId })).toMatchObject({ count: 1 });
      expect(await recover({ since: now() })).toMatchObject({ count: 0 });
      expect(await delivery(recent)).toMatchObject({ state: 'PENDING', nextAttemptAt: now() });
      expect(await recover({ since: within(-10) })).toMatchObject({ count: 1 });
      expect(await delivery(delivered)).toMatchObject({ state: 'DELIVERED' });
    });
  });

  describe('staff, on a broker’s behalf', () => {
    const WHY = { reason: 'they asked on the phone' };

    it('do all of it, each on record with who and why, and no secret in it', async () => {
      const [operator, admin] = [await staff('operator'), await staff('admin')];
      const id = await queued();
      await set(id, { state: 'EXHAUSTED' });
      const payloads = [
        await register('CUSTOMER_CHANGE', 'https://move-more.example/by-staff', { brokerId: known.id, ...WHY }, operator),
        await change('disableWebhookEndpoint', { id: endpointId, ...WHY }, '__typename', operator),
        await change('enableWebhookEndpoint', { id: endpointId, ...WHY }, '__typename', operator),
        await change('sendTestWebhook', { endpointId, ...WHY }, '__typename', operator),
        await retry(id, WHY, operator),
        await recover({ since: now(), brokerId: known.id, ...WHY }, operator),
        await rotate({ brokerId: known.id, ...WHY }, admin),
      ];
      const mutations = payloads.map(({ __typename }) => String(__typename).replace(/Payload$/, ''));
      expect(mutations).toEqual(['RegisterWebhookEndpoint', 'DisableWebhookEndpoint', 'EnableWebhookEndpoint', 'SendTestWebhook', 'RetryWebhookDelivery', 'RecoverWebhookDeliveries', 'RotateWebhookCredential']);
      for (const name of mutations) {
        const [entry, ...others] = await records(`${name[0]?.toLowerCase()}${name.slice(1)}`);
        expect([entry, others], name).toMatchObject([{ actor: name.startsWith('Rotate') ? 'the-admin' : 'the-operator', reason: WHY.reason }, []]);
        for (const secret of ['webhookKey', 'signingSecret']) expect(JSON.stringify(entry)).not.toContain(payloads.at(-1)[secret]);
      }
      expect((await records('registerWebhookEndpoint'))[0]).toMatchObject({ before: null, after: JSON.stringify({ broker: known.id, kind: 'CUSTOMER_CHANGE', url: 'https://move-more.example/by-staff', isEnabled: true }) });
      const before = (await records('disableWebhookEndpoint')).length;
      await change('enableWebhookEndpoint', { id: endpointId, ...WHY }, '__typename', operator);
      await change('disableWebhookEndpoint', { id: newUuid(), ...WHY }, '__typename', operator);
      expect([(await records('disableWebhookEndpoint')).length, (await records('enableWebhookEndpoint')).length]).toEqual([before, 1]); // what changes nothing is no change
    });

    it('leave on record what it was before', async () => {
      const id = await queued();
      await set(id, { state: 'EXHAUSTED' });
      const queuedAt = now();
      world.clock.advance(1);
      await retry(id, WHY, await staff('operator'));
      const entry = (await records('retryWebhookDelivery')).find(({ subject }: { subject: string }) => subject === `webhook delivery ${id}`);
      expect([JSON.parse(entry.before), JSON.parse(entry.after)]).toEqual([{ state: 'EXHAUSTED', queuedAt }, { state: 'PENDING', queuedAt: now() }]);
    });

    it('name the broker where nothing else does, and one that there is', async () => {
      const admin = await staff('admin');
      for (const ask of [async () => register('ORDER_CHANGE', 'https://a.example', WHY, admin), async () => rotate(WHY, admin), async () => recover({ since: now(), ...WHY }, admin)]) await expect(ask()).rejects.toThrow('Staff name the broker: input.brokerId.');
      await expect(world.ask('{ webhookEndpoints { id } }', {}, admin)).rejects.toThrow('Staff name the broker: brokerId.');
      for (const brokerId of [newUuid(), 'x']) {
        const said = { brokerId, ...WHY };
        for (const answer of [await register('ORDER_CHANGE', 'https://a.example', said, admin), await rotate(said, admin), await recover({ since: now(), ...said }, admin)]) expect(answer).toMatchObject({ code: 'UNKNOWN_BROKER' });
      }
      await expect(rotate({ brokerId: DEMO.brokerIds.clubCompass })).rejects.toThrow('A broker changes its own only: leave out input.brokerId.');
    });
  });
});
