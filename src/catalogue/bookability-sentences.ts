import type { Bookability, BookabilityReason } from './bookability.js';

/** What a customer reads about each reason. */
const SENTENCES = {
  UNKNOWN_ITEM: 'This session or slot is not available to book.',
  UNKNOWN_OFFER: 'This ticket is not available for this session or slot.',
  SELLER_NOT_ONBOARDED: 'This organiser does not take bookings here.',
  SELLER_OPTED_OUT: 'This organiser does not take bookings here any more.',
  CANCELLED: 'This has been cancelled.',
  POSTPONED: 'This has been postponed, and a new time is not known yet.',
  PAST: 'This is over.',
  FULL: 'There are not enough places left.',
  NO_OFFER: 'No tickets are on sale for this.',
  OFFER_WITHOUT_ID: 'No tickets are on sale for this.',
  OFFER_UNUSABLE: 'No tickets are on sale for this.',
  SELLER_IS_FREE: 'This organiser takes bookings for free places only.',
  SELLER_CANNOT_TAKE_PAYMENTS: 'This organiser cannot take payments at the moment.',
  ADVANCE_BOOKING_UNAVAILABLE: 'Tickets for this are sold on the spot only.',
  NOT_YET_OPEN: 'Booking has not opened yet.',
  CLOSED: 'Booking has closed.',
} as const satisfies Record<BookabilityReason, string>;

/** One sentence for a customer: the weightiest reason, which is the first. */
export function sentenceFor({ reasons: [first] }: Pick<Bookability, 'reasons'>): string {
  return SENTENCES[first ?? 'UNKNOWN_ITEM'];
}
