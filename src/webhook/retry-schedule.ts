import { addSeconds } from '../shared/clock.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Our choice: how long after each failed attempt the next one comes, in seconds. After the last nothing comes by itself. */
export const RETRY_DELAYS_SECONDS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR] as const;

/** Each delay is up to so much shorter or longer, so that what failed together does not come back together. */
const JITTER = 0.2;
const LONGEST_WAIT_SECONDS = 24 * HOUR;

/**
 * When to try again after so many failed attempts; undefined when it was the last. The receiver may ask for more time, up
 * to a day, never for less. `random` is from 0 to 1.
 */
export function nextAttemptAt(failedAttempts: number, retryAfterSeconds: number | undefined, now: Date, random: number): Date | undefined {
  const delay = RETRY_DELAYS_SECONDS[failedAttempts - 1];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 - JITTER + 2 * JITTER * random);
  return addSeconds(now, Math.max(jittered, Math.min(retryAfterSeconds ?? 0, LONGEST_WAIT_SECONDS)));
}
