import { allOf, isPublished } from './published-text.js';

/** Of one item: a zone is looked up slowly. */
const MAX_SCHEDULES = 10;
const NAME = /^[A-Z][\w+-]*(?:\/[\w+-]+){0,2}$/i;

/** The first zone that a schedule names and that there is. (IANA) */
export function readTimeZone(eventSchedule: unknown): string | null {
  for (const schedule of allOf(eventSchedule).slice(0, MAX_SCHEDULES)) {
    const zone = isPublished(schedule) ? schedule['scheduleTimezone'] : undefined;
    if (typeof zone === 'string' && isTimeZone(zone.trim())) return zone.trim();
  }
  return null;
}

/** An offset is no zone: it does not know when the clocks change. */
export function isTimeZone(name: string): boolean {
  if (name.length > 64 || !NAME.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
