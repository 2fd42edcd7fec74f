import { addSeconds } from '../shared/clock.js';
import type { FeedState } from './feed.lifecycle.js';

/** How far the reading of a feed has come. */
export interface FeedProgress {
  readonly state: FeedState;
  readonly addedAt: Date;
  /** When it is asked next; null while it is not asked. */
  readonly dueAt: Date | null;
  readonly polledAt: Date | null;
  readonly caughtUpAt: Date | null;
  readonly failures: number;
  readonly lastFailure: string | null;
}

/** How a feed is kept up with. */
export interface FeedPace {
  /** Since it last had nothing more to tell, or since it was added; null for what nobody polls. */
  readonly lagSeconds: number | null;
  /** Why nothing comes of it though it is polled; null while all is well. */
  readonly stallReason: string | null;
}

/** Our choice: an idle feed is due every 8 seconds, so ten minutes is longer than any harvester's pause; an hour, longer than most outages. */
export const LONGEST_OVERDUE_SECONDS = 600;
export const LONGEST_FAILING_SECONDS = 3_600;

export function paceOf({ state, addedAt, dueAt, polledAt, caughtUpAt, failures, lastFailure }: FeedProgress, now: Date): FeedPace {
  if (state !== 'ACTIVE') return { lagSeconds: null, stallReason: null };
  const lagSeconds = secondsSince(caughtUpAt ?? addedAt, now);
  const since = polledAt ?? addedAt;
  if (failures > 0 && since <= addSeconds(now, -LONGEST_FAILING_SECONDS)) {
    const times = failures === 1 ? 'once' : `${failures} times`;
    return { lagSeconds, stallReason: `No page has come since ${since.toISOString()}, and it was asked ${times} in vain: ${lastFailure ?? 'for no known reason'}` };
  }
  const isOverdue = dueAt !== null && Math.min(secondsSince(dueAt, now), secondsSince(since, now)) >= LONGEST_OVERDUE_SECONDS;
  return { lagSeconds, stallReason: isOverdue ? `It has been due since ${dueAt.toISOString()}, and nobody has brought a page of it.` : null };
}

function secondsSince(instant: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - instant.getTime()) / 1000));
}
