import { sql } from 'kysely';
import { namesOf, rowsOf } from '../store/rows.js';
import type { ParentEntry } from './derive-entry.js';
import type { Derived, WriteParts } from './derived.js';
import { writeOffers } from './write-offers.js';

const PARENT = {
  id: 'text',
  published_id: 'text',
  type: 'text',
  name: 'text',
  description: 'text',
  url: 'text',
  seller_id: 'uuid',
  location_name: 'text',
  location_address: 'text',
  time_zone: 'text',
  latitude: 'double',
  longitude: 'double',
  activities: 'json',
  feed_id: 'uuid',
} as const;
const CHANGING = Object.keys(PARENT).filter((column) => column !== 'id');

/** Puts series and facilities into the catalogue, in place of what was there. */
export async function writeParents(parents: readonly Derived<ParentEntry>[], sellers: ReadonlyMap<string, string>, parts: WriteParts): Promise<void> {
  if (parents.length === 0) return;
  const { db, kind } = parts;
  const rows = parents.map(({ entry, thing }) => ({
    id: entry.id,
    published_id: entry.publishedId,
    type: entry.type,
    name: entry.name,
    description: entry.description,
    url: entry.url,
    seller_id: sellers.get(entry.sellerId) ?? null,
    location_name: entry.locationName,
    location_address: entry.locationAddress,
    time_zone: entry.timeZone,
    latitude: entry.latitude,
    longitude: entry.longitude,
    activities: entry.activities,
    feed_id: thing.feedId,
  }));
  const changes = sql.raw(CHANGING.map((column) => `"${column}" = excluded."${column}"`).join(', '));
  await sql`insert into opportunity_parent (${namesOf(PARENT)}) select ${namesOf(PARENT)} from ${rowsOf(kind, PARENT, rows)} where true on conflict (id) do update set ${changes}`.execute(db);
  await writeActivities(parents, parts);
  await writeOffers('parent_id', parents.map(({ entry }) => entry), parts);
}

async function writeActivities(parents: readonly Derived<ParentEntry>[], { db, kind }: WriteParts): Promise<void> {
  await sql`delete from parent_activity where parent_id in (select id from ${idsOf(parents.map(({ entry }) => entry.id), kind)})`.execute(db);
  const columns = { word: 'text', parent_id: 'text' } as const;
  const rows = parents.flatMap(({ entry }) => entry.activities.flatMap(({ id, label }) => [id, label]).flatMap((word) => (word === null ? [] : [{ word: word.toLowerCase(), parent_id: entry.id }])));
  if (rows.length === 0) return;
  await sql`insert into parent_activity (word, parent_id) select word, parent_id from ${rowsOf(kind, columns, rows)} where true on conflict (word, parent_id) do nothing`.execute(db);
}

/** Takes out what nothing in the catalogue is an occurrence of any more. Others go once their last occurrence is forgotten. */
export async function removeParents(ids: readonly string[], { db, kind }: Pick<WriteParts, 'db' | 'kind'>): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select parent.id from ${idsOf(ids, kind)} join opportunity_parent as parent on parent.id = given.id
    where not exists (select 1 from opportunity where opportunity.parent_id = parent.id)`.execute(db);
  if (rows.length === 0) return; // as with most: sessions and slots have none of their own
  const unused = idsOf(rows.map(({ id }) => id), kind);
  await sql`delete from parent_activity where parent_id in (select given.id from ${unused})`.execute(db);
  await sql`delete from offer where parent_id in (select given.id from ${unused})`.execute(db);
  await sql`delete from opportunity_parent where id in (select given.id from ${unused})`.execute(db);
}

function idsOf(ids: readonly string[], kind: WriteParts['kind']) {
  return rowsOf(kind, { id: 'text' }, ids.map((id) => ({ id })));
}
