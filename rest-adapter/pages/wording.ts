import type { BookedThingFragment, MoneyFactsFragment } from '../generated/operations.js';
import { CHECKOUT_TEXTS } from './checkout-texts.js';

/** What something is called. */
export function nameOf(thing: BookedThingFragment): string {
  return parentOf(thing).name;
}

/** The venue on one line. */
export function whereOf(thing: BookedThingFragment): string {
  const { location } = parentOf(thing);
  return [location.name, location.address].filter(Boolean).join(', ');
}

function parentOf(thing: BookedThingFragment) {
  return thing.__typename === 'Slot' ? thing.facilityUse : thing.superEvent;
}

/** Day and time at the venue, with its zone: whoever books may be elsewhere. */
export function whenOf({ startDate, endDate, timeZone }: Pick<BookedThingFragment, 'startDate' | 'endDate' | 'timeZone'>): string {
  const day = formatted(startDate, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone });
  const until = endDate === null ? '' : ` to ${isSameDay(startDate, endDate, timeZone) ? clock(endDate, timeZone) : momentOf(endDate, timeZone)}`;
  return `${day}, ${clock(startDate, timeZone)}${until} (${zoneOf(startDate, timeZone)})`;
}

/** A moment at the venue: its day and time. */
function momentOf(instant: string, timeZone: string): string {
  return `${formatted(instant, { day: 'numeric', month: 'long', timeZone })}, ${clock(instant, timeZone)}`;
}

/** A time of day at the venue, with its zone. */
export function timeOf(instant: string, timeZone: string): string {
  return `${clock(instant, timeZone)} (${zoneOf(instant, timeZone)})`;
}

function clock(instant: string, timeZone: string): string {
  return formatted(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
}

function zoneOf(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(Date.parse(instant));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function isSameDay(a: string, b: string, timeZone: string): boolean {
  const day = (instant: string) => formatted(instant, { dateStyle: 'short', timeZone });
  return day(a) === day(b);
}

function formatted(instant: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', options).format(Date.parse(instant));
}

/** A price as it stands on a price list; what costs nothing is free. */
export function priceOf({ amountMinor, amount, currency }: MoneyFactsFragment): string {
  if (amountMinor === 0) return CHECKOUT_TEXTS.free;
  if (currency === null) return amount;
  const digits = amount.split('.')[1]?.length ?? 0;
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(Number(amount));
}
