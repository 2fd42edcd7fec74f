import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { callGraphql } from '../support/graphql.js';
import { beginFlow, sellerIn } from '../support/seller-flow.js';
import { STRIPE_500 } from '../support/stripe-double.js';
import { NORTHSIDE, payerIn, PRICE, startStripeGateway, type StripeGateway } from '../support/stripe-gateway.js';
import { STORES } from '../support/stores.js';

/** Everything that waits here waits for the gateway's own outbox, which looks every second. */
const SOON = { timeout: 30_000 };
const PAID = { step: 'DONE', payment: 'CAPTURED', order: 'CONFIRMED' };

describe.each(STORES)('a booking that is paid through Stripe (%s)', (store) => {
  let gateway: StripeGateway;
  beforeAll(async () => {
    gateway = await startStripeGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.stripe.fault = undefined;
    gateway.stripe.faults.length = 0;
    gateway.stripe.world.refundsAre = 'succeeded';
    gateway.clock.advance(1);
  });

  const mails = async (): Promise<string[]> => (await callGraphql(gateway.graphqlUrl, '{ demoMails { subject } }', {}, null)).data.demoMails.map(({ subject }: { subject: string }) => subject);
  const webhooks = async (): Promise<string[]> => (await callGraphql(gateway.graphqlUrl, '{ demoWebhooks { body } }', {}, null)).data.demoWebhooks.map(({ body }: { body: string }) => body);
  const booked = async () => (await gateway.store.fork().findOneOrFail(Opportunity, { identifier: 'demo-paid' })).bookedPlaces;
  const intentOf = (url: string) => gateway.stripe.session(url).intent;
  /** Whatever is tried again later is tried soon. */
  const soonHas = <T,>(look: () => Promise<T>) => {
    const later = async (): Promise<T> => {
      gateway.clock.advance(10);
      return look();
    };
    return expect.poll(later, { ...SOON, interval: 250 });
  };
  /** A booking that is paid and confirmed. */
  const book = async (circuits?: number) => {
    const payer = await payerIn(gateway, circuits === undefined ? {} : { circuits });
    const url = await payer.pay();
    gateway.stripe.pay(url);
    expect(await payer.refresh()).toBe('DONE');
    return { ...payer, url };
  };

  it('is confirmed once the money is set aside, takes it, tells the broker and writes to the customer', async () => {
    const [before, webhooksBefore] = [await booked(), (await webhooks()).length];
    const payer = await payerIn(gateway, { circuits: 2 });
    const url = await payer.pay();
    expect(gateway.stripe.session(url)).toMatchObject({ account: NORTHSIDE, amount: 2 * PRICE, status: 'open' });
    expect(await payer.refresh()).toBe('PAYING');
    expect(await payer.standing()).toEqual({ step: 'PAYING', payment: 'STARTED', order: null });
    expect(await booked()).toBe(before);
    gateway.stripe.pay(url);
    expect(await payer.refresh()).toBe('DONE');
    expect([await payer.standing(), intentOf(url)?.status, await booked()]).toEqual([PAID, 'succeeded', (before ?? 0) + 2]);
    expect(await payer.refresh()).toBe('DONE');
    await expect.poll(async () => (await webhooks()).length, SOON).toBe(webhooksBefore + 1);
    await expect.poll(mails, SOON).toContainEqual(expect.stringMatching(/^You are booked: Circuit training/));
  });

  it('leads back to the same page while that is open, and a declined card books nothing', async () => {
    const payer = await payerIn(gateway);
    const url = await payer.pay();
    expect(await payer.pay()).toBe(url);
    gateway.stripe.decline(url);
    expect(await payer.refresh()).toBe('PAYING');
    expect(await payer.pay()).toBe(url);
    gateway.stripe.pay(url);
    expect(await payer.refresh()).toBe('DONE');
  });

  it('believes nothing of where the browser comes back to', async () => {
    const payer = await payerIn(gateway);
    const { form } = gateway.stripe.session(await payer.pay());
    const { success_url } = form as { success_url: string };
    expect((await fetch(success_url, { headers: { accept: 'text/html' }, redirect: 'manual' })).status).toBeLessThan(500);
    expect(await payer.standing()).toEqual({ step: 'PAYING', payment: 'STARTED', order: null });
  });

  it('can be paid by another attempt when the page has closed, and never by two', async () => {
    const payer = await payerIn(gateway);
    const first = await payer.pay();
    gateway.stripe.session(first).status = 'expired';
    expect(await payer.refresh()).toBe('CHECK');
    expect(await payer.standing()).toMatchObject({ payment: 'ENDED', order: null });
    const second = await payer.pay();
    expect(second).not.toBe(first);
    gateway.stripe.pay(second);
    expect(await payer.refresh()).toBe('DONE');
  });

  it('closes the page and gives the places back when its time is over', async () => {
    const payer = await payerIn(gateway);
    const url = await payer.pay();
    gateway.clock.advance(16 * 60);
    await expect.poll(() => gateway.stripe.session(url).status, SOON).toBe('expired');
    await expect.poll(async () => (await payer.standing()).payment, SOON).toBe('ENDED');
  });

  it('stays as it is while Stripe is down, and goes on when it is back', async () => {
    const payer = await payerIn(gateway);
    gateway.stripe.fault = { answer: STRIPE_500 };
    expect(await payer.pay()).toBe('PaymentProviderError');
    gateway.stripe.fault = undefined;
    const url = await payer.pay();
    gateway.stripe.pay(url);
    gateway.stripe.fault = { on: /capture$/, isDone: true, isKept: true, answer: STRIPE_500 };
    expect(await payer.refresh()).toBe('PaymentProviderError');
    expect(await payer.standing()).toMatchObject({ payment: 'AUTHORISED', order: 'BOOKED' });
    gateway.stripe.fault = undefined;
    expect(await payer.refresh()).toBe('DONE');
    expect(await payer.standing()).toEqual(PAID);
  });

  it('can still be paid when Stripe was down for longer than its page must stay open', async () => {
    const payer = await payerIn(gateway);
    gateway.stripe.fault = { answer: STRIPE_500 };
    expect(await payer.pay()).toBe('PaymentProviderError');
    gateway.stripe.fault = undefined;
    gateway.clock.advance(14 * 60);
    gateway.stripe.pay(await payer.pay());
    expect(await payer.refresh()).toBe('DONE');
  });

  it('gives the money back for places that are cancelled, once for each, and says so', async () => {
    const payer = await book(2);
    expect(await payer.cancelPlaces()).toBe('CancelOrderItemsPayload');
    expect(await payer.cancelPlaces()).toBe('CancelOrderItemsPayload');
    await expect.poll(payer.places, SOON).toEqual([1, 2].map(() => ['CUSTOMER_CANCELLED', `DONE ${PRICE}`]));
    expect(intentOf(payer.url)?.refunded).toBe(2 * PRICE);
    await expect.poll(mails, SOON).toContainEqual(expect.stringMatching(/^Your refund for booking/));
  });

  it('gives the money back once when Stripe did it and its answer was lost', async () => {
    const payer = await book(2);
    gateway.stripe.faults.push({ on: /refunds$/, isDone: true, answer: STRIPE_500 });
    await payer.cancelPlaces();
    await expect.poll(() => gateway.stripe.faults.length, SOON).toBe(0);
    await soonHas(payer.places).toEqual([1, 2].map(() => ['CUSTOMER_CANCELLED', `DONE ${PRICE}`]));
    expect(intentOf(payer.url)?.refunded).toBe(2 * PRICE);
  });

  it('waits for refunds that are on their way until they have come through, or failed', async () => {
    const payers = [await book(), await book()];
    const places = () => Promise.all(payers.map((payer) => payer.places()));
    gateway.stripe.world.refundsAre = 'pending';
    for (const payer of payers) await payer.cancelPlaces();
    const refunds = () => payers.map(({ url }) => [...gateway.stripe.world.refunds.values()].find(({ intent }) => intent.id === intentOf(url)?.id));
    await expect.poll(refunds, SOON).not.toContain(undefined);
    expect(await places()).toEqual(payers.map(() => [['CUSTOMER_CANCELLED', `PENDING ${PRICE}`]]));
    const [through, failing] = refunds();
    gateway.stripe.finishRefund(through?.id ?? '', 'succeeded');
    gateway.stripe.finishRefund(failing?.id ?? '', 'failed');
    await soonHas(places).toEqual(['DONE', 'FAILED'].map((status) => [['CUSTOMER_CANCELLED', `${status} ${PRICE}`]]));
  });
});

