import type { ReadUpcomingBookingsQuery } from '../generated/operations.js';
import { whenOf } from './wording.js';

type Booking = NonNullable<ReadUpcomingBookingsQuery['sellerFlow']>['upcomingBookings'][number];

const HEADINGS = ['Session', 'When', 'Given name', 'Family name', 'Email address', 'Booking reference', 'PIN'];

/** The people who are coming, for a spreadsheet. (RFC 4180) */
export function attendeesFile(bookings: readonly Booking[]): string {
  const rows = bookings.map(({ name, startDate, timeZone, givenName, familyName, email, reference, accessCode }) => [name, whenOf({ startDate, endDate: null, timeZone }), givenName, familyName, email, reference, accessCode]);
  return [HEADINGS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A name that a spreadsheet would take for a formula gets a quote in front: whoever booked must not run anything on the seller's machine. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
