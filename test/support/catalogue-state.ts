import { sql } from 'kysely';
import type { Store } from '../../src/store/open-store.js';

const isTrue = (column: string) => `case when ${column} then 1 else 0 end`;

/** Unless nothing is left of a parent but what was withdrawn. */
const isSeen = (parentId: string) => `(not exists (select 1 from opportunity o where o.parent_id = ${parentId}) or exists (select 1 from opportunity o where o.parent_id = ${parentId} and o.withdrawn_at is null))`;

/** What harvesting has led to, all of it that anybody can see, without keys and moments: equal for two stores that were told the same. */
export async function catalogueState({ reads, kind }: Store): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const pathOf = (column: string) => `substr(${column}, ${kind === 'sqlite' ? 'instr' : 'strpos'}(substr(${column}, 9), '/') + 8)`; // behind http:// and the port, which is another every time
  const feedOf = `(select ${pathOf('feed.url')} from feed where feed.id = t.feed_id)`;
  const queries = {
    feeds: `select ${pathOf('url')} as path, ${pathOf('next_url')} as next_path, state, failures, items_read, licence from feed t`,
    items: `select ${feedOf} as feed, item_id, cast(modified as text) as modified, kind, ${isTrue('is_deleted')} as is_deleted, data from feed_item t`,
    things: `select ${feedOf} as feed, id, item_id, kind, cast(modified as text) as modified, parent_id, facts from feed_thing t`,
    problems: `select ${feedOf} as feed, item_id, cause, detail, ${isTrue('is_rejected')} as is_rejected from feed_problem t`,
    stale: 'select id from stale_thing t',
    opportunities: `select ${feedOf} as feed, id, identifier, type, parent_id, cast(start_date as text) as start_date, cast(end_date as text) as end_date, event_status, remaining_capacity, booked_places, held_places, cast(figure_modified as text) as figure_modified, lowest_price_minor, lowest_price_currency from opportunity t where withdrawn_at is null`,
    withdrawn: 'select id from opportunity t where withdrawn_at is not null', // which keep what was last said, by the time it was
    parents: `select ${feedOf} as feed, t.id, published_id, type, t.name, description, t.url, seller.seller_id, location_name, location_address, time_zone, latitude, longitude, cast(activities as text) as activities from opportunity_parent t join seller on seller.id = t.seller_id where ${isSeen('t.id')}`,
    activities: `select word, parent_id from parent_activity t where ${isSeen('t.parent_id')}`,
    offers: `select id, opportunity_id, parent_id, name, price_minor, currency, valid_from_before_start_date, valid_through_before_start_date, latest_cancellation_before_start_date from offer t where ${isSeen('t.parent_id')} and not exists (select 1 from opportunity o where o.id = t.opportunity_id and o.withdrawn_at is not null)`,
    sellers: 'select seller_id, name, url, status from seller t',
  };
  const state: Record<string, readonly unknown[]> = {};
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await sql.raw(query).execute(reads);
    state[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return state;
}
