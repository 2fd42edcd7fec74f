import { sql, type Kysely } from 'kysely';
import type { Store } from '../store/open-store.js';
import { rowsOf } from '../store/rows.js';
import type { Tables } from '../store/tables.js';
import { DERIVED_AT_ONCE, type DeriveParts } from './derive-stale.js';
import { lockCatalogue } from './lock-catalogue.js';
import { markChildrenStale, markOffered, markStale } from './stale-things.js';

/**
 * Forgets up to so many rows of what feeds that staff have removed had told, and has derived what that changes. Says how
 * many; 0 when nothing of any of them is left. One transaction: killed in it, it has not happened.
 */
export async function forgetRemoved({ em, storeKind }: DeriveParts, limit = DERIVED_AT_ONCE): Promise<number> {
  return em.fork().transactional(async (tx) => {
    const db = tx.getKysely<Tables>();
    const removed = await db.selectFrom('feed').where('state', '=', 'REMOVED').select('id').execute();
    if (removed.length === 0) return 0;
    await lockCatalogue(db, storeKind);
    for (const { id } of removed) {
      const forgotten = (await forgetThings(id, limit, db, storeKind)) || (await forgetItems(id, limit, db, storeKind)) || (await forgetProblems(id, db));
      if (forgotten > 0) return forgotten;
    }
    return 0;
  });
}

async function forgetThings(feedId: string, limit: number, db: Kysely<Tables>, kind: Store['kind']): Promise<number> {
  const things = await db.selectFrom('feed_thing').where('feed_id', '=', feedId).orderBy('item_id').limit(sql.lit(limit)).select(['id', 'item_id']).execute();
  if (things.length === 0) return 0;
  const ids = [...new Set(things.map(({ id }) => id))];
  await markStale(db, kind, ids);
  await markChildrenStale(db, kind, ids);
  await markOffered(db, kind, ids);
  await sql`delete from feed_thing where feed_id = ${feedId} and (id, item_id) in (select id, item_id from ${rowsOf(kind, { id: 'text', item_id: 'text' }, things)})`.execute(db);
  return things.length;
}

async function forgetItems(feedId: string, limit: number, db: Kysely<Tables>, kind: Store['kind']): Promise<number> {
  const items = await db.selectFrom('feed_item').where('feed_id', '=', feedId).orderBy('item_id').limit(sql.lit(limit)).select('item_id').execute();
  if (items.length > 0) await sql`delete from feed_item where feed_id = ${feedId} and item_id in (select item_id from ${rowsOf(kind, { item_id: 'text' }, items)})`.execute(db);
  return items.length;
}

async function forgetProblems(feedId: string, db: Kysely<Tables>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('feed_problem').where('feed_id', '=', feedId).executeTakeFirst();
  return Number(numDeletedRows);
}
