import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { addSeconds } from '../shared/clock.js';
import type { Tables } from '../store/tables.js';

/** A page that its claimer may ask for until the lease ends. */
export interface ClaimedFeed {
  readonly id: string;
  /** The page to ask for. */
  readonly url: string;
}

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
}

/** Longer than asking for a page and storing it may take. */
const LEASE_SECONDS = 120;
const LOOKED_AT = 10;

/** Gives one feed that is due to one harvester of any number; undefined when none is. With an id, that feed, due or not; but who could not be asked is never asked before its time. */
export async function claimFeed(feedId: string | null, { em, reads, now }: Parts): Promise<ClaimedFeed | undefined> {
  const active = reads
    .selectFrom('feed')
    .where('state', '=', 'ACTIVE')
    .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now)]));
  const ready = feedId === null ? active.where('due_at', '<=', now).orderBy('due_at') : active.where('id', '=', feedId.toLowerCase()).where((is) => is.or([is('failures', '=', 0), is('due_at', '<=', now)]));
  for (const { id } of await ready.select('id').limit(LOOKED_AT).execute()) {
    const claimed = await em
      .getKysely<Tables>()
      .updateTable('feed')
      .set({ leased_until: addSeconds(now, LEASE_SECONDS) })
      .where('id', '=', id)
      .where('state', '=', 'ACTIVE')
      .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now)]))
      .returning(['id', 'next_url'])
      .executeTakeFirst();
    if (claimed) return { id: claimed.id, url: claimed.next_url };
  }
  return undefined;
}
