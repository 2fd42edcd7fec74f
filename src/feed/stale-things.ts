import { sql, type Kysely } from 'kysely';
import type { Store } from '../store/open-store.js';
import { rowsOf } from '../store/rows.js';
import type { Tables } from '../store/tables.js';

const ID = { id: 'text' } as const;

/** Has these derived again. */
export async function markStale(db: Kysely<Tables>, kind: Store['kind'], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`insert into stale_thing (id) select id from ${rowsOf(kind, ID, ids.map((id) => ({ id })))} where true on conflict (id) do nothing`.execute(db);
}

/** Has what inherits from these derived again: courts of a facility, sessions and slots, and the slots of courts. */
export async function markChildrenStale(db: Kysely<Tables>, kind: Store['kind'], parentIds: readonly string[]): Promise<void> {
  if (parentIds.length === 0) return;
  const parents = rowsOf(kind, ID, parentIds.map((id) => ({ id })));
  await sql`
    insert into stale_thing (id)
    with child as (select thing.id from feed_thing as thing join ${parents} on thing.parent_id = given.id)
    select id from child union select thing.id from feed_thing as thing join child on thing.parent_id = child.id
    on conflict (id) do nothing`.execute(db);
}

/** Has what names these offers derived again, and its children. */
export async function markOffered(db: Kysely<Tables>, kind: Store['kind'], offerIds: readonly string[]): Promise<void> {
  if (offerIds.length === 0) return;
  const found = await sql<{ id: string }>`select distinct thing_id as id from offer_reference join ${rowsOf(kind, ID, offerIds.map((id) => ({ id })))} on offer_id = given.id`.execute(db);
  const ids = found.rows.map(({ id }) => id);
  await markStale(db, kind, ids);
  await markChildrenStale(db, kind, ids);
}
