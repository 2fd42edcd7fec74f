import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import { cancellableUntil } from '../catalogue/cancellation.js';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { placeOrder } from '../order/confirm-order.js';
import { Order } from '../order/order.entity.js';
import type { OrderFacts } from '../order/order.facts.js';
import { newIdentifier, newUuid } from '../shared/ids.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { totalOf } from '../shared/money.js';
import { CheckoutSession } from '../checkout-session/checkout-session.entity.js';
import type { CheckoutView } from './checkout.store.js';
import { OrderItem } from '../order/order-item.entity.js';
import { OrderQuote } from '../order/order-quote.entity.js';
import type { PlacesWanted } from './place-counts.js';

interface Parts {
  readonly addresses: BaseAddresses;
  readonly now: Date;
}

/** Places the checkout's order: its quote, its items at the prices that were agreed to, and the order itself. An order that waits to be paid takes the prices of this moment. */
export async function placeOrderOf(view: CheckoutView, tx: EntityManager, parts: Parts): Promise<void> {
  const quote = await quoteOf(view, tx, parts.now);
  await keepItems(view, quote, tx);
  const facts = factsOf(view, parts.addresses);
  const waiting = await tx.nativeUpdate(Order, { quote: view.stored.quoteId, state: 'PENDING_PAYMENT' }, { facts });
  if (waiting === 0) await placeOrder({ quote, brokerId: view.stored.brokerId, facts }, tx, parts.now);
}

/** The quote of an authenticated session is there already; a guest's comes with the order. */
async function quoteOf({ stored, totalPaymentDue }: CheckoutView, tx: EntityManager, now: Date): Promise<OrderQuote> {
  const total = { currency: totalPaymentDue?.currency ?? null, totalMinor: totalPaymentDue?.amountMinor ?? 0 };
  const known = await tx.findOne(OrderQuote, stored.quoteId);
  if (known) return tx.assign(known, total); // the customer may have agreed to another price
  const session = stored.sessionIdentifier === null ? null : tx.getReference(CheckoutSession, stored.sessionIdentifier);
  return tx.create(OrderQuote, { id: stored.quoteId, checkoutSession: session, customer: null, ...total, createdAt: now });
}

async function keepItems({ stored, items }: CheckoutView, quote: OrderQuote, tx: EntityManager): Promise<void> {
  const known = await tx.find(OrderItem, { quote: stored.quoteId }, { orderBy: { position: 'asc' } });
  for (const [position, { acceptedOffer, opportunityId, price }] of (stored.items ?? []).entries()) {
    const opportunity = tx.getReference(Opportunity, opportunityId);
    const priced = { acceptedOffer, opportunity, priceMinor: price.amountMinor, cancellableUntil: deadlineOf(items[position]) };
    const item = known[position];
    if (item) tx.assign(item, priced);
    else tx.create(OrderItem, { id: newUuid(), quote, position, ...priced, status: null, accessToken: null, accessCode: null });
  }
  await tx.flush();
}

/** By the terms of the ticket as they are when the order is placed. */
function deadlineOf(item: CheckoutView['items'][number] | undefined): Date | null {
  const offer = item?.opportunity?.offers.find(({ id }) => id === item.acceptedOffer);
  return item?.opportunity && offer ? cancellableUntil(item.opportunity, { ...offer, priceMinor: item.price.amountMinor }) : null;
}

/** Gives every place of a booked order its status and what opens the door. */
export async function markBooked(orderId: string, tx: EntityManager): Promise<void> {
  for (const item of await tx.find(OrderItem, { quote: orderId })) {
    tx.assign(item, { status: 'ORDER_CONFIRMED', accessToken: newIdentifier(), accessCode: newAccessCode() });
  }
  await tx.flush();
}

function newAccessCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/** The same item twice is two places. */
export function placesWanted({ stored }: Pick<CheckoutView, 'stored'>): PlacesWanted {
  const wanted = new Map<string, number>();
  for (const { opportunityId } of stored.items ?? []) wanted.set(opportunityId, (wanted.get(opportunityId) ?? 0) + 1);
  return wanted;
}

/** With the person as the broker sent them, or as they typed, and the page's answer where it had to ask. */
function factsOf({ stored, customer, is13OrOver, broker, items }: CheckoutView, addresses: BaseAddresses): OrderFacts {
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
