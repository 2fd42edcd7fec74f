import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProviderOutage, type PaymentAccounts } from '../../src/payment/payment-accounts.js';
import type { PaymentRequest, Payments, PaymentVerdict } from '../../src/payment/payments.js';
import { openStripe } from '../../src/payment/stripe-client.js';
import { stripePaymentAccounts } from '../../src/payment/stripe-payment-accounts.js';
import { stripePayments } from '../../src/payment/stripe-payments.js';
import { STRIPE_500, StripeDouble, type Fault } from '../support/stripe-double.js';
import { TestClock } from '../support/test-clock.js';

const ACCOUNT = 'acct_club';
const RETURN = { returnUrl: 'https://courtside.example/flow/payments/return', refreshUrl: 'https://courtside.example/flow/payments' };
const TAKEN = 2_500;

let clock: TestClock;
let stripe: StripeDouble;
let accounts: PaymentAccounts;
let payments: Payments;
let count = 0;
beforeAll(async () => {
  clock = new TestClock();
  stripe = await StripeDouble.start(() => clock.now());
  accounts = stripePaymentAccounts(openStripe(stripe));
  payments = stripePayments(openStripe(stripe));
});
afterAll(() => stripe.stop());
beforeEach(() => {
  count += 1;
  stripe.fault = undefined;
  stripe.faults.length = 0;
  stripe.requests.length = 0;
  stripe.world.refundsAre = 'succeeded';
  stripe.addAccount(ACCOUNT);
});

function request(changes: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    paymentId: `payment-${count}`,
    amountMinor: TAKEN,
    currency: 'GBP',
    description: 'Courtside booking 23456789',
    email: 'grace.okoro@example.com',
    returnUrl: 'https://courtside.example/checkout/1/paying',
    cancelUrl: 'https://courtside.example/checkout/1/check',
    endsAt: new Date(clock.now().getTime() + 35 * 60_000),
    ...changes,
  };
}

const start = async () => (await payments.start(ACCOUNT, request(), `start-${count}`)).providerPaymentId;
const key = (what: string) => `${what}-${count}`;
const started = (what: string) => stripe.requests.filter((seen) => seen.what === what);
const intentOf = (id: string) => stripe.session(id).intent;

/** A payment on which the provider says this. */
const PAYMENTS = {
  OPEN: start,
  AUTHORISED: async () => stripe.pay(await start()).id,
  CAPTURED: async () => {
    const { id } = stripe.pay(await start());
    await payments.capture(ACCOUNT, id, key('before'));
    return id;
  },
  VOIDED: async () => {
    const { id } = stripe.pay(await start());
    await payments.void(ACCOUNT, id, key('before'));
    return id;
  },
  ENDED: async () => {
    const id = await start();
    await payments.end(ACCOUNT, id);
    return id;
  },
} as const satisfies Partial<Record<PaymentVerdict, () => Promise<string>>>;

