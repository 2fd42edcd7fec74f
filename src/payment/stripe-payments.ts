import type Stripe from 'stripe';
import { askStripe, isUnexpectedState } from './stripe-client.js';
import type { PaymentRequest, Payments, PaymentVerdict, RefundVerdict } from './payments.js';

/**
 * Direct charges on the seller's own account: Stripe's hosted page sets the money aside, we take it once the places are
 * booked. To take it or to let it go is the same once and twice by its nature, so it is asked for without a key: to a key
 * Stripe would give its first answer again for a day, a failure of its own included.
 */
export function stripePayments(stripe: Stripe): Payments {
  return {
    provider: 'stripe',
    start: (stripeAccount, request, idempotencyKey) => start(stripe, stripeAccount, request, idempotencyKey),
    verdict: async (stripeAccount, id) => verdictOn(await sessionOf(stripe, stripeAccount, id)),
    end: (stripeAccount, id) =>
      unlessDone(
        () => askStripe('checkout.session', () => stripe.checkout.sessions.expire(id, {}, { stripeAccount })),
        async () => (await sessionOf(stripe, stripeAccount, id)).status !== 'open',
      ),
    async capture(stripeAccount, id) {
      const intent = await intentOf(stripe, stripeAccount, id);
      await unlessDone(
        () => askStripe('payment_intent', () => stripe.paymentIntents.capture(intent, {}, { stripeAccount })),
        async () => verdictOn(await sessionOf(stripe, stripeAccount, id)) === 'CAPTURED',
      );
    },
    fee: (stripeAccount, id) => feeOf(stripe, stripeAccount, id),
    async void(stripeAccount, id) {
      const intent = await intentOf(stripe, stripeAccount, id);
      await unlessDone(
        () => askStripe('payment_intent', () => stripe.paymentIntents.cancel(intent, {}, { stripeAccount })),
        async () => verdictOn(await sessionOf(stripe, stripeAccount, id)) === 'VOIDED',
      );
    },
    async refund(stripeAccount, id, amount, idempotencyKey) {
      const payment_intent = await intentOf(stripe, stripeAccount, id);
      const refund = await askStripe('refund', () => stripe.refunds.create({ payment_intent, amount }, { stripeAccount, idempotencyKey }));
      return { refundId: refund.id, verdict: verdictOnRefund(refund) };
    },
    async refundedMinor(stripeAccount, id) {
      const charge = await chargeOf(stripe, stripeAccount, id);
      return charge?.amount_refunded ?? 0;
    },
    refundVerdict: async (stripeAccount, refundId) => verdictOnRefund(await askStripe('refund', () => stripe.refunds.retrieve(refundId, {}, { stripeAccount }))),
  };
}

async function start(stripe: Stripe, stripeAccount: string, { paymentId, amountMinor, currency, description, email, returnUrl, cancelUrl, endsAt }: PaymentRequest, idempotencyKey: string) {
  const request: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: amountMinor, product_data: { name: description } } }],
    payment_intent_data: { capture_method: 'manual', metadata: { paymentId } },
    client_reference_id: paymentId,
    ...(email !== null && { customer_email: email }),
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(endsAt.getTime() / 1000),
  };
  const { id, url } = await askStripe('checkout.session', () => stripe.checkout.sessions.create(request, { stripeAccount, idempotencyKey }));
  if (!url) throw new Error(`the Checkout Session ${id} has no address`);
  return { providerPaymentId: id, url };
}

function sessionOf(stripe: Stripe, stripeAccount: string, id: string): Promise<Stripe.Checkout.Session> {
  return askStripe('checkout.session', () => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }, { stripeAccount }));
}

/** Of the charge behind it; Stripe says it once the charge is settled. */
async function feeOf(stripe: Stripe, stripeAccount: string, id: string): Promise<number | null> {
  const transaction = (await chargeOf(stripe, stripeAccount, id))?.balance_transaction;
  return transaction && typeof transaction !== 'string' ? transaction.fee : null;
}

async function chargeOf(stripe: Stripe, stripeAccount: string, id: string): Promise<Stripe.Charge | null> {
  const intent = await intentOf(stripe, stripeAccount, id);
  const { latest_charge: charge } = await askStripe('payment_intent', () => stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge.balance_transaction'] }, { stripeAccount }));
  return typeof charge === 'string' ? null : charge;
}

async function intentOf(stripe: Stripe, stripeAccount: string, id: string): Promise<string> {
  const { payment_intent } = await sessionOf(stripe, stripeAccount, id);
  if (!payment_intent) throw new Error(`the Checkout Session ${id} has no PaymentIntent`);
  return typeof payment_intent === 'string' ? payment_intent : payment_intent.id;
}

/** What was asked for before may have happened although its answer was lost: then a refusal is no failure. */
async function unlessDone(ask: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!isUnexpectedState(error) || !(await isDone())) throw error;
  }
}

function verdictOn({ status, payment_intent }: Stripe.Checkout.Session): PaymentVerdict {
  if (status === 'expired') return 'ENDED';
  if (status === 'open' || !payment_intent || typeof payment_intent === 'string') return 'OPEN';
  return VERDICTS[payment_intent.status] ?? 'OPEN';
}

const VERDICTS: Partial<Record<Stripe.PaymentIntent.Status, PaymentVerdict>> = {
  requires_capture: 'AUTHORISED',
  succeeded: 'CAPTURED',
  canceled: 'VOIDED',
  requires_payment_method: 'DECLINED',
  requires_action: 'OPEN',
  requires_confirmation: 'OPEN',
  processing: 'OPEN',
};

function verdictOnRefund({ status }: Stripe.Refund): RefundVerdict {
  if (status === 'succeeded') return 'DONE';
  return status === 'failed' || status === 'canceled' ? 'FAILED' : 'PENDING';
}
