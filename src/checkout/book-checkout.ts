import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { confirmOrder } from '../order/confirm-order.js';
import type { OrderFacts } from '../order/order.facts.js';
import { newIdentifier, newUuid } from '../shared/ids.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { totalOf } from '../shared/money.js';
import { UserError } from '../shared/user-error.js';
import { CheckoutSession } from './checkout-session.entity.js';
import type { CheckoutView } from './checkout.store.js';
import { identifierOf, placesWanted } from './continue-checkout.js';
import { endCheckout, inCheckout, refusalOf, type CheckoutParts, type CheckoutStepError } from './in-checkout.js';
import { OrderItem } from './order-item.entity.js';
import { OrderQuote } from './order-quote.entity.js';
import { bookPlaces } from './place-counts.js';

/** The order costs something, and there is no way to pay here. Nothing was booked. */
export class PaymentUnavailableError extends UserError {
  readonly __typename = 'PaymentUnavailableError';
  readonly code = 'PAYMENT_UNAVAILABLE';
  readonly message = 'Paid places cannot be booked here at the moment.';
}

interface Parts extends CheckoutParts {
  readonly addresses: BaseAddresses;
}

export type BookCheckoutError = CheckoutStepError | ItemNotBookableError | PaymentUnavailableError;

/**
 * Books what was chosen, in one transaction: the checkout's end, the places, the order, its confirmation, and what the
 * broker and the customer will hear. Of two clicks the second finds the first one's order and changes nothing. (contract §6)
 */
export async function bookCheckout(id: string, parts: Parts): Promise<undefined | BookCheckoutError> {
  return inCheckout(id, parts, async (view, tx) => {
    if (view.step === 'DONE') return undefined;
    if (view.step !== 'CHECK') return refusalOf(view);
    if (!view.totalPaymentDue || view.totalPaymentDue.amountMinor > 0) return new PaymentUnavailableError();
    return book(view, tx, parts);
  });
}

async function book(view: CheckoutView, tx: EntityManager, parts: Parts): Promise<undefined | ItemNotBookableError> {
  const { now } = parts;
  await endCheckout(view, 'ORDER_CONFIRMED', tx, now);
  const full = await bookPlaces(tx, placesWanted(view), view.id, now);
  if (full !== undefined) return new ItemNotBookableError(identifierOf(view, full), ['FULL']);
  const quote = await quoteOf(view, tx, parts);
  const places = await markBooked(view, quote, tx);
  await confirmOrder({ quote, brokerId: view.stored.brokerId, facts: factsOf(view, parts), places }, tx, now);
  return undefined;
}

/** The quote of an authenticated session is there already; a guest's comes with the booking. */
async function quoteOf({ stored, totalPaymentDue }: CheckoutView, tx: EntityManager, { now }: Parts): Promise<OrderQuote> {
  const total = { currency: totalPaymentDue?.currency ?? null, totalMinor: totalPaymentDue?.amountMinor ?? 0 };
  if (stored.isAuthenticated) {
    const quote = await tx.findOneOrFail(OrderQuote, stored.quoteId);
    return tx.assign(quote, total); // the customer may have agreed to another price
  }
  const session = stored.sessionIdentifier === null ? null : tx.getReference(CheckoutSession, stored.sessionIdentifier);
  return tx.create(OrderQuote, { id: stored.quoteId, checkoutSession: session, customer: null, ...total, createdAt: now });
}

/** Gives every place its status and what opens the door. */
async function markBooked({ stored }: CheckoutView, quote: OrderQuote, tx: EntityManager): Promise<readonly OrderItem[]> {
  const known = stored.isAuthenticated ? await tx.find(OrderItem, { quote }, { orderBy: { position: 'asc' } }) : [];
  return (stored.items ?? []).map(({ acceptedOffer, opportunityId, price }, position) => {
    const booked = { priceMinor: price.amountMinor, status: 'ORDER_CONFIRMED' as const, accessToken: newIdentifier(), accessCode: newAccessCode() };
    const item = known[position];
    if (item) return tx.assign(item, booked);
    return tx.create(OrderItem, { id: newUuid(), quote, position, opportunity: tx.getReference(Opportunity, opportunityId), acceptedOffer, ...booked });
  });
}

function newAccessCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/** With the person as the broker sent them, or as they typed, and the page's answer where it had to ask. */
function factsOf({ stored, customer, is13OrOver, broker, items }: CheckoutView, { addresses }: Parts): OrderFacts {
  if (!customer) throw new Error('an order without a customer got past its checks');
  const { vocabUrl, platformUrl, checkoutUrl } = stored.session ?? addresses;
  const { identifier, givenName, familyName, email } = customer;
  return {
    version: 1,
    vocabUrl,
    platformUrl,
    checkoutUrl,
    quoteId: stored.quoteId,
    customer: { kind: 'PERSON', identifier, givenName, familyName, email, is13OrOver },
    broker: { name: broker.name, url: broker.url },
    orderedItem: (stored.items ?? []).map(({ acceptedOffer, type, identifier: item, id, price }) => ({ acceptedOffer, type, identifier: item, ...(id !== undefined && { id }), price })),
    totalPaymentDue: totalOf(items.map(({ price }) => price)),
  };
}
