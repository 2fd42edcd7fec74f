import { sql } from 'kysely';
import { namesOf, rowsOf, type RowOf } from '../store/rows.js';
import { markChildrenStale, markOffered, markStale } from './stale-things.js';
import type { IncomingItem, StoreParts } from './incoming.js';
import { isParentKind, type ThingFacts, type ThingKind } from './thing.facts.js';

const THING = { id: 'text', feed_id: 'uuid', item_id: 'text', kind: 'text', modified: 'bigint', said_at: 'instant', parent_id: 'text', facts: 'text' } as const;
type ThingRow = RowOf<typeof THING> & { readonly id: string; readonly item_id: string; readonly kind: ThingKind; readonly modified: string; readonly facts: string };

/** Of many items that tell of the same thing, none owns it. */
const SHARED = '';

/** Keeps the things that items tell of in place of what they told before, and has derived what that changes. */
export async function keepThings(items: readonly IncomingItem[], parts: StoreParts): Promise<void> {
  const told = items.flatMap((item) => thingsOf(item, parts.feedId));
  const known = await readKnown(items, told, parts);
  const isTold = new Set(told.map(keyOf));
  const gone = [...known.values()].filter((row) => row.item_id !== SHARED && !isTold.has(keyOf(row)));
  await remove(gone, parts);
  const changed = told.filter((row) => known.get(keyOf(row))?.facts !== row.facts || isNewFigure(row, known));
  await write(told, parts);
  await tellOthers([...changed, ...gone], known, parts);
}

/** What is said of an item again may be the same figure said anew: what we sold in between is in it. */
function isNewFigure(row: ThingRow, known: ReadonlyMap<string, { readonly modified: string }>): boolean {
  return row.item_id !== SHARED && !isParentKind(row.kind) && known.get(keyOf(row))?.modified !== row.modified;
}

const keyOf = ({ id, item_id }: { readonly id: string | null; readonly item_id: string | null }): string => `${item_id} ${id}`;

/** An item's own thing and its parts, which are its; and of what it tells besides, the latest word of the page. */
function thingsOf({ itemId, modified, saidAt, read }: IncomingItem, feedId: string): readonly ThingRow[] {
  if (!read) return [];
  const row = (facts: ThingFacts, item_id: string): ThingRow => ({ id: facts.id, feed_id: feedId, item_id, kind: facts.kind, modified, said_at: saidAt, parent_id: facts.parentId, facts: JSON.stringify(facts) });
  return [...[read.own, ...read.parts].map((facts) => row(facts, itemId)), ...read.context.filter((facts) => isForOthers(facts, read.own)).map((facts) => row(facts, SHARED))];
}

/** Offers of a series or facility may be named by its occurrences; those of one occurrence are nobody else's, and there are millions of them. */
function isForOthers({ kind }: ThingFacts, own: ThingFacts): boolean {
  return kind !== 'OFFER' || isParentKind(own.kind);
}

type Known = Pick<ThingRow, 'id' | 'item_id' | 'kind' | 'facts' | 'modified'>;

async function readKnown(items: readonly IncomingItem[], told: readonly ThingRow[], { db, kind, feedId }: StoreParts): Promise<ReadonlyMap<string, Known>> {
  const ofItems = sql`select id, item_id, kind, facts, cast(modified as text) as modified from feed_thing where feed_id = ${feedId} and item_id in (select item_id from ${rowsOf(kind, { item_id: 'text' }, items.map(({ itemId }) => ({ item_id: itemId })))})`;
  const shared = sql`select id, item_id, kind, facts, cast(modified as text) as modified from feed_thing where feed_id = ${feedId} and item_id = ${SHARED} and id in (select id from ${rowsOf(kind, { id: 'text' }, sharedIds(told))})`;
  const { rows } = await sql<Known>`${ofItems} union all ${shared}`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function sharedIds(told: readonly ThingRow[]): readonly { readonly id: string }[] {
  return [...new Set(told.filter(({ item_id }) => item_id === SHARED).map(({ id }) => id))].map((id) => ({ id }));
}

async function remove(gone: readonly Known[], { db, kind, feedId }: StoreParts): Promise<void> {
  if (gone.length === 0) return;
  const rows = gone.map(({ id, item_id }) => ({ id, item_id }));
  await sql`delete from feed_thing where feed_id = ${feedId} and (id, item_id) in (select id, item_id from ${rowsOf(kind, { id: 'text', item_id: 'text' }, rows)})`.execute(db);
}

/** An item's own words replace what it said; of what many tell of, an older word changes nothing. */
async function write(told: readonly ThingRow[], { db, kind }: StoreParts): Promise<void> {
  const latest = new Map<string, ThingRow>();
  for (const row of told) {
    const known = latest.get(keyOf(row));
    if (!known || BigInt(row.modified) >= BigInt(known.modified)) latest.set(keyOf(row), row);
  }
  if (latest.size === 0) return;
  await sql`
    insert into feed_thing (${namesOf(THING)}) select ${namesOf(THING)} from ${rowsOf(kind, THING, [...latest.values()])} where true
    on conflict (id, feed_id, item_id) do update set kind = excluded.kind, modified = excluded.modified, said_at = excluded.said_at, parent_id = excluded.parent_id, facts = excluded.facts
    where feed_thing.item_id <> ${SHARED} or excluded.modified > feed_thing.modified or (excluded.modified = feed_thing.modified and excluded.facts > feed_thing.facts)`.execute(db);
  await writeReferences([...latest.values()], { db, kind });
}

async function writeReferences(told: readonly ThingRow[], { db, kind }: Pick<StoreParts, 'db' | 'kind'>): Promise<void> {
  const rows = told.flatMap(({ id, facts }) => offerIdsIn(facts).map((offer_id) => ({ offer_id, thing_id: id })));
  if (rows.length === 0) return;
  const columns = { offer_id: 'text', thing_id: 'text' } as const;
  await sql`insert into offer_reference (offer_id, thing_id) select offer_id, thing_id from ${rowsOf(kind, columns, rows)} where true on conflict (offer_id, thing_id) do nothing`.execute(db);
}

const NO_OFFERS = '"offerIds":[]';

function offerIdsIn(facts: string): readonly string[] {
  return facts.includes(NO_OFFERS) ? [] : (JSON.parse(facts) as ThingFacts).offerIds; // as thingsOf wrote it
}

async function tellOthers(changed: readonly Known[], known: ReadonlyMap<string, Known>, { db, kind }: StoreParts): Promise<void> {
  const ids = (rows: readonly Known[]) => [...new Set(rows.map(({ id }) => id))];
  await markStale(db, kind, ids(changed));
  const kinds = (row: Known): readonly ThingKind[] => [row.kind, known.get(keyOf(row))?.kind ?? row.kind];
  await markChildrenStale(db, kind, ids(changed.filter((row) => kinds(row).some(isParentKind))));
  await markOffered(db, kind, ids(changed.filter((row) => kinds(row).includes('OFFER'))));
}