describe('a seller’s account at Stripe', () => {
  it('is an Express account in the seller’s name, and the same one for the same key', async () => {
    const id = await accounts.create({ sellerId: 'https://clubs.example/1', name: 'Riverside Club' }, key('open'));
    expect(stripe.world.account(id)).toMatchObject({ name: 'Riverside Club', metadata: { sellerId: 'https://clubs.example/1' } });
    expect(await accounts.create({ sellerId: 'https://clubs.example/1', name: 'Riverside Club' }, key('open'))).toBe(id);
    expect(started('POST /v1/accounts').map(({ isReplay }) => isReplay)).toEqual([false, true]);
    expect(await accounts.create({ sellerId: 'https://clubs.example/1', name: 'Riverside Club' }, key('again'))).not.toBe(id);
  });

  it('leads to another page each time, with the addresses to come back and to ask for the next', async () => {
    const urls = [await accounts.onboardingAddress(ACCOUNT, RETURN), await accounts.onboardingAddress(ACCOUNT, RETURN)];
    expect(new Set(urls).size).toBe(2);
    expect(stripe.world.links.at(-1)).toEqual({ account: ACCOUNT, return_url: RETURN.returnUrl, refresh_url: RETURN.refreshUrl, url: urls[1] });
  });

  it.each([
    ['ACCEPTED', { charges_enabled: true, details_submitted: false, disabled_reason: null }],
    ['ACCEPTED', { charges_enabled: true, details_submitted: true, disabled_reason: null }],
    ['PENDING', { charges_enabled: false, details_submitted: false, disabled_reason: 'requirements.past_due' }],
    ['INFORMATION_NEEDED', { charges_enabled: false, details_submitted: true, disabled_reason: 'requirements.past_due' }],
    ['REFUSED', { charges_enabled: false, details_submitted: true, disabled_reason: 'rejected.fraud' }],
  ] as const)('is %s when Stripe says %o', async (verdict, says) => {
    stripe.setAccount(ACCOUNT, says);
    expect(await accounts.verdict(ACCOUNT)).toBe(verdict);
  });

  it('is gone once disconnected, and to disconnect it again is no failure', async () => {
    await accounts.disconnect(ACCOUNT);
    expect(stripe.world.accounts.has(ACCOUNT)).toBe(false);
    await accounts.disconnect(ACCOUNT);
  });

  it('is refused once the seller has left us at Stripe', async () => {
    stripe.world.accounts.delete(ACCOUNT);
    expect(await accounts.verdict(ACCOUNT)).toBe('REFUSED');
  });

  it('is gone also when only the answer was lost', async () => {
    stripe.faults.push({ isDone: true, answer: STRIPE_500 });
    await expect(accounts.disconnect(ACCOUNT)).rejects.toThrow(ProviderOutage);
    await accounts.disconnect(ACCOUNT);
  });
});

