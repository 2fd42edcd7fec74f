import { sql, type Kysely } from 'kysely';
import type { EntityManager } from '@mikro-orm/sql';
import { addSeconds } from '../shared/clock.js';
import type { Store } from '../store/open-store.js';
import { rowsOf } from '../store/rows.js';
import { toInstant, type StoredInstant, type Tables } from '../store/tables.js';
import { lockCatalogue } from './lock-catalogue.js';
import { removeParents } from './write-parents.js';

const DAY = 86_400;
/** Our choice: after that nobody asks for what is over, unless it was booked. */
export const ENDED_KEPT_SECONDS = 14 * DAY;
/** Our choice: a publisher that takes something back by mistake, or brings its parent late, finds it as it was for a day. */
export const WITHDRAWN_KEPT_SECONDS = DAY;
const LOOKED_AT = 1_000;
/** How many times in one round it deletes: whoever stops the gateway waits for the end of a round. */
const MOST_DELETIONS = 10;

interface Parts {
  readonly em: EntityManager;
  readonly storeKind: Store['kind'];
  readonly reads: Kysely<Tables>;
  readonly now: Date;
}

interface Old {
  readonly id: string;
  readonly parentId: string;
  /** What the list of the old is ordered by. */
  readonly at: Date;
  readonly isEnded: boolean;
  readonly isForgettable: boolean;
}

/**
 * Forgets what feeds told of and what is long over or was taken back, and says of how many things: at most 10,000 at a time.
 * What an order, a checkout or a hold names stays. A thing that its feed still has comes with its next word, and goes again.
 */
export async function forgetOpportunities(parts: Parts): Promise<number> {
  return (await forgetAll('start_date', -ENDED_KEPT_SECONDS, parts)) + (await forgetAll('withdrawn_at', -WITHDRAWN_KEPT_SECONDS, parts));
}

async function forgetAll(column: 'start_date' | 'withdrawn_at', after: number, parts: Parts): Promise<number> {
  let forgotten = 0;
  let last: Old | undefined;
  for (let deletions = 0; deletions < MOST_DELETIONS; ) {
    const old = await readOld(column, addSeconds(parts.now, after), last, parts);
    const forgettable = old.filter(({ isForgettable }) => isForgettable);
    if (forgettable.length > 0) {
      forgotten += await forget(forgettable, parts);
      deletions += 1;
    }
    if (old.length < LOOKED_AT) break;
    last = old.at(-1);
  }
  return forgotten;
}

/** In steps of the index that has them in this order, so that what stays is not looked at twice in a round. */
async function readOld(column: 'start_date' | 'withdrawn_at', until: Date, last: Old | undefined, { reads, now }: Parts): Promise<readonly Old[]> {
  const order = sql.ref(`item.${column}`);
  const ended = sql<boolean | number>`coalesce(item.end_date, item.start_date) < ${addSeconds(now, -ENDED_KEPT_SECONDS)}`;
  const isDue = column === 'start_date' ? ended : sql`1 = 1`;
  const { rows } = await sql<{ id: string; parent_id: string; at: StoredInstant; is_ended: boolean | number; is_forgettable: boolean | number }>`
    select item.id, item.parent_id, ${order} as at, ${ended} as is_ended, (${isDue} and item.feed_id is not null and ${UNNAMED}) as is_forgettable
    from opportunity as item
    where ${order} < ${until} and ${column === 'start_date' ? sql`item.withdrawn_at is null` : sql`item.withdrawn_at is not null`}
    ${last ? sql`and (${order}, item.id) > (${last.at}, ${last.id})` : sql``}
    order by ${order}, item.id limit ${sql.lit(LOOKED_AT)}`.execute(reads);
  return rows.map(({ id, parent_id, at, is_ended, is_forgettable }) => ({ id, parentId: parent_id, at: toInstant(at), isEnded: Boolean(is_ended), isForgettable: Boolean(is_forgettable) }));
}

const UNNAMED = sql`not exists (select 1 from order_item where order_item.opportunity_id = item.id)
  and not exists (select 1 from checkout where checkout.opportunity_id = item.id)
  and not exists (select 1 from place_hold where place_hold.opportunity_id = item.id)`;

/** Who has begun to book one of them meanwhile keeps it: it is asked again who names it, under the lock. */
async function forget(old: readonly Old[], { em, storeKind: kind, now }: Parts): Promise<number> {
  return em.fork().transactional(async (tx) => {
    const db = tx.getKysely<Tables>();
    await lockCatalogue(db, kind);
    const deleted = await sql<{ id: string }>`
      delete from opportunity as item where item.id in (select given.id from ${given(old.map(({ id }) => id), kind)}) and ${UNNAMED}
      and (item.withdrawn_at is not null or coalesce(item.end_date, item.start_date) < ${addSeconds(now, -ENDED_KEPT_SECONDS)}) returning id`.execute(db);
    const gone = new Set(deleted.rows.map(({ id }) => id));
    await forgetThings(old.filter(({ id, isEnded }) => isEnded && gone.has(id)).map(({ id }) => id), db, kind);
    await forgetParents([...new Set(old.filter(({ id }) => gone.has(id)).map(({ parentId }) => parentId))], db, kind);
    return gone.size;
  });
}

/** With an item goes what was published, unless other things live in it; what says that it was deleted stays, to be compared with older words. */
async function forgetThings(ids: readonly string[], db: Kysely<Tables>, kind: Store['kind']): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ feed_id: string; item_id: string }>`delete from feed_thing where id in (select given.id from ${given(ids, kind)}) returning feed_id, item_id`.execute(db);
  await sql`delete from offer_reference where thing_id in (select given.id from ${given(ids, kind)})`.execute(db);
  const items = rowsOf(kind, { feed_id: 'uuid', item_id: 'text' }, rows.filter(({ item_id }) => item_id !== ''));
  for (const table of ['feed_item', 'feed_problem'] as const) {
    const kept = table === 'feed_item' ? sql`and not is_deleted` : sql``;
    await sql`
      delete from ${sql.table(table)} where (feed_id, item_id) in (select given.feed_id, given.item_id from ${items}) ${kept}
      and not exists (select 1 from feed_thing as other where other.feed_id = ${sql.ref(`${table}.feed_id`)} and other.item_id = ${sql.ref(`${table}.item_id`)})`.execute(db);
  }
}

/** Those without occurrences go, unless a feed tells of them. */
async function forgetParents(ids: readonly string[], db: Kysely<Tables>, kind: Store['kind']): Promise<void> {
  const untold = await sql<{ id: string }>`select given.id from ${given(ids, kind)} where not exists (select 1 from feed_thing where feed_thing.id = given.id)`.execute(db);
  await removeParents(untold.rows.map(({ id }) => id), { db, kind });
}

function given(ids: readonly string[], kind: Store['kind']) {
  return rowsOf(kind, { id: 'text' }, ids.map((id) => ({ id })));
}
