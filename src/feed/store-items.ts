import { sql } from 'kysely';
import { namesOf, rowsOf, type RowOf } from '../store/rows.js';
import type { IncomingItem, StoreParts } from './incoming.js';
import { keepThings } from './keep-things.js';
import type { BadItem } from './read-page.js';

const ITEM = { feed_id: 'uuid', item_id: 'text', modified: 'bigint', kind: 'text', is_deleted: 'boolean', data: 'text' } as const;
const PROBLEM = { feed_id: 'uuid', item_id: 'text', cause: 'text', detail: 'text', is_rejected: 'boolean', at: 'instant' } as const;
const ITEM_ID = { item_id: 'text' } as const;

/** Keeps a page's items, what they tell of, and what is wrong with them. An older word never overwrites a newer one; the same again changes nothing. */
export async function storeItems(incoming: readonly IncomingItem[], parts: StoreParts): Promise<void> {
  const newest = newestOfEach(incoming);
  if (newest.length === 0) return;
  const { db, kind, feedId } = parts;
  const rows = newest.map((item) => ({ feed_id: feedId, item_id: item.itemId, modified: item.modified, kind: item.kind, is_deleted: item.isDeleted, data: item.data }));
  const kept = await sql<{ item_id: string }>`
    insert into feed_item (${namesOf(ITEM)}) select ${namesOf(ITEM)} from ${rowsOf(kind, ITEM, rows)} where true
    on conflict (feed_id, item_id) do update set modified = excluded.modified, kind = excluded.kind, is_deleted = excluded.is_deleted, data = excluded.data
    where excluded.modified >= feed_item.modified
    returning item_id`.execute(db);
  const isKept = new Set(kept.rows.map(({ item_id }) => item_id));
  const applied = newest.filter(({ itemId }) => isKept.has(itemId));
  await keepProblems(applied, parts);
  await keepThings(applied, parts);
}

/** A page may tell of one item twice: its later version counts, and of two that are equal the one further down. */
function newestOfEach(incoming: readonly IncomingItem[]): readonly IncomingItem[] {
  const newest = new Map<string, IncomingItem>();
  for (const item of incoming) {
    const known = newest.get(item.itemId);
    if (!known || BigInt(item.modified) >= BigInt(known.modified)) newest.set(item.itemId, item);
  }
  return [...newest.values()];
}

async function keepProblems(items: readonly IncomingItem[], { db, kind, feedId, now }: StoreParts): Promise<void> {
  await sql`delete from feed_problem where feed_id = ${feedId} and item_id in (select item_id from ${rowsOf(kind, ITEM_ID, items.map(({ itemId }) => ({ item_id: itemId })))})`.execute(db);
  const rows = items.flatMap(({ itemId, read, rejection }) => {
    const problems = rejection ? [rejection] : (read?.problems ?? []);
    return problems.map(({ cause, detail }): RowOf<typeof PROBLEM> => ({ feed_id: feedId, item_id: itemId, cause, detail, is_rejected: rejection !== null, at: now }));
  });
  await writeProblems(rows, { db, kind });
}

/** Says of items that cannot even be kept what is wrong with them. One without an id goes by its place among these, in the latest page that had any. */
export async function keepBadItems(items: readonly BadItem[], { db, kind, feedId, now }: StoreParts): Promise<void> {
  const rows = items.map(({ id, problem: { cause, detail } }, index): RowOf<typeof PROBLEM> => ({ feed_id: feedId, item_id: id ?? `#${index}`, cause, detail, is_rejected: true, at: now }));
  await writeProblems(rows, { db, kind });
}

async function writeProblems(rows: readonly RowOf<typeof PROBLEM>[], { db, kind }: Pick<StoreParts, 'db' | 'kind'>): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into feed_problem (${namesOf(PROBLEM)}) select ${namesOf(PROBLEM)} from ${rowsOf(kind, PROBLEM, rows)} where true on conflict (feed_id, item_id, cause) do nothing`.execute(db);
}
