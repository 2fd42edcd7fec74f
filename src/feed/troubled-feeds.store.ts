import { sql, type Kysely } from 'kysely';
import { addSeconds } from '../shared/clock.js';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import type { FeedState } from './feed.lifecycle.js';
import { LONGEST_OVERDUE_SECONDS, paceOf } from './feed-health.js';

/** A feed of which nothing comes until somebody has looked at it. */
export interface TroubledFeedView {
  readonly id: string;
  readonly url: string;
  readonly publisher: string;
  readonly state: FeedState;
  readonly reason: string;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
}

const MOST_NAMED = 50;
/** Feeds that are late or fail, most of them for no longer than a publisher's pause. */
const MOST_LOOKED_AT = 1_000;

/** Feeds that have stopped by themselves or are stalled, at most 50. What staff have paused needs nobody. */
export async function readTroubledFeeds({ reads, now }: Parts): Promise<readonly TroubledFeedView[]> {
  const rows = await reads
    .selectFrom('feed')
    .where((is) => is.or([is('state', 'in', ['GONE', 'BROKEN']), is.and([is('state', '=', 'ACTIVE'), is.or([is('failures', '>', 0), is('due_at', '<=', addSeconds(now, -LONGEST_OVERDUE_SECONDS))])])]))
    .orderBy('added_at')
    .limit(sql.lit(MOST_LOOKED_AT))
    .select(['id', 'url', 'publisher', 'state', 'state_reason', 'added_at', 'due_at', 'polled_at', 'caught_up_at', 'failures', 'last_failure'])
    .execute();
  const troubled = rows.flatMap((row) => {
    const { id, url, publisher, state, state_reason, failures, last_failure: lastFailure } = row;
    const progress = { state, addedAt: toInstant(row.added_at), dueAt: toInstant(row.due_at), polledAt: toInstantOrNull(row.polled_at), caughtUpAt: toInstantOrNull(row.caught_up_at), failures, lastFailure };
    const reason = state === 'ACTIVE' ? paceOf(progress, now).stallReason : (state_reason ?? '');
    return reason === null ? [] : [{ id, url, publisher, state, reason }];
  });
  return troubled.slice(0, MOST_NAMED);
}
