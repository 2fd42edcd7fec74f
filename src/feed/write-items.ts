import { sql } from 'kysely';
import { namesOf, rowsOf } from '../store/rows.js';
import { readSold, type Figure } from './sold-since.store.js';
import type { ItemEntry } from './derive-entry.js';
import type { Derived, WriteParts } from './derived.js';
import { writeOffers } from './write-offers.js';

const ITEM = {
  id: 'text',
  identifier: 'text',
  type: 'text',
  parent_id: 'text',
  start_date: 'instant',
  end_date: 'instant',
  event_status: 'text',
  remaining_capacity: 'integer',
  booked_places: 'integer',
  feed_id: 'uuid',
  figure_modified: 'bigint',
  lowest_price_minor: 'integer',
  lowest_price_currency: 'text',
} as const;
const CHANGING = ['parent_id', 'start_date', 'end_date', 'event_status', 'feed_id', 'lowest_price_minor', 'lowest_price_currency'];
/** Change with a new word of the publisher alone: with the same one, the places that we have sold since are still not in it. */
const FIGURES = ['remaining_capacity', 'booked_places', 'figure_modified'];

/** Puts sessions and slots into the catalogue, in place of what was there, and shows again what had been withdrawn. */
export async function writeItems(items: readonly Derived<ItemEntry>[], parts: WriteParts): Promise<void> {
  if (items.length === 0) return;
  const { db, kind } = parts;
  const sorted = items.toSorted((a, b) => (a.entry.id < b.entry.id ? -1 : 1)); // as whoever takes places goes through them
  const sold = await readSold(sorted.map(({ entry, thing }): Figure => ({ id: entry.id, modified: thing.modified, saidAt: thing.saidAt })), parts);
  const rows = sorted.map(({ entry, thing }) => ({
    id: entry.id,
    identifier: entry.id,
    type: entry.type,
    parent_id: entry.parentId,
    start_date: entry.startDate,
    end_date: entry.endDate,
    event_status: entry.eventStatus,
    remaining_capacity: entry.remainingCapacity,
    booked_places: sold.get(entry.id) ?? 0,
    feed_id: thing.feedId,
    figure_modified: thing.modified,
    lowest_price_minor: entry.lowestPriceMinor,
    lowest_price_currency: entry.lowestPriceCurrency,
  }));
  const isSame = 'opportunity.figure_modified = excluded.figure_modified and opportunity.feed_id = excluded.feed_id';
  const changes = sql.raw([...CHANGING.map((column) => `${column} = excluded.${column}`), ...FIGURES.map((column) => `${column} = case when ${isSame} then opportunity.${column} else excluded.${column} end`)].join(', '));
  await sql`
    insert into opportunity (${namesOf(ITEM)}, held_places) select ${namesOf(ITEM)}, 0 from ${rowsOf(kind, ITEM, rows)} where true
    on conflict (id) do update set ${changes}, withdrawn_at = null`.execute(db);
  await writeOffers('opportunity_id', sorted.map(({ entry }) => entry), parts);
}

/** Shows these no more. They stay for the orders and checkouts that name them. */
export async function withdrawItems(ids: readonly string[], { db, kind, now }: WriteParts): Promise<void> {
  if (ids.length === 0) return;
  await sql`update opportunity set withdrawn_at = ${now} where withdrawn_at is null and id in (select id from ${rowsOf(kind, { id: 'text' }, ids.map((id) => ({ id })))})`.execute(db);
}
