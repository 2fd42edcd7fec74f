import { Temporal } from 'temporal-polyfill';
import type { SellerStatus } from '../seller/seller.lifecycle.js';
import type { EventStatus } from './opportunity.entity.js';

export const BOOKABILITY_REASONS = [
  'UNKNOWN_ITEM',
  'UNKNOWN_OFFER',
  'SELLER_NOT_ONBOARDED',
  'SELLER_OPTED_OUT',
  'CANCELLED',
  'POSTPONED',
  'PAST',
  'FULL',
  'NO_OFFER',
  'OFFER_WITHOUT_ID',
  'OFFER_UNUSABLE',
  'SELLER_IS_FREE',
  'SELLER_CANNOT_TAKE_PAYMENTS',
  'ADVANCE_BOOKING_UNAVAILABLE',
  'NOT_YET_OPEN',
  'CLOSED',
] as const;
export type BookabilityReason = (typeof BOOKABILITY_REASONS)[number];

/** What the rule looks at in an opportunity. */
export interface ItemFacts {
  readonly sellerStatus: SellerStatus;
  /** Whether its payment account takes charges at this moment. */
  readonly canTakePayments: boolean;
  readonly eventStatus: EventStatus;
  readonly startDate: Date;
  readonly endDate: Date | null;
  /** IANA name of the venue's zone. */
  readonly timeZone: string;
  /** Null when nobody says how many are left: then it stays bookable. */
  readonly remainingCapacity: number | null;
}

/** What the rule looks at in an offer. */
export interface OfferFacts {
  readonly id: string | null;
  readonly priceMinor: number | null;
  readonly currency: string | null;
  readonly validFromBeforeStartDate: string | null;
  readonly validThroughBeforeStartDate: string | null;
  readonly isAdvanceBookingUnavailable: boolean;
}

export interface Bookability {
  readonly isBookable: boolean;
  /** Empty when bookable; else everything that stands in the way. */
  readonly reasons: readonly BookabilityReason[];
  /** When it becomes bookable by the passing of time alone; null when it is, or when time does not help. */
  readonly opensAt: Date | null;
}

/** Whether an item can be booked at this moment with at least one of its offers. A pure rule: its answer is never stored. */
export function bookabilityOf(item: ItemFacts, offers: readonly OfferFacts[], now: Date, places = 1): Bookability {
  const itemReasons = reasonsOfItem(item, now, places);
  const perOffer = offers.map((offer) => reasonsOfOffer(offer, item, now));
  const offerReasons = perOffer.some((reasons) => reasons.length === 0) ? [] : [...new Set(perOffer.flat())];
  const reasons = [...itemReasons, ...(offers.length === 0 ? (['NO_OFFER'] as const) : offerReasons)];
  const isOnlyEarly = itemReasons.length === 0 && reasons.length > 0;
  return { isBookable: reasons.length === 0, reasons, opensAt: isOnlyEarly ? earliestOpening(item, offers, now, places) : null };
}

function reasonsOfItem({ sellerStatus, eventStatus, startDate, endDate, remainingCapacity }: ItemFacts, now: Date, places: number): BookabilityReason[] {
  const reasons: BookabilityReason[] = [];
  if (sellerStatus === 'NOT_ONBOARDED') reasons.push('SELLER_NOT_ONBOARDED');
  if (sellerStatus === 'OPTED_OUT') reasons.push('SELLER_OPTED_OUT');
  if (eventStatus !== 'SCHEDULED') reasons.push(eventStatus);
  if ((endDate ?? startDate) <= now) reasons.push('PAST');
  if (remainingCapacity !== null && remainingCapacity < places) reasons.push('FULL');
  return reasons;
}

function reasonsOfOffer(offer: OfferFacts, item: ItemFacts, now: Date): BookabilityReason[] {
  const reasons: BookabilityReason[] = [];
  if (offer.id === null) reasons.push('OFFER_WITHOUT_ID');
  const window = bookingWindow(offer, item);
  if (window === undefined || !hasUsablePrice(offer)) reasons.push('OFFER_UNUSABLE');
  if (item.sellerStatus === 'FREE' && offer.priceMinor !== 0) reasons.push('SELLER_IS_FREE');
  if (item.sellerStatus === 'PAID' && !item.canTakePayments && offer.priceMinor !== 0) reasons.push('SELLER_CANNOT_TAKE_PAYMENTS');
  if (offer.isAdvanceBookingUnavailable) reasons.push('ADVANCE_BOOKING_UNAVAILABLE');
  if (window?.opensAt && now < window.opensAt) reasons.push('NOT_YET_OPEN');
  if (window?.closesAt && now >= window.closesAt) reasons.push('CLOSED');
  return reasons;
}

function hasUsablePrice({ priceMinor, currency }: OfferFacts): boolean {
  return priceMinor !== null && (priceMinor === 0 || currency !== null);
}

/** The earliest moment to come at which an offer opens and nothing else stands in the way: it has not closed by then, and the item is not over. */
function earliestOpening(item: ItemFacts, offers: readonly OfferFacts[], now: Date, places: number): Date | null {
  const openings = offers.flatMap((offer) => {
    const opensAt = bookingWindow(offer, item)?.opensAt;
    const isPromise = opensAt && opensAt > now && reasonsOfOffer(offer, item, opensAt).length === 0 && reasonsOfItem(item, opensAt, places).length === 0;
    return isPromise ? opensAt : [];
  });
  return openings.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

interface Window {
  readonly opensAt: Date | null;
  readonly closesAt: Date | null;
}

/** When an offer is on sale; undefined when its durations or the zone cannot be read. */
function bookingWindow({ validFromBeforeStartDate: from, validThroughBeforeStartDate: through }: OfferFacts, item: ItemFacts): Window | undefined {
  try {
    return { opensAt: from === null ? null : before(item, from), closesAt: through === null ? null : before(item, through) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The start less an ISO 8601 duration: years to days on the venue's calendar, hours and smaller by the clock, so that
 * P1D keeps the wall time across a change of offset and PT24H does not. Gaps and overlaps resolve as "compatible".
 */
export function before({ startDate, timeZone }: Pick<ItemFacts, 'startDate' | 'timeZone'>, duration: string): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(startDate.getTime()).toZonedDateTimeISO(timeZone);
  return new Date(start.subtract(Temporal.Duration.from(duration)).epochMilliseconds);
}
