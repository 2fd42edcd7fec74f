import type { Kysely } from 'kysely';
import { checkoutUrlTemplate } from '../shared/addresses.js';
import type { Money } from '../shared/money.js';
import { toMoney } from '../shared/money.js';
import { fromJson, toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import { bookabilityOf, type Bookability, type ItemFacts, type OfferFacts } from './bookability.js';
import type { Activity } from './opportunity-parent.entity.js';
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
  readonly attribution: AttributionView | null;
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

/** Whose open data it is. */
export interface AttributionView {
  readonly publisher: string;
  readonly licence: string | null;
  readonly url: string;
}

export interface PlaceView {
  readonly name: string;
  readonly address: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface ParentView {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly organizer: OrganizationView;
  readonly provider: OrganizationView;
  readonly location: PlaceView;
  readonly activities: readonly Activity[];
  readonly offers: readonly OfferView[];
}

export interface CatalogueParts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
}

const TYPE_NAMES = { SCHEDULED_SESSION: 'ScheduledSession', SLOT: 'Slot' } as const satisfies Record<OpportunityType, OpportunityView['__typename']>;

type Row = Awaited<ReturnType<ReturnType<typeof selectOpportunities>['execute']>>[number];

/** What the publisher has taken back is in the table for its orders alone. */
export function selectOpportunities({ reads, now }: CatalogueParts) {
  return reads
    .selectFrom('opportunity as item')
    .innerJoin('opportunity_parent as parent', 'parent.id', 'item.parent_id')
    .innerJoin('seller', 'seller.id', 'parent.seller_id')
    .leftJoin('feed', 'feed.id', 'item.feed_id')
    .where('item.withdrawn_at', 'is', null)
    .select(['item.id', 'item.identifier', 'item.type', 'item.start_date', 'item.end_date', 'item.event_status', 'item.remaining_capacity', 'item.booked_places'])
    .select((is) => is.selectFrom('place_hold as hold').whereRef('hold.opportunity_id', '=', 'item.id').where('hold.expires_at', '>', now).select(({ fn }) => fn.sum<number | string>('hold.places').as('places')).as('held_now'))
    .select(['parent.id as parent_id', 'parent.name as parent_name', 'parent.description', 'parent.url as parent_url', 'parent.time_zone'])
    .select(['parent.published_id', 'parent.location_name', 'parent.location_address', 'parent.latitude', 'parent.longitude', 'parent.activities'])
    .select(['feed.publisher', 'feed.licence', 'feed.url as feed_url'])
    .select(['seller.id as seller_key', 'seller.seller_id', 'seller.name as seller_name', 'seller.url as seller_url', 'seller.status as seller_status', 'seller.can_take_payments']);
}

export async function toViews(rows: readonly Row[], parts: CatalogueParts): Promise<OpportunityView[]> {
  const offers = await readOffers(parts, rows);
  return rows.map((row) => toOpportunityView(row, offers, parts.now));
}

type OfferRow = Awaited<ReturnType<typeof readOffers>>[number];

async function readOffers({ reads }: CatalogueParts, rows: readonly Row[]) {
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
    id: row.published_id ?? row.parent_id,
    name: row.parent_name,
    description: row.description,
    url: row.parent_url,
    organizer: organization,
    provider: organization,
    location: { name: row.location_name, address: row.location_address, latitude: row.latitude, longitude: row.longitude },
    activities: row.activities === null ? [] : fromJson(row.activities),
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
    attribution: row.publisher === null || row.feed_url === null ? null : { publisher: row.publisher, licence: row.licence, url: row.feed_url },
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
