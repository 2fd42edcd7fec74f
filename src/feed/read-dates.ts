import { Temporal } from 'temporal-polyfill';
import { textOf } from './lossless-json.js';
import { quote, type Published } from './published-text.js';
import type { Reading } from './reading.js';
import type { ItemProblem, ThingFacts, ThingKind } from './thing.facts.js';

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** What nearly all durations look like. `Temporal` reads every one of them the same way, and takes ten times as long. */
const SIMPLE_DURATION = /^P(?!$)(?:\d{1,6}D)?(?:T(?=\d)(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,6}S)?)?$/;
const MINUTE_MS = 60_000;

export type PublishedDates = Pick<ThingFacts, 'startDate' | 'endDate' | 'duration'>;

/** When it takes place. Without a start nobody can come to a session or a slot, so that those are not understood. */
export function readDates(kind: ThingKind, data: Published, reading: Reading): PublishedDates | ItemProblem {
  const isOccurrence = kind === 'SCHEDULED_SESSION' || kind === 'SLOT';
  const startDate = readDate(data['startDate']);
  if (isOccurrence && startDate === null) return { cause: 'NO_START', detail: 'It has no startDate.' };
  if (isOccurrence && startDate === undefined) return { cause: 'BAD_DATE', detail: `Its startDate is ${quote(data['startDate'])}, which is no date and time.` };
  if (startDate === undefined) noteBadDate('startDate', data, reading);
  return { startDate: startDate ?? null, endDate: readEnd(data, startDate ?? null, isOccurrence, reading), duration: readDuration(data['duration'], reading) };
}

function readEnd(data: Published, startDate: string | null, isOccurrence: boolean, reading: Reading): string | null {
  const endDate = readDate(data['endDate']);
  if (endDate === null) return null;
  const isUnreadable = endDate === undefined;
  if (isUnreadable && isOccurrence) reading.note('BAD_DATE', `Its endDate is ${quote(data['endDate'])}, which is no date and time.`);
  else if (isUnreadable) noteBadDate('endDate', data, reading);
  if (isUnreadable) return null;
  if (startDate === null || !isBefore(endDate, startDate)) return endDate;
  reading.note('BAD_DATE', `Its endDate is ${quote(data['endDate'])}, which is before its start.`);
  return null;
}

/** Of what is not an occurrence a day alone may be published: the first or the last of its sessions. */
function noteBadDate(member: 'startDate' | 'endDate', data: Published, reading: Reading): void {
  const value = data[member];
  if (typeof value !== 'string' || !DATE.test(value.trim())) reading.note('BAD_DATE', `Its ${member} is ${quote(value)}, which is no date and time.`);
}

/** To the second. What is told in wall time and in an instant cannot be compared without the venue's zone. */
function isBefore(end: string, start: string): boolean {
  return end.endsWith('Z') === start.endsWith('Z') && end.slice(0, 19) < start.slice(0, 19);
}

/** An instant ending in `Z`, or wall time; null where nothing is said, undefined for what is no date with a time in the years 100 to 9999. */
export function readDate(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') return undefined;
  const match = DATE_TIME.exec(value.trim());
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', offset] = match;
  const wall = wallTime(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')));
  const offsetMinutes = offset === undefined ? 0 : offsetOf(offset);
  if (wall === undefined || offsetMinutes === undefined) return undefined;
  const iso = new Date(wall - offsetMinutes * MINUTE_MS).toISOString();
  if (iso.length !== 24) return undefined; // the year 10000, by its offset
  return offset === undefined ? iso.slice(0, 19) : iso.replace('.000Z', 'Z');
}

/** As if it were UTC, in ms; undefined for what is on no calendar or clock. 24:00 is the next day's midnight. (ISO 8601) */
function wallTime(year: number, month: number, day: number, hour: number, minute: number, second: number, ms: number): number | undefined {
  const isOfCalendar = year >= 100 && month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate());
  const isOfClock = minute <= 59 && second <= 59 && (hour <= 23 || (hour === 24 && minute + second + ms === 0));
  return isOfCalendar && isOfClock ? Date.UTC(year, month - 1, day, hour, minute, second, ms) : undefined;
}

/** In minutes east of UTC. */
function offsetOf(offset: string): number | undefined {
  if (/^z$/i.test(offset)) return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (60 * hours + minutes);
}

function readDuration(value: unknown, reading: Reading): string | null {
  const duration = textOf(value)?.trim() ?? null;
  if (value === undefined || value === null || duration === '') return null;
  if (duration !== null && !duration.startsWith('-') && isDuration(duration)) return duration;
  reading.note('BAD_DURATION', `Its duration is ${quote(value)}, which is no ISO 8601 duration.`);
  return null;
}

/** Whether `Temporal` can read it. */
export function isDuration(text: string): boolean {
  if (SIMPLE_DURATION.test(text)) return true;
  try {
    Temporal.Duration.from(text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
