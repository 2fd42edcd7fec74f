import type { Kysely } from 'kysely';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { readOpportunities } from '../catalogue/opportunity.store.js';
import type { OrganizationView } from '../catalogue/opportunity-view.store.js';
import { toMoney, totalOf, type Money } from '../shared/money.js';
import { ValidationError } from '../shared/user-error.js';
import type { Tables } from '../store/tables.js';
import type { CheckoutItemView } from './checkout.store.js';
import { choosePlaces, problemsOfMixture } from './choose-places.js';
import { problemsOfItems, type OrderItemRequest } from '../checkout-session/session-request.js';

export interface DryQuoteView {
  readonly items: readonly CheckoutItemView[];
  readonly totalPaymentDue: Money;
  readonly seller: OrganizationView;
}

/** What an order would cost at this moment, by the rules of a real one. It stores and holds nothing. */
export async function dryQuote(orderedItem: readonly OrderItemRequest[], parts: { readonly reads: Kysely<Tables>; readonly now: Date }): Promise<DryQuoteView | ValidationError | ItemNotBookableError> {
  const problems = problemsOfItems(orderedItem, ['orderedItem']);
  if (problems.length > 0) return new ValidationError(problems);
  const places = choosePlaces(orderedItem, await readOpportunities(parts, orderedItem.map((item) => item.orderedItem)), parts.now);
  if (places instanceof ItemNotBookableError) return places;
  const mixture = problemsOfMixture(places, ['orderedItem']);
  const [first] = places;
  if (mixture.length > 0 || !first) return new ValidationError(mixture);
  const items = places.map(({ opportunity, offer, acceptedOffer, priceMinor }) => {
    const price = toMoney(priceMinor, offer.currency);
    return { acceptedOffer, ticketName: offer.name, price, currentPrice: price, opportunity };
  });
  return { items, totalPaymentDue: totalOf(items.map(({ price }) => price)), seller: first.opportunity.organizer };
}
