import type { BookabilityReason, ListSessionsQuery } from './generated/operations.js';

export type Session = ListSessionsQuery['opportunities']['nodes'][number];

const WHY_NOT: Readonly<Record<BookabilityReason, string>> = {
  ADVANCE_BOOKING_UNAVAILABLE: 'Tickets are sold on the spot only.',
  CANCELLED: 'This has been cancelled.',
  CLOSED: 'Booking has closed.',
  FULL: 'This is fully booked.',
  NOT_YET_OPEN: 'Booking has not opened yet.',
  NO_OFFER: 'No tickets are on sale.',
  OFFER_UNUSABLE: 'No tickets are on sale.',
  OFFER_WITHOUT_ID: 'No tickets are on sale.',
  PAST: 'This is over.',
  POSTPONED: 'This has been postponed.',
  SELLER_CANNOT_TAKE_PAYMENTS: 'The organiser cannot take payments at the moment.',
  SELLER_IS_FREE: 'The organiser takes no payments online.',
  SELLER_NOT_ONBOARDED: 'The organiser does not take bookings here.',
  SELLER_OPTED_OUT: 'The organiser does not take bookings here any more.',
  UNKNOWN_ITEM: 'This cannot be booked.',
  UNKNOWN_OFFER: 'No tickets are on sale.',
};

/** The weightiest reason comes first. A gateway that is newer than this page may have others. */
export function whyNot({ bookability: { reasons, opensAt }, timeZone }: Session): string {
  const [first = 'UNKNOWN_ITEM'] = reasons;
  if (opensAt !== null) return `Booking opens on ${timeAt(opensAt, timeZone)}.`;
  return Object.hasOwn(WHY_NOT, first) ? WHY_NOT[first] : WHY_NOT.UNKNOWN_ITEM;
}

/** On the clock at the venue, wherever the reader is, with the name of the zone. */
export function timeAt(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone }).format(new Date(instant));
}

/** What the cheapest ticket costs. */
export function priceOf({ offers }: Session): string {
  const known = offers.flatMap(({ price }) => price ?? []).toSorted((one, other) => Number(one.amount) - Number(other.amount));
  const [cheapest] = known;
  if (!cheapest) return 'Price not known';
  const from = known.some(({ amount }) => amount !== cheapest.amount) ? 'From ' : '';
  if (Number(cheapest.amount) === 0) return from === '' ? 'Free' : 'Free and other tickets';
  return `${from}${cheapest.currency === null ? cheapest.amount : new Intl.NumberFormat('en-GB', { style: 'currency', currency: cheapest.currency }).format(Number(cheapest.amount))}`;
}
