import type { EntityManager } from '@mikro-orm/sql';
import type { StaffCaller } from '../access/caller.js';
import { isUuid } from '../shared/ids.js';
import { recordStaffChange } from '../staff/audit.js';
import { withoutAddresses } from '../shared/without-addresses.js';
import type { Tables } from '../store/tables.js';
import { FeedMoveNotPermittedError, UnknownFeedError } from './feed-errors.js';
import { feedLifecycle, type FeedState, type FeedTrigger } from './feed.lifecycle.js';

interface FeedMove {
  readonly id: string;
  readonly reason: string;
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly staff: StaffCaller;
}

type Outcome = Promise<string | UnknownFeedError | FeedMoveNotPermittedError>;

/** Asks for no further page until the feed is resumed; what it has told stays. A repeat changes nothing. */
export async function pauseFeed(move: FeedMove, parts: Parts): Outcome {
  return moveFeed('pauseFeed', 'PAUSED', move, parts);
}

/** Asks again, at once, for the page that is next. A repeat changes nothing. */
export async function resumeFeed(move: FeedMove, parts: Parts): Outcome {
  return moveFeed('resumeFeed', 'RESUMED', move, parts);
}

/** Asks no more, and takes what it has told out of the catalogue in the background. A repeat changes nothing. */
export async function removeFeed(move: FeedMove, parts: Parts): Outcome {
  return moveFeed('removeFeed', 'REMOVED', move, parts);
}

const REACHED = { PAUSED: 'PAUSED', RESUMED: 'ACTIVE', REMOVED: 'REMOVED' } as const satisfies Partial<Record<FeedTrigger, FeedState>>;

/** Gives the feed's id. */
async function moveFeed(action: string, on: keyof typeof REACHED, { id, reason }: FeedMove, { em, now, staff }: Parts): Outcome {
  if (!isUuid(id)) return new UnknownFeedError();
  return em.fork().transactional(async (tx) => {
    const db = tx.getKysely<Tables>();
    const known = await db.updateTable('feed').set((is) => ({ state: is.ref('state') })).where('id', '=', id.toLowerCase()).returning(['id', 'state']).executeTakeFirst(); // nobody else moves it until we are through
    if (!known) return new UnknownFeedError();
    if (known.state === REACHED[on]) return known.id;
    const state = feedLifecycle.next(known.state, on);
    if (state === undefined) return new FeedMoveNotPermittedError(known.state);
    const isResumed = state === 'ACTIVE';
    await db
      .updateTable('feed')
      .set({ state, state_reason: isResumed ? null : withoutAddresses(reason), leased_until: null, ...(isResumed && { due_at: now, failures: 0, last_failure: null }) })
      .where('id', '=', known.id)
      .execute();
    recordStaffChange(tx, staff, { action, subject: `feed ${known.id}`, reason, before: { state: known.state }, after: { state } }, now);
    return known.id;
  });
}
