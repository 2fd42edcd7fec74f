import { addSeconds } from '../shared/clock.js';

/** Our choice within RPDE's: pages of a feed that has more to tell one after the other, an idle one as often as its cache turns over. */
const IDLE_SECONDS = 8;
const MINUTE = 60;
const FIRST_RETRY_SECONDS = 30;
const LONGEST_RETRY_SECONDS = 60 * MINUTE;
/** 503: away for an hour or two. 429: asked too often. (RPDE, HTTP) */
const AWAY_SECONDS = { UNAVAILABLE: 60 * MINUTE, TOO_OFTEN: 2 * MINUTE } as const;
const LONGEST_WAIT_SECONDS = 24 * 60 * MINUTE;

/** When to ask for the next page. `random` is from 0 to 1. */
export function nextPollAt(isLast: boolean, now: Date, random: number): Date {
  return isLast ? addSeconds(now, IDLE_SECONDS * (1 + random / 4)) : now;
}

/** When to ask again after so many failures in a row, up to twice as long by chance, so that many harvesters do not come together. */
export function retryAt(outcome: 'FAILED' | keyof typeof AWAY_SECONDS, failures: number, retryAfterSeconds: number | null, now: Date, random: number): Date {
  const ours = outcome === 'FAILED' ? Math.min(FIRST_RETRY_SECONDS * 2 ** (failures - 1), LONGEST_RETRY_SECONDS) : AWAY_SECONDS[outcome];
  const asked = Math.min(retryAfterSeconds ?? 0, LONGEST_WAIT_SECONDS);
  const base = outcome === 'FAILED' || retryAfterSeconds === null ? Math.max(ours, asked) : asked; // who says when means it
  return addSeconds(now, base * (1 + (outcome === 'FAILED' ? random / 4 : random)));
}
