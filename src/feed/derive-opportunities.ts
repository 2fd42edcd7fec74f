import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.js';
import { deriveStale, DERIVED_AT_ONCE, type DeriveParts } from './derive-stale.js';
import { forgetRemoved } from './forget-removed.js';

interface Parts extends DeriveParts {
  readonly reads: Kysely<Tables>;
}

/** What one round has done. */
export interface DerivationRound {
  /** How many things of the catalogue were derived. */
  readonly derived: number;
  /** Whether there may be more to do at once. */
  readonly hasMore: boolean;
}

/** One round of what follows from pages that were stored and feeds that were removed. Where there is nothing to do, it writes nothing and nobody waits for it. */
export async function deriveOpportunities(parts: Parts): Promise<DerivationRound> {
  const stale = await parts.reads.selectFrom('stale_thing').select('id').limit(1).execute();
  const derived = stale.length > 0 ? await deriveStale(parts) : 0;
  if (derived === DERIVED_AT_ONCE) return { derived, hasMore: true };
  const forgotten = (await hasRemoved(parts.reads)) ? await forgetRemoved(parts) : 0;
  return { derived, hasMore: forgotten > 0 };
}

/** Whether anything is left of a feed that was removed. */
async function hasRemoved(reads: Kysely<Tables>): Promise<boolean> {
  const removed = await reads
    .selectFrom('feed')
    .where('state', '=', 'REMOVED')
    .where((is) =>
      is.or([
        is.exists(is.selectFrom('feed_thing').whereRef('feed_thing.feed_id', '=', 'feed.id').select('feed_thing.id')),
        is.exists(is.selectFrom('feed_item').whereRef('feed_item.feed_id', '=', 'feed.id').select('feed_item.item_id')),
        is.exists(is.selectFrom('feed_problem').whereRef('feed_problem.feed_id', '=', 'feed.id').select('feed_problem.item_id')),
      ]),
    )
    .select('id')
    .limit(1)
    .execute();
  return removed.length > 0;
}
