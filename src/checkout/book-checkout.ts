import type { EntityManager } from '@mikro-orm/sql';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { confirmOrder } from '../order/confirm-order.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { UserError } from '../shared/user-error.js';
import type { CheckoutView } from './checkout.store.js';
import { identifierOf } from './continue-checkout.js';
import { endCheckout, inCheckout, refusalOf, type CheckoutParts, type CheckoutStepError } from './in-checkout.js';
import { bookPlaces } from './place-counts.js';
import { markBooked, placeOrderOf, placesWanted } from './place-order.js';

/** The order costs something: it is paid for, not booked. Nothing was booked. */
export class PaymentRequiredError extends UserError {
  readonly __typename = 'PaymentRequiredError';
  readonly code = 'PAYMENT_REQUIRED';
  readonly message = 'This has to be paid for: start a payment instead.';
}

interface Parts extends CheckoutParts {
  readonly addresses: BaseAddresses;
}

export type BookCheckoutError = CheckoutStepError | ItemNotBookableError | PaymentRequiredError;

/**
 * Books what is free, in one transaction: the checkout's end, the places, the order, its confirmation, and what the
 * broker and the customer will hear. Of two clicks the second finds the first one's order and changes nothing. (contract §6)
 */
export async function bookCheckout(id: string, parts: Parts): Promise<undefined | BookCheckoutError> {
  return inCheckout(id, parts, async (view, tx) => {
    if (view.step === 'DONE') return undefined;
    if (view.step !== 'CHECK') return refusalOf(view);
    if (!view.totalPaymentDue || view.totalPaymentDue.amountMinor > 0) return new PaymentRequiredError();
    return book(view, tx, parts);
  });
}

async function book(view: CheckoutView, tx: EntityManager, parts: Parts): Promise<undefined | ItemNotBookableError> {
  await endCheckout(view, 'ORDER_CONFIRMED', tx, parts.now);
  const full = await bookPlaces(tx, placesWanted(view), view.id, parts.now);
  if (full !== undefined) return new ItemNotBookableError(identifierOf(view, full), ['FULL']);
  await placeOrderOf(view, tx, parts);
  await markBooked(view.stored.quoteId, tx);
  const isConfirmed = await confirmOrder(view.stored.quoteId, { from: view.stored.orderState ?? 'CREATED', on: 'FREE_PLACES_BOOKED' }, tx, parts.now);
  if (!isConfirmed) throw new Error('an order moved while its checkout was held');
  return undefined;
}