describe('a payment on a seller’s account at Stripe', () => {
  it('is a page for exactly this amount on the seller’s own account, the same for the same key', async () => {
    const first = await payments.start(ACCOUNT, request(), key('start'));
    const session = stripe.session(first.providerPaymentId);
    expect([session.account, session.amount, session.expiresAt]).toEqual([ACCOUNT, TAKEN, clock.now().getTime() / 1000 + 35 * 60]);
    expect(session.form).toEqual({
      mode: 'payment',
      line_items: [{ quantity: '1', price_data: { currency: 'gbp', unit_amount: String(TAKEN), product_data: { name: 'Courtside booking 23456789' } } }],
      payment_intent_data: { capture_method: 'manual', metadata: { paymentId: `payment-${count}` } },
      client_reference_id: `payment-${count}`,
      customer_email: 'grace.okoro@example.com',
      success_url: 'https://courtside.example/checkout/1/paying',
      cancel_url: 'https://courtside.example/checkout/1/check',
      expires_at: String(session.expiresAt),
    });
    expect(await payments.start(ACCOUNT, request(), key('start'))).toEqual(first);
    expect(started('POST /v1/checkout/sessions').map(({ isReplay }) => isReplay)).toEqual([false, true]);
  });

  it('is never another payment for a key that was used already', async () => {
    await start();
    await expect(payments.start(ACCOUNT, request({ amountMinor: 1 }), key('start'))).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  it.each(Object.keys(PAYMENTS) as (keyof typeof PAYMENTS)[])('is %s by what Stripe says of it', async (verdict) => {
    expect(await payments.verdict(ACCOUNT, await PAYMENTS[verdict]())).toBe(verdict);
  });

  it('stays open after a declined card, while the page takes another one', async () => {
    const { id } = stripe.decline(await start());
    expect(await payments.verdict(ACCOUNT, id)).toBe('OPEN');
    stripe.pay(id);
    expect(await payments.verdict(ACCOUNT, id)).toBe('AUTHORISED');
  });

  it('is over when its page closes by itself', async () => {
    const id = await start();
    clock.advance(35 * 60);
    expect(await payments.verdict(ACCOUNT, id)).toBe('ENDED');
  });

  it.each(['requires_action', 'processing', 'requires_payment_method'] as const)('takes nothing for set aside while its money is at %s', async (status) => {
    const session = stripe.pay(await start());
    stripe.world.attempt(session, status);
    expect(await payments.verdict(ACCOUNT, session.id)).toBe(status === 'requires_payment_method' ? 'DECLINED' : 'OPEN');
  });

  it('is nobody else’s: on another account there is no such payment', async () => {
    stripe.addAccount('acct_other');
    const id = await PAYMENTS.AUTHORISED();
    await expect(payments.verdict('acct_other', id)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(payments.capture('acct_other', id, key('capture'))).rejects.toMatchObject({ code: 'resource_missing' });
    expect(intentOf(id)?.status).toBe('requires_capture');
  });

  it.each([
    ['capture', 'AUTHORISED', 'CAPTURED'],
    ['capture', 'CAPTURED', 'CAPTURED'],
    ['void', 'AUTHORISED', 'VOIDED'],
    ['void', 'VOIDED', 'VOIDED'],
    ['end', 'OPEN', 'ENDED'],
    ['end', 'ENDED', 'ENDED'],
    ['end', 'AUTHORISED', 'AUTHORISED'],
    ['end', 'CAPTURED', 'CAPTURED'],
  ] as const)('%s brings one that is %s to %s, and so does a repeat', async (act, from, to) => {
    const id = await PAYMENTS[from]();
    await payments[act](ACCOUNT, id, key('act'));
    await payments[act](ACCOUNT, id, key('act'));
    await payments[act](ACCOUNT, id, key('another'));
    expect(await payments.verdict(ACCOUNT, id)).toBe(to);
  });

  it.each([
    ['capture', 'VOIDED'],
    ['void', 'CAPTURED'],
  ] as const)('says so when %s comes too late for one that is %s', async (act, from) => {
    const id = await PAYMENTS[from]();
    await expect(payments[act](ACCOUNT, id, key('act'))).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await payments.verdict(ACCOUNT, id)).toBe(from);
  });

  it.each(['capture', 'void'] as const)('%s goes on where a lost answer left it, and where Stripe failed on the way', async (act) => {
    const id = await PAYMENTS.AUTHORISED();
    for (const fault of [{ isKept: true, answer: STRIPE_500 }, { isDone: true, answer: STRIPE_500 }] as const) {
      stripe.faults.push({ on: new RegExp(`/${act === 'void' ? 'cancel' : act}$`), ...fault });
      await expect(payments[act](ACCOUNT, id, key('act'))).rejects.toThrow(ProviderOutage);
    }
    await payments[act](ACCOUNT, id, key('act'));
    expect(await payments.verdict(ACCOUNT, id)).toBe(act === 'void' ? 'VOIDED' : 'CAPTURED');
  });
});

describe('a refund at Stripe', () => {
  it('gives back as much as it was asked to, once for a key', async () => {
    const id = await PAYMENTS.CAPTURED();
    const first = await payments.refund(ACCOUNT, id, 1_000, key('refund'));
    expect(first.verdict).toBe('DONE');
    expect(await payments.refund(ACCOUNT, id, 1_000, key('refund'))).toEqual(first);
    expect([intentOf(id)?.refunded, await payments.refundedMinor(ACCOUNT, id)]).toEqual([1_000, 1_000]);
    await payments.refund(ACCOUNT, id, TAKEN - 1_000, key('rest'));
    expect([intentOf(id)?.refunded, await payments.refundedMinor(ACCOUNT, id)]).toEqual([TAKEN, TAKEN]);
  });

  it('gives back nothing twice when the answer was lost', async () => {
    const id = await PAYMENTS.CAPTURED();
    stripe.faults.push({ on: /refunds$/, isDone: true, answer: STRIPE_500 });
    await expect(payments.refund(ACCOUNT, id, 1_000, key('refund'))).rejects.toThrow(ProviderOutage);
    expect((await payments.refund(ACCOUNT, id, 1_000, key('refund'))).verdict).toBe('DONE');
    expect(intentOf(id)?.refunded).toBe(1_000);
  });

  it('is refused above what was taken, and before anything was', async () => {
    const captured = await PAYMENTS.CAPTURED();
    await expect(payments.refund(ACCOUNT, captured, TAKEN + 1, key('refund'))).rejects.toMatchObject({ param: 'amount' });
    count += 1;
    await expect(payments.refund(ACCOUNT, await PAYMENTS.AUTHORISED(), 1, key('refund'))).rejects.toMatchObject({ param: 'payment_intent' });
  });

  it.each([
    ['succeeded', 'DONE'],
    ['failed', 'FAILED'],
  ] as const)('is on its way until Stripe says %s', async (status, verdict) => {
    stripe.world.refundsAre = 'pending';
    const { refundId, verdict: atFirst } = await payments.refund(ACCOUNT, await PAYMENTS.CAPTURED(), 1_000, key('refund'));
    expect([atFirst, await payments.refundVerdict(ACCOUNT, refundId)]).toEqual(['PENDING', 'PENDING']);
    stripe.finishRefund(refundId, status);
    expect(await payments.refundVerdict(ACCOUNT, refundId)).toBe(verdict);
  });
});

const BODIES = { 'no error': {}, 'a message only': { message: 'Not Found' }, 'an empty id': { object: 'account', id: '' }, 'another kind': { object: 'customer', id: 'cus_1', deleted: true, url: 'https://elsewhere.example' } };

/** Whatever Stripe can answer that is neither yes nor no. */
const FAULTS: readonly (readonly [string, Fault])[] = [
  ['answers 500', { answer: STRIPE_500 }],
  ['answers 429', { answer: { status: 429, body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' } }) } }],
  ['answers 409', { answer: { status: 409, body: JSON.stringify({ error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'There is another request' } }) } }],
  ['answers with a page', { answer: { status: 503, body: '<html>down</html>' } }],
  ['answers with nothing', { answer: { status: 200, body: '' } }],
  ...Object.entries(BODIES).flatMap(([name, body]) => [200, 404].map((status) => [`answers ${status} with ${name}`, { answer: { status, body: JSON.stringify(body) } }] as const)),
];

/** Every call of the two ports. */
const CALLS: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  create: () => accounts.create({ sellerId: 'https://clubs.example/1', name: 'Riverside Club' }, key('open')),
  onboardingAddress: () => accounts.onboardingAddress(ACCOUNT, RETURN),
  'an account’s verdict': () => accounts.verdict(ACCOUNT),
  disconnect: () => accounts.disconnect(ACCOUNT),
  start: () => payments.start(ACCOUNT, request(), key('outage')),
  verdict: (id) => payments.verdict(ACCOUNT, id),
  end: (id) => payments.end(ACCOUNT, id),
  capture: (id) => payments.capture(ACCOUNT, id, key('capture')),
  void: (id) => payments.void(ACCOUNT, id, key('void')),
  refund: (id) => payments.refund(ACCOUNT, id, 100, key('refund')),
  refundedMinor: (id) => payments.refundedMinor(ACCOUNT, id),
  refundVerdict: () => payments.refundVerdict(ACCOUNT, 're_1'),
};

async function outcomeOf(call: Promise<unknown> | undefined): Promise<unknown> {
  try {
    return ['success', await call];
  } catch (error) {
    return error instanceof ProviderOutage ? 'outage' : String(error);
  }
}

describe('Stripe that is down', () => {
  it.each(Object.keys(CALLS))('is an outage and nothing else to %s, whatever it answers to the first request or to the one that matters', async (name) => {
    const id = await PAYMENTS.AUTHORISED();
    const isRead = name.endsWith('erdict') || name === 'refundedMinor';
    for (const on of isRead ? [/./] : [/./, /^(POST|DELETE) /]) {
      const outcomes: unknown[] = [];
      for (const [, fault] of FAULTS) {
        stripe.fault = { ...fault, on };
        outcomes.push(await outcomeOf(CALLS[name]?.(id)));
      }
      expect(FAULTS.map(([fault], index) => [fault, outcomes[index]])).toEqual(FAULTS.map(([fault]) => [fault, 'outage']));
    }
  });

  it('is an outage to every call when it hangs up', async () => {
    const id = await PAYMENTS.AUTHORISED();
    stripe.fault = { answer: 'hang up' };
    expect(await Promise.all(Object.values(CALLS).map((call) => outcomeOf(call(id))))).toEqual(Object.keys(CALLS).map(() => 'outage'));
  });

  it('is waited for while it only answers late', async () => {
    const gate = Promise.withResolvers<void>();
    stripe.faults.push({ after: gate.promise });
    const late = accounts.verdict(ACCOUNT);
    gate.resolve();
    expect(await late).toBe('ACCEPTED');
  });

  it('is no outage but our own mistake when it does not know our key', async () => {
    const stranger = stripePaymentAccounts(openStripe({ secretKey: 'sk_test_wrong', apiBase: stripe.apiBase }));
    await expect(stranger.verdict(ACCOUNT)).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
  });
});
