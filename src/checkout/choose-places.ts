import { bookabilityOf } from '../catalogue/bookability.js';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import type { OpportunityKey } from '../catalogue/opportunity.store.js';
import type { OfferView, OpportunityView } from '../catalogue/opportunity-view.store.js';
import type { Problem } from '../shared/user-error.js';
import type { OrderItemRequest } from '../checkout-session/session-request.js';

/** One place that a customer wants, with everything known about it. */
export interface ChosenPlace {
  readonly opportunity: OpportunityView;
  readonly offer: OfferView;
  /** The offer's id as the broker sent it. */
  readonly acceptedOffer: string;
  /** In the minor unit of the offer's currency. */
  readonly priceMinor: number;
}

type Find = (key: OpportunityKey) => OpportunityView | undefined;

/** Looks up what the items name, and whether each can be booked now; the first that cannot decides. The same item twice is two places. */
export function choosePlaces(items: readonly OrderItemRequest[], find: Find, now: Date): readonly ChosenPlace[] | ItemNotBookableError {
  const places: ChosenPlace[] = [];
  for (const { acceptedOffer, orderedItem } of items) {
    const opportunity = find(orderedItem);
    if (!opportunity) return new ItemNotBookableError(orderedItem.identifier, ['UNKNOWN_ITEM']);
    const offer = opportunity.offers.find(({ id }) => id === acceptedOffer);
    if (!offer) return new ItemNotBookableError(orderedItem.identifier, ['UNKNOWN_OFFER']);
    const wanted = items.filter((other) => find(other.orderedItem) === opportunity).length;
    const { reasons, opensAt } = bookabilityOf(opportunity, [offer], now, wanted);
    if (reasons.length > 0 || offer.priceMinor === null) return new ItemNotBookableError(orderedItem.identifier, reasons, opensAt);
    places.push({ opportunity, offer, acceptedOffer, priceMinor: offer.priceMinor });
  }
  return places;
}

/** One order, one seller, one currency. Free places have no say in the currency. */
export function problemsOfMixture(places: readonly ChosenPlace[], path: readonly string[] = ['initialOrder', 'orderedItem']): readonly Problem[] {
  const sellers = new Set(places.map(({ opportunity }) => opportunity.sellerKey));
  const currencies = new Set(places.filter(({ priceMinor }) => priceMinor > 0).map(({ offer }) => offer.currency));
  return [
    ...(sellers.size > 1 ? [{ path, message: 'must all be of one seller' }] : []),
    ...(currencies.size > 1 ? [{ path, message: 'must all be in one currency' }] : []),
  ];
}
