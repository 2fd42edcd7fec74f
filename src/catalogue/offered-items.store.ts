import type { Kysely } from 'kysely';
import { parameter, Prepared, preparedByKey } from '../store/prepared.js';
import type { Tables } from '../store/tables.js';
import type { OpportunityKey } from './opportunity.store.js';
import { selectOpportunities, toOpportunityView, type OpportunityView } from './opportunity-view.store.js';

/** How an order names a place: an item, and one of its offers. */
export interface OfferedKey extends OpportunityKey {
  readonly offerId: string;
}

/** A prepared statement and its values. */
export interface OfferedItemsQuery {
  readonly statement: Prepared<Readonly<Record<string, unknown>>, Row>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Asks for items with those of their offers that are named, and with no other: all that is needed to choose them, in one statement. */
export function offeredItemsQuery(keys: readonly OfferedKey[], now: Date): OfferedItemsQuery {
  const items = [...new Set(keys.map(({ identifier }) => identifier))];
  const offers = [...new Set(keys.map(({ offerId }) => offerId))];
  return { statement: STATEMENTS(`${items.length} ${offers.length}`), values: { now, ...numbered('item', items), ...numbered('offer', offers) } };
}

/** Finds in what has been read. An item none of whose offers was named reads like one that does not exist. */
export function offeredItems(rows: readonly Row[], now: Date): (key: OpportunityKey) => OpportunityView | undefined {
  const offers = rows.map(toOfferRow);
  const views = [...new Map(rows.map((row) => [row.id, row])).values()].map((row) => toOpportunityView(row, offers, now));
  return ({ type, identifier }) => views.find((view) => view.type === type && view.identifier === identifier);
}

function numbered(name: string, values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value, index) => [`${name}${index}`, value]));
}

const STATEMENTS = preparedByKey((key: `${number} ${number}`) => {
  const [items = 0, offers = 0] = key.split(' ').map(Number);
  return new Prepared<Readonly<Record<string, unknown>>, Row>((on) => select(on, items, offers));
});

const NOW = parameter('now');
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function select(on: Kysely<Tables>, items: number, offers: number) {
  return selectOpportunities({ reads: on, now: NOW })
    .innerJoin('offer', (join) => join.on((is) => is.or([is('offer.opportunity_id', '=', is.ref('item.id')), is('offer.parent_id', '=', is.ref('parent.id'))])))
    .where('item.identifier', 'in', parametersOf('item', items))
    .where('offer.id', 'in', parametersOf('offer', offers))
    .orderBy('offer.key')
    .select(['offer.key as offer_key', 'offer.id as offer_id', 'offer.opportunity_id as offer_opportunity_id', 'offer.parent_id as offer_parent_id', 'offer.name as offer_name', 'offer.price_minor', 'offer.currency'])
    .select(['offer.valid_from_before_start_date', 'offer.valid_through_before_start_date', 'offer.is_advance_booking_unavailable'])
    .select(['offer.latest_cancellation_before_start_date', 'offer.allow_customer_cancellation_full_refund']);
}

function parametersOf(name: string, count: number): never[] {
  return Array.from({ length: count }, (_none, index) => parameter(`${name}${index}`));
}

function toOfferRow(row: Row) {
  return { ...row, key: row.offer_key, id: row.offer_id, opportunity_id: row.offer_opportunity_id, parent_id: row.offer_parent_id, name: row.offer_name };
}