describe.each(STORES)('a seller that connects an account at Stripe (%s)', (store) => {
  let gateway: StripeGateway;
  beforeAll(async () => {
    gateway = await startStripeGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const sellerId = 'https://clubs.example/tennis';
  const accountOf = (url: string | undefined) => gateway.stripe.world.links.find((link) => link.url === url)?.account ?? '';
  const READ = 'query ($sellerId: String!) { seller(sellerId: $sellerId) { status bookability paymentAccount { provider status } } }';
  const read = async () => (await callGraphql(gateway.graphqlUrl, READ, { sellerId })).data.seller;

  it('goes there by a link of its own each time, and is paid from the moment that Stripe takes charges for it', async () => {
    const seller = sellerIn(gateway, await beginFlow(gateway, 'ONBOARD', sellerId, true));
    await seller.accept();
    gateway.stripe.fault = { answer: STRIPE_500 };
    expect(await seller.connect()).toMatchObject({ name: 'PaymentProviderError' });
    gateway.stripe.fault = { on: /account_links$/, answer: STRIPE_500 };
    expect(await seller.connect()).toMatchObject({ name: 'PaymentProviderError' });
    gateway.stripe.fault = undefined;
    const [first, second] = [await seller.connect(), await seller.connect()];
    expect(second.url).not.toBe(first.url);
    const id = accountOf(first.url);
    expect(accountOf(second.url)).toBe(id);
    expect(gateway.stripe.world.account(id).metadata).toEqual({ sellerId });
    expect([...gateway.stripe.world.accounts.keys()]).toEqual([NORTHSIDE, id]);
    const { return_url, refresh_url } = gateway.stripe.world.links[0] ?? { return_url: '', refresh_url: '' };
    expect(return_url).toBe(`${refresh_url}/return`);
    expect(await seller.refresh()).toMatchObject({ step: 'CONNECT_PAYMENTS' });
    gateway.stripe.setAccount(id, { details_submitted: true });
    expect(await seller.refresh()).toMatchObject({ step: 'CONNECT_PAYMENTS' });
    gateway.stripe.setAccount(id);
    expect(await seller.refresh()).toMatchObject({ step: 'CHECK' });
    expect(await seller.complete()).toMatchObject({ step: 'DONE' });
    expect(await read()).toEqual({ status: 'PAID', bookability: 'BOOKABLE', paymentAccount: { provider: 'stripe', status: 'CONNECTED' } });
  });
});
