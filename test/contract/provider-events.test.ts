import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentAccount } from '../../src/payment/payment-account.entity.js';
import { ProviderEvent } from '../../src/payment/provider-event.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { DOORS } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { beginFlow, sellerIn } from '../support/seller-flow.js';
import type { StripeEventBody } from '../support/stripe-double.js';
import { NORTHSIDE, payerIn, startStripeGateway, type StripeGateway } from '../support/stripe-gateway.js';

/** Everything that waits here waits for the gateway's own outbox, which looks every second. */
const SOON = { timeout: 30_000 };
const SIGNED = { tolerance: 300, stranger: 'acct_stranger' } as const;
const TAKEN = { step: 'DONE', payment: 'CAPTURED', order: 'CONFIRMED' };
const WAITING = { step: 'PAYING', payment: 'STARTED', order: null };
const READ = 'query ($sellerId: String!) { seller(sellerId: $sellerId) { bookability paymentAccount { status } } }';

describe.each(DOORS)('POST /provider-events ($store, $adapter)', (door) => {
  let gateway: StripeGateway;
  beforeAll(async () => {
    gateway = await startStripeGateway(door);
    gateway.stripe.addAccount(SIGNED.stranger);
  });
  afterAll(() => gateway.stop());

  const send = (event: StripeEventBody, signature?: string) => gateway.stripe.send(gateway.url, event, signature);
  const kept = (id: string) => gateway.store.fork().count(ProviderEvent, { id });
  const refreshes = () => gateway.stripe.requests.filter(({ what }) => what === `GET /v1/accounts/${NORTHSIDE}`).length;
  const seller = async (sellerId: string = DEMO.sellerId('northside-sports')) => {
    const { bookability, paymentAccount } = (await callGraphql(gateway.graphqlUrl, READ, { sellerId })).data.seller;
    return [bookability, paymentAccount.status];
  };
  /** Pays on Stripe's page and never comes back. */
  const payAndLeave = async () => {
    const payer = await payerIn(gateway);
    return { payer, session: gateway.stripe.pay(await payer.pay()) };
  };
  /** Everything that was noted before this has been done by then. */
  const settle = async () => {
    const { payer, session } = await payAndLeave();
    await send(gateway.stripe.sessionEvent('checkout.session.completed', session));
    await expect.poll(payer.standing, SOON).toEqual(TAKEN);
  };

  it('answers 204 to what is signed, keeps its id, and does nothing about what it does not know', async () => {
    const event = gateway.stripe.event('payout.paid', NORTHSIDE, { id: 'po_1', object: 'payout' });
    expect([await send(event), await send(event)]).toEqual([204, 204]);
    expect(await gateway.store.fork().find(ProviderEvent, { id: event.id })).toMatchObject([{ type: 'payout.paid', accountId: NORTHSIDE, receivedAt: gateway.clock.now() }]);
  });

  it('answers 400 to what is not signed as it should be, and keeps and does nothing', async () => {
    const { payer, session } = await payAndLeave();
    const event = gateway.stripe.sessionEvent('checkout.session.completed', session);
    const body = JSON.stringify(event);
    const { stripe } = gateway;
    const old = stripe.world.seconds - SIGNED.tolerance - 1;
    const wrong = {
      missing: '',
      nonsense: 'nonsense',
      'without a signature': `t=${stripe.world.seconds}`,
      'of an older scheme': stripe.sign(body).replace('v1=', 'v0='),
      'by another secret': stripe.sign(body, { secret: 'whsec_another' }),
      'of another body': stripe.sign(`${body} `),
      'of another time': stripe.sign(body).replace(/t=\d+/, `t=${stripe.world.seconds - 1}`),
      'a second too old': stripe.sign(body, { seconds: old }),
      'a year old': stripe.sign(body, { seconds: old - 365 * 24 * 3600 }),
    };
    const statuses: unknown[] = [];
    for (const [name, signature] of Object.entries(wrong)) statuses.push([name, await send(event, signature)]);
    expect(statuses).toEqual(Object.keys(wrong).map((name) => [name, 400]));
    const bare = await fetch(`${gateway.url}/provider-events`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect([bare.status, await bare.text()]).toEqual([400, '']);
    expect(await kept(event.id)).toBe(0);
    expect(await payer.standing()).toEqual(WAITING);
    expect(await send(event, stripe.sign(body, { seconds: stripe.world.seconds - SIGNED.tolerance }))).toBe(204);
    expect(await kept(event.id)).toBe(1);
  });

  it('books the order of a customer who has paid and left, once, however often and in whatever order it is told', async () => {
    const { payer, session } = await payAndLeave();
    const { stripe } = gateway;
    const completed = stripe.sessionEvent('checkout.session.completed', session);
    const events = [stripe.sessionEvent('checkout.session.expired', session), completed, completed, stripe.sessionEvent('checkout.session.completed', session)];
    expect(await Promise.all(events.map((event) => send(event)))).toEqual([204, 204, 204, 204]);
    await expect.poll(payer.standing, SOON).toEqual(TAKEN);
    expect(await send(completed)).toBe(204);
    expect(await payer.places()).toEqual([['ORDER_CONFIRMED', null]]);
    expect(await kept(completed.id)).toBe(1);
  });

  it('believes no event about a status, and moves nothing by one that comes for another account than the payment’s, or for none', async () => {
    const [waiting, others] = [await payerIn(gateway), [await payAndLeave(), await payAndLeave()]];
    const { id } = gateway.stripe.session(await waiting.pay());
    const told = { id, object: 'checkout.session', status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' };
    const foreign = others.map(({ session }, index) => gateway.stripe.event('checkout.session.completed', index === 0 ? SIGNED.stranger : undefined, gateway.stripe.world.showSession(session)));
    const events = [gateway.stripe.event('checkout.session.completed', NORTHSIDE, told), ...foreign];
    for (const event of events) expect([await send(event), await kept(event.id)]).toEqual([204, 1]);
    await settle();
    for (const { standing } of [waiting, ...others.map(({ payer }) => payer)]) expect(await standing()).toEqual(WAITING);
  });

  it('fetches an account that was updated, and its seller sells or not by what it finds', async () => {
    expect(await seller()).toEqual(['BOOKABLE', 'CONNECTED']);
    const before = gateway.stripe.accountEvent(NORTHSIDE);
    gateway.stripe.setAccount(NORTHSIDE, { charges_enabled: false, disabled_reason: 'requirements.past_due' });
    expect(await send(before)).toBe(204); // it says that all is well
    await expect.poll(() => seller(), SOON).toEqual(['FREE_ONLY', 'INFORMATION_NEEDED']);
    const asked = refreshes();
    gateway.stripe.setAccount(NORTHSIDE);
    expect(await send(before)).toBe(204);
    expect(await send(gateway.stripe.accountEvent(SIGNED.stranger))).toBe(204);
    expect(await seller()).toEqual(['FREE_ONLY', 'INFORMATION_NEEDED']);
    expect(await send(gateway.stripe.accountEvent(NORTHSIDE))).toBe(204);
    await expect.poll(() => seller(), SOON).toEqual(['BOOKABLE', 'CONNECTED']);
    expect(refreshes()).toBe(asked + 1);
  });

  it('leaves a seller who ends the connection at Stripe with its free places, and no older account takes that back', async () => {
    const sellerId = 'https://clubs.example/leaving';
    const first = await connect(gateway, sellerId, 'ONBOARD');
    expect(await seller(sellerId)).toEqual(['BOOKABLE', 'CONNECTED']);
    const [updated, gone] = [gateway.stripe.accountEvent(first), gateway.stripe.deauthorizedEvent(first)];
    gateway.stripe.world.accounts.delete(first);
    expect(await send(gone)).toBe(204);
    await expect.poll(() => seller(sellerId), SOON).toEqual(['FREE_ONLY', 'DISCONNECTED']);
    gateway.clock.advance(1);
    const second = await connect(gateway, sellerId, 'UPDATE');
    expect(second).not.toBe(first);
    expect(await seller(sellerId)).toEqual(['BOOKABLE', 'CONNECTED']);
    for (const late of [updated, gateway.stripe.deauthorizedEvent(first)]) expect(await send(late)).toBe(204);
    await settle();
    expect(await seller(sellerId)).toEqual(['BOOKABLE', 'CONNECTED']);
    expect(await gateway.store.fork().find(PaymentAccount, { sellerId }, { orderBy: { createdAt: 'asc' } })).toMatchObject([{ status: 'DISCONNECTED' }, { status: 'CONNECTED' }]);
  });
});

/** Goes through a link to the end with an account that takes charges, and gives that. */
async function connect(gateway: StripeGateway, sellerId: string, purpose: 'ONBOARD' | 'UPDATE'): Promise<string> {
  const flow = sellerIn(gateway, await beginFlow(gateway, purpose, sellerId, true));
  await flow.accept();
  const { url } = await flow.connect();
  const account = gateway.stripe.world.links.find((link) => link.url === url)?.account ?? '';
  gateway.stripe.setAccount(account);
  await flow.refresh();
  const { step } = await flow.complete();
  if (step !== 'DONE') throw new Error(`not connected but at ${step}`);
  return account;
}
