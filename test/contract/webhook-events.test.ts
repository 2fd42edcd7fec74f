import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SellerLinkPurpose } from '../../src/seller/seller-link.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { DEMO_WEBHOOK } from '../../src/store/demo-world.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import type { WebhookKind } from '../../src/webhook/webhook-kinds.js';
import { itemBody, personBody, sessionBody, withOrder } from '../support/bodies.js';
import { askOver, book, openSession, takeInBroker, type Ask, type TakenInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { asStaff, cancel } from '../support/cancellations.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { beginFlow, sellerIn } from '../support/seller-flow.js';
import { STORES } from '../support/stores.js';

/** Everything that waits here waits for the gateway's own sender. */
const SOON = { timeout: 30_000 };
const FREE = itemBody('ScheduledSession', 'demo-free', DEMO.offers.free);
const OPTED_OUT = 'mutation ($input: OptOutSellerInput!) { optOutSeller(input: $input) { __typename } }';

describe.each(STORES)('the events that a broker asks for beside the contract’s two (%s)', (store) => {
  let gateway: TestGateway;
  let broker: BrokerDouble;
  let known: TakenInBroker;
  let ask: Ask;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    broker = await BrokerDouble.start(() => gateway.clock.now(), 0, () => []);
    ask = askOver(gateway);
    known = await takeInBroker(ask, { dataFolder: gateway.dataFolder, now: gateway.clock.now() }, {});
    broker.know(known);
    const em = gateway.store.fork();
    const endpoint = { broker: known.id, url: broker.url, createdAt: gateway.clock.now(), disabledAt: null, disabledReason: null, failingSince: null };
    for (const kind of ['ORDER_CHANGE', 'SELLER_CHANGE', 'ORDER_SUCCESS'] as const) em.create(WebhookEndpoint, { id: newUuid(), kind, ...endpoint });
    await em.flush();
  });
  afterAll(async () => {
    await gateway.stop();
    await broker.stop();
  });

  const inOrder = async (kind: WebhookKind) => gateway.store.fork().find(WebhookDelivery, { kind, endpoint: { broker: known.id } }, { orderBy: { id: 'asc' } });
  /** What the broker has heard of this kind, in the order in which it happened. */
  const heard = async (kind: WebhookKind, count: number) => {
    const bodies = async () => (await inOrder(kind)).map(({ id }) => broker.received.find((one) => one.id === id)?.body);
    await expect.poll(async () => (await bodies()).filter((body) => body !== undefined).length, SOON).toBe(count);
    expect(await bodies()).toHaveLength(count);
    return bodies();
  };

  it('tell of every cancellation, whoever cancels, with all places as they were then, and of nothing when nothing is cancelled', async () => {
    const { target, orderId } = await openSession(gateway.url, known.apiKey, withOrder(sessionBody(gateway.url), { orderedItem: [FREE, FREE, FREE] }));
    const { token } = await book(ask, target);
    const world = { ask, dataFolder: gateway.dataFolder, clock: gateway.clock };
    const customer = { authorization: `Checkout ${token}` };
    await gateway.store.fork().nativeUpdate(WebhookEndpoint, { kind: 'ORDER_CHANGE', broker: known.id }, { disabledAt: gateway.clock.now() }); // so that all three are told late
    for (const repeat of [1, 2]) expect((await cancel(world, { positions: [1] }, customer)).name, `time ${repeat}`).toBe('CancelOrderItemsPayload');
    await cancel(world, { orderId, positions: [0], reason: 'The pool is closed' }, await asStaff(world, 'operator'));
    expect((await cancel(world, { orderId, positions: [7] }, { apiKey: known.apiKey })).name).toBe('CancellationNotPermittedError');
    await cancel(world, { orderId }, { apiKey: known.apiKey });
    await gateway.store.fork().nativeUpdate(WebhookEndpoint, { kind: 'ORDER_CHANGE' }, { disabledAt: null });
    const [success = ''] = await heard('ORDER_SUCCESS', 1);
    const { orderedItem, ...order } = JSON.parse(success) as { orderedItem: readonly object[] };
    const withStatuses = (...words: readonly string[]) => JSON.stringify({ ...order, orderedItem: orderedItem.map((item, index) => ({ ...item, orderItemStatus: `https://openactive.io/${words[index]}` })) });
    expect(order).toMatchObject({ type: 'Order', id: orderId, customer: personBody() });
    expect(await heard('ORDER_CHANGE', 3)).toEqual([
      withStatuses('OrderConfirmed', 'CustomerCancelled', 'OrderConfirmed'),
      withStatuses('SellerCancelled', 'CustomerCancelled', 'OrderConfirmed'),
      withStatuses('SellerCancelled', 'CustomerCancelled', 'CustomerCancelled'),
    ]);
    expect((await inOrder('ORDER_CHANGE')).map(({ subject }) => orderId.endsWith(subject))).toEqual([true, true, true]);
  });

  it('tell of every change of a seller that the broker manages, once, and of no flow that changes nothing', async () => {
    const sellerId = 'https://club.example/about?lang=cy#us';
    const complete = async (purpose: SellerLinkPurpose, stripe: boolean, apiKey: string = known.apiKey) => {
      const seller = sellerIn(gateway, await beginFlow(gateway, purpose, sellerId, stripe, apiKey));
      await seller.accept();
      await seller.visitProvider();
      await seller.choose();
      expect((await seller.complete()).name).toBe('CompleteSellerFlowPayload');
      expect((await seller.complete()).name).toBe('CompleteSellerFlowPayload');
    };
    const optOut = async (apiKey: string) => (await ask(OPTED_OUT, { input: { sellerId } }, { apiKey })).optOutSeller.__typename;
    await complete('ONBOARD', false);
    await beginFlow(gateway, 'VIEW', sellerId, false, known.apiKey);
    await complete('UPDATE', true);
    await complete('UPDATE', true);
    await complete('UPDATE', false);
    expect(await optOut(DEMO.apiKeys.fitnessFinder)).toBe('UnknownSellerError');
    for (const repeat of [1, 2]) expect(await optOut(known.apiKey), `time ${repeat}`).toBe('OptOutSellerPayload');
    await complete('ONBOARD', true);
    await optOut(known.apiKey);
    await complete('ONBOARD', false, DEMO.apiKeys.fitnessFinder); // from now on it is theirs
    expect(await optOut(DEMO.apiKeys.fitnessFinder)).toBe('OptOutSellerPayload');
    const event = (word: string) => JSON.stringify({ '@context': ['https://openactive.io/', `${gateway.url}/ns`], type: 'platform:SellerChanged', id: sellerId, 'platform:event': `${gateway.url}/ns/Seller${word}` });
    const words = ['OnboardedFree', 'MovedToPaid', 'AcceptedTerms', 'MovedToFree', 'OptedOut', 'OnboardedPaid', 'OptedOut'];
    expect(await heard('SELLER_CHANGE', words.length)).toEqual(words.map(event));
  });

  it('are taken by the demo broker with a good key and signature of the last five minutes alone', async () => {
    const { key: apiKey, signingSecret } = DEMO_WEBHOOK;
    const receive = async (secondsAgo: number, changed: object = {}) => {
      const at = new Date(gateway.clock.now().getTime() - secondsAgo * 1000);
      const [webhookId, body] = [newUuid(), '{"type":"platform:TestEvent"}'];
      const input = { apiKey, webhookId, timestamp: String(at.getTime() / 1000), signature: new Webhook(signingSecret).sign(webhookId, at, body), body, ...changed };
      return (await ask('mutation ($input: ReceiveDemoWebhookInput!) { receiveDemoWebhook(input: $input) { __typename } }', { input })).receiveDemoWebhook.__typename;
    };
    for (const secondsAgo of [300, 0, -300]) expect(await receive(secondsAgo), `${secondsAgo} s old`).toBe('ReceiveDemoWebhookPayload');
    for (const secondsAgo of [301, -301]) expect(await receive(secondsAgo), `${secondsAgo} s old`).toBe('DemoWebhookRefusedError');
    for (const changed of [{ apiKey: known.webhookKey }, { body: '{}' }, { signature: '' }]) expect(await receive(0, changed)).toBe('DemoWebhookRefusedError');
  });

  it('reach nobody who has not asked for them', async () => {
    const kinds = new Set((await gateway.store.fork().find(WebhookDelivery, { endpoint: { broker: DEMO.brokerIds.fitnessFinder } })).map(({ kind }) => kind));
    expect([...kinds]).toEqual([]);
    expect(broker.complaints).toEqual([]);
  });
});
