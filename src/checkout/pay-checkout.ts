import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { advanceOrder, type AdvanceParts } from '../order/advance-order.js';
import { moveOrder } from '../order/move-order.js';
import { Order } from '../order/order.entity.js';
import { addTask } from '../outbox/add-task.js';
import { askProvider, PaymentProviderError } from '../payment/payment-provider-error.js';
import { Payment } from '../payment/payment.entity.js';
import { paymentReturnAddress, type BaseAddresses } from '../shared/addresses.js';
import { addSeconds } from '../shared/clock.js';
import { newUuid } from '../shared/ids.js';
import type { Tables } from '../store/tables.js';
import { readCheckout, type CheckoutView } from './checkout.store.js';
import { identifierOf } from './continue-checkout.js';
import { CheckoutStepError, inCheckout, refusalOf, type CheckoutParts } from './in-checkout.js';
import { holdPlaces } from './place-counts.js';
import { placeOrderOf, placesWanted } from './place-order.js';

interface Parts extends CheckoutParts, Pick<AdvanceParts, 'payments'> {
  readonly reads: Kysely<Tables>;
  readonly addresses: BaseAddresses;
}

/**
 * What providers want at least for their own page, counted from the last moment at which it can be asked for, which after an
 * outage is the end of the payment's term. We close it at that end, and the places are held for longer than it can be open.
 */
const PROVIDER_SECONDS = 31 * 60;
const HOLD_BEYOND_TERM_SECONDS = 35 * 60;

/**
 * Sends the customer to pay: places the order, holds its places for longer than the payment can take, and opens the
 * provider's page. A repeat leads to the same page while it is open; after a decline it is a new attempt for the same order.
 */
export async function payCheckout(id: string, parts: Parts): Promise<{ readonly url: string } | CheckoutStepError | ItemNotBookableError | PaymentProviderError> {
  let paymentId: string | undefined;
  const refused = await inCheckout(id, parts, async (view, tx) => {
    const open = view.stored.payment;
    if (open?.status === 'STARTED') {
      paymentId = open.id;
      return undefined;
    }
    if (view.step !== 'CHECK' || !view.totalPaymentDue || view.totalPaymentDue.amountMinor === 0) return refusalOf(view);
    const outcome = await prepare(view, tx, parts);
    if (outcome instanceof ItemNotBookableError) return outcome;
    paymentId = outcome;
    return undefined;
  });
  if (refused) return refused;
  if (paymentId === undefined) throw new Error('a payment that was neither begun nor refused');
  const payment = await parts.em.fork().findOneOrFail(Payment, paymentId);
  return askProvider(() => openPage(payment, id, parts));
}

async function prepare(view: CheckoutView, tx: EntityManager, parts: Parts): Promise<string | ItemNotBookableError> {
  const { now, holdTtlSeconds, linkKeys, clientAddress } = parts;
  const { quoteId, payment: last } = view.stored;
  const account = await findAccount(view, tx);
  if (!account) return new ItemNotBookableError(view.opportunity?.identifier ?? '', ['SELLER_CANNOT_TAKE_PAYMENTS']);
  await placeOrderOf(view, tx, parts);
  if (!last) await moveOrder(quoteId, { from: 'CREATED', on: 'PAYMENT_STARTED' }, tx, now);
  const hold = { checkoutId: view.id, holder: linkKeys.current.addressMark(clientAddress), expiresAt: addSeconds(now, holdTtlSeconds + HOLD_BEYOND_TERM_SECONDS) };
  const full = await holdPlaces(tx, placesWanted(view), hold, now);
  if (full !== undefined) return new ItemNotBookableError(identifierOf(view, full), ['FULL']);
  const total = view.totalPaymentDue;
  if (!total?.currency) throw new Error('a price without a currency got past its checks');
  const endsAt = addSeconds(now, holdTtlSeconds);
  const payment = tx.create(Payment, {
    id: newUuid(),
    order: tx.getReference(Order, quoteId),
    attempt: (last?.attempt ?? 0) + 1,
    provider: account.provider,
    accountId: account.provider_account_id,
    providerPaymentId: null,
    url: null,
    amountMinor: total.amountMinor,
    currency: total.currency,
    feeMinor: null,
    status: 'STARTED',
    createdAt: now,
    endsAt,
    endedAt: null,
  });
  addTask(tx, 'ADVANCE_ORDER', quoteId, now, endsAt);
  return payment.id;
}

/** The account that takes charges for the seller at this moment. */
async function findAccount(view: CheckoutView, tx: EntityManager) {
  const sellerKey = view.opportunity?.sellerKey;
  if (sellerKey === undefined) return undefined;
  return tx
    .getKysely<Tables>()
    .selectFrom('payment_account')
    .innerJoin('seller', (join) => join.onRef('seller.seller_id', '=', 'payment_account.seller_id').onRef('seller.broker_id', '=', 'payment_account.broker_id'))
    .where('seller.id', '=', sellerKey)
    .where('payment_account.status', '=', 'CONNECTED')
    .select(['payment_account.provider', 'payment_account.provider_account_id'])
    .executeTakeFirst();
}

/**
 * Asks the provider for its page; the key makes a repeat the same page, also after a crash before its answer was kept. A page
 * that opens when the payment has come to its end meanwhile is closed again, since nobody would look after what is paid there.
 */
async function openPage(payment: Payment, checkoutId: string, parts: Parts): Promise<{ url: string } | CheckoutStepError> {
  const { em, payments, addresses } = parts;
  const kept = payment.url;
  if (typeof kept === 'string') return { url: kept };
  const { providerPaymentId, url } = await payments.start(payment.accountId, await requestOf(payment, checkoutId, em.fork(), addresses), payment.id);
  if ((await em.fork().nativeUpdate(Payment, { id: payment.id, status: 'STARTED' }, { providerPaymentId, url })) === 1) return { url };
  await payments.end(payment.accountId, providerPaymentId);
  const view = await readCheckout(checkoutId, { ...parts, selected: new Set() });
  return new CheckoutStepError(view?.step ?? 'CANCELLED');
}

async function requestOf(payment: Payment, checkoutId: string, em: EntityManager, addresses: BaseAddresses) {
  const { facts, reference, erasedAt } = await em.findOneOrFail(Order, payment.order.quote.id);
  return {
    paymentId: payment.id,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    description: `Courtside booking ${reference}`,
    email: erasedAt instanceof Date ? null : facts.customer.email,
    returnUrl: paymentReturnAddress(addresses, checkoutId, 'paying'),
    cancelUrl: paymentReturnAddress(addresses, checkoutId, 'check'),
    endsAt: addSeconds(payment.endsAt, PROVIDER_SECONDS),
  };
}

/** Asks the provider how the payment stands, and goes on as far as that leads: to the booking, if the money is there. */
export async function refreshPayment(id: string, parts: Parts & AdvanceParts): Promise<undefined | CheckoutStepError | PaymentProviderError> {
  const row = await parts.reads.selectFrom('checkout').innerJoin('customer_order', 'customer_order.quote_id', 'checkout.quote_id').where('checkout.id', '=', id).select('customer_order.quote_id').executeTakeFirst();
  if (!row) return new CheckoutStepError('CHECK');
  return askProvider(() => advanceOrder(row.quote_id, parts)).then((outcome) => (outcome instanceof PaymentProviderError ? outcome : undefined));
}
