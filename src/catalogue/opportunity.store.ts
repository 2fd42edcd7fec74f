import type { Kysely, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import { checkoutUrlTemplate } from '../shared/addresses.js';
import type { Connection } from '../shared/connection.type.js';
import type { Money } from '../shared/money.js';
import { toMoney } from '../shared/money.js';
import { isOneOf } from '../store/is-one-of.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import { bookabilityOf, type Bookability, type ItemFacts, type OfferFacts } from './bookability.js';
import type { OpportunityType } from './opportunity.entity.js';

/** An opportunity as the GraphQL types have it: nested plain objects. */
export interface OpportunityView extends ItemFacts {
  readonly __typename: 'ScheduledSession' | 'Slot';
  readonly id: string;
  readonly type: OpportunityType;
  readonly identifier: string;
  readonly offers: readonly OfferView[];
  readonly bookability: Bookability;
  readonly checkoutUrlTemplate: string | null;
  readonly organizer: OrganizationView;
  /** Our id of the seller who runs it. */
  readonly sellerKey: string;
  readonly superEvent: ParentView;
  readonly facilityUse: ParentView;
  readonly remainingAttendeeCapacity: number | null;
  readonly remainingUses: number | null;
}

export interface OfferView extends OfferFacts {
  readonly name: string;
  readonly price: Money | null;
  readonly latestCancellationBeforeStartDate: string | null;
  readonly allowCustomerCancellationFullRefund: boolean;
}

export interface OrganizationView {
  readonly id: string;
  readonly name: string;
  readonly url: string | null;
}

export interface ParentView {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly organizer: OrganizationView;
  readonly provider: OrganizationView;
  readonly location: { readonly name: string; readonly address: string | null };
  readonly offers: readonly OfferView[];
}

export interface OpportunityFilter {
  readonly type?: OpportunityType | null;
  readonly startsFrom?: Date | null;
  readonly startsBefore?: Date | null;
  readonly sellerId?: string | null;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
}

/** One opportunity by its identifier, or undefined; where both kinds share one and none is asked for, the ScheduledSession. */
export async function readOpportunity(parts: Parts, type: OpportunityType | undefined, identifier: string): Promise<OpportunityView | undefined> {
  const named = selectOpportunities(parts).where('item.identifier', '=', identifier).orderBy('item.type').limit(1);
  const rows = await (type === undefined ? named : named.where('item.type', '=', type)).execute();
  return (await toViews(rows, parts))[0];
}

/** One opportunity by its id in open data, or undefined; without a type, whichever kind it is. */
export async function readOpportunityById(parts: Parts, type: OpportunityType | undefined, id: string): Promise<OpportunityView | undefined> {
  const named = selectOpportunities(parts).where('item.id', '=', id);
  const rows = await (type === undefined ? named : named.where('item.type', '=', type)).execute();
  return (await toViews(rows, parts))[0];
}

/** How an order item names what it books. */
export interface OpportunityKey {
  readonly type: OpportunityType;
  readonly identifier: string;
}

/** Finds any number of opportunities: one query for all of them and one for their offers. */
export async function readOpportunities(parts: Parts, keys: readonly OpportunityKey[]): Promise<(key: OpportunityKey) => OpportunityView | undefined> {
  const identifiers = [...new Set(keys.map(({ identifier }) => identifier))];
  const rows = await selectOpportunities(parts).where((is) => isOneOf(is, 'item.identifier', identifiers)).execute();
  const views = await toViews(rows, parts);
  return ({ type, identifier }) => views.find((view) => view.type === type && view.identifier === identifier);
}

const ALTERNATIVES = 3;
const ALTERNATIVES_LOOKED_AT = 50;

/** The occurrences of the same series or facility that can be booked now, those nearest in time first; at most 3. */
export async function readAlternatives(parts: Parts, id: string): Promise<readonly OpportunityView[]> {
  const original = await parts.reads.selectFrom('opportunity').where('id', '=', id).select(['parent_id', 'start_date']).executeTakeFirst();
  if (!original) return [];
  const rows = await selectOpportunities(parts).where('item.parent_id', '=', original.parent_id).where('item.id', '!=', id).where('item.start_date', '>', parts.now).orderBy('item.start_date').limit(ALTERNATIVES_LOOKED_AT).execute();
  const views = (await toViews(rows, parts)).filter(({ bookability }) => bookability.isBookable);
  const distance = ({ startDate }: OpportunityView) => Math.abs(startDate.getTime() - toInstant(original.start_date).getTime());
  return views.toSorted((a, b) => distance(a) - distance(b)).slice(0, ALTERNATIVES);
}

const TYPE_NAMES = { SCHEDULED_SESSION: 'ScheduledSession', SLOT: 'Slot' } as const satisfies Record<OpportunityType, OpportunityView['__typename']>;

const BY_START: KeysetOrder = { name: 'opportunities by start', column: sql.ref('item.start_date'), tieBreaker: sql.ref('item.id'), kind: 'instant', tieBreakerKind: 'text' };

/** A page of opportunities in the order of their start. */
export async function listOpportunities(parts: Parts, filter: OpportunityFilter, page: PageRequest): Promise<Connection<OpportunityView>> {
  const rows = await onePage(filtered(selectOpportunities(parts), filter), BY_START, page).execute();
  const views = await toViews(rows, parts);
  return toConnection(views.map((node) => ({ sortValue: node.startDate, tieBreaker: node.id, node })), BY_START, page);
}

function filtered<O>(query: SelectQueryBuilder<Joined, 'item' | 'parent' | 'seller', O>, { type, startsFrom, startsBefore, sellerId }: OpportunityFilter) {
  let narrowed = query;
  if (type) narrowed = narrowed.where('item.type', '=', type);
  if (startsFrom) narrowed = narrowed.where('item.start_date', '>=', startsFrom);
  if (startsBefore) narrowed = narrowed.where('item.start_date', '<', startsBefore);
  if (typeof sellerId === 'string') narrowed = narrowed.where('seller.seller_id', '=', sellerId);
  return narrowed;
}

type Joined = Tables & { item: Tables['opportunity']; parent: Tables['opportunity_parent'] };
type Row = Awaited<ReturnType<ReturnType<typeof selectOpportunities>['execute']>>[number];

/** Items with their parents and sellers. */
export function selectOpportunities({ reads, now }: Parts) {
  return reads
    .selectFrom('opportunity as item')
    .innerJoin('opportunity_parent as parent', 'parent.id', 'item.parent_id')
    .innerJoin('seller', 'seller.id', 'parent.seller_id')
    .select(['item.id', 'item.identifier', 'item.type', 'item.start_date', 'item.end_date', 'item.event_status', 'item.remaining_capacity', 'item.booked_places'])
    .select((is) => is.selectFrom('place_hold as hold').whereRef('hold.opportunity_id', '=', 'item.id').where('hold.expires_at', '>', now).select(({ fn }) => fn.sum<number | string>('hold.places').as('places')).as('held_now'))
    .select(['parent.id as parent_id', 'parent.name as parent_name', 'parent.description', 'parent.url as parent_url', 'parent.time_zone'])
    .select(['parent.location_name', 'parent.location_address'])
    .select(['seller.id as seller_key', 'seller.seller_id', 'seller.name as seller_name', 'seller.url as seller_url', 'seller.status as seller_status', 'seller.can_take_payments']);
}

async function toViews(rows: readonly Row[], parts: Parts): Promise<OpportunityView[]> {
  const offers = await readOffers(parts, rows);
  return rows.map((row) => toOpportunityView(row, offers, parts.now));
}

type OfferRow = Awaited<ReturnType<typeof readOffers>>[number];

async function readOffers({ reads }: Parts, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  const items = rows.map(({ id }) => id);
  const parents = [...new Set(rows.map(({ parent_id }) => parent_id))];
  return reads
    .selectFrom('offer')
    .where((where) => where.or([where('opportunity_id', 'in', items), where('parent_id', 'in', parents)]))
    .orderBy('key')
    .selectAll()
    .execute();
}

/** An item's own offers, then its parent's with other ids. (our choice, the contract names both places) */
function offersOf(row: Row, offers: readonly OfferRow[]): OfferView[] {
  const own = offers.filter((offer) => offer.opportunity_id === row.id);
  const ownIds = new Set(own.map(({ id }) => id));
  const inherited = offers.filter((offer) => offer.parent_id === row.parent_id && (offer.id === null || !ownIds.has(offer.id)));
  return [...own, ...inherited].map(toOffer);
}

function toOffer(row: OfferRow): OfferView {
  return {
    id: row.id,
    name: row.name,
    price: row.price_minor === null ? null : toMoney(row.price_minor, row.currency),
    priceMinor: row.price_minor,
    currency: row.currency,
    validFromBeforeStartDate: row.valid_from_before_start_date,
    validThroughBeforeStartDate: row.valid_through_before_start_date,
    isAdvanceBookingUnavailable: Boolean(row.is_advance_booking_unavailable),
    latestCancellationBeforeStartDate: row.latest_cancellation_before_start_date,
    allowCustomerCancellationFullRefund: Boolean(row.allow_customer_cancellation_full_refund),
  };
}

export function toOpportunityView(row: Row, offerRows: readonly OfferRow[], now: Date): OpportunityView {
  const offers = offersOf(row, offerRows);
  const organization = { id: row.seller_id, name: row.seller_name, url: row.seller_url };
  const parent: ParentView = {
    id: row.parent_id,
    name: row.parent_name,
    description: row.description,
    url: row.parent_url,
    organizer: organization,
    provider: organization,
    location: { name: row.location_name, address: row.location_address },
    offers: offerRows.filter((offer) => offer.parent_id === row.parent_id).map(toOffer),
  };
  const facts = toItemFacts(row);
  const bookability = bookabilityOf(facts, offers, now);
  return {
    ...facts,
    __typename: TYPE_NAMES[row.type],
    id: row.id,
    type: row.type,
    identifier: row.identifier,
    offers,
    bookability,
    checkoutUrlTemplate: bookability.isBookable ? checkoutUrlTemplate(row.type === 'SLOT' ? 'slots' : 'scheduled-sessions', row.identifier) : null,
    organizer: organization,
    sellerKey: row.seller_key,
    superEvent: parent,
    facilityUse: parent,
    remainingAttendeeCapacity: facts.remainingCapacity,
    remainingUses: facts.remainingCapacity,
  };
}

function toItemFacts(row: Row): ItemFacts {
  return {
    sellerStatus: row.seller_status,
    canTakePayments: Boolean(row.can_take_payments),
    eventStatus: row.event_status,
    startDate: toInstant(row.start_date),
    endDate: toInstantOrNull(row.end_date),
    timeZone: row.time_zone,
    remainingCapacity: row.remaining_capacity === null ? null : Math.max(0, row.remaining_capacity - row.booked_places - Number(row.held_now ?? 0)),
  };
}
