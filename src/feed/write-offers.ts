import { sql } from 'kysely';
import { newUuid } from '../shared/ids.js';
import { namesOf, rowsOf } from '../store/rows.js';
import type { WriteParts } from './derived.js';
import type { PublishedOffer } from './thing.facts.js';

const OFFER = {
  key: 'uuid',
  id: 'text',
  opportunity_id: 'text',
  parent_id: 'text',
  name: 'text',
  price_minor: 'integer',
  currency: 'text',
  valid_from_before_start_date: 'text',
  valid_through_before_start_date: 'text',
  is_advance_booking_unavailable: 'boolean',
  latest_cancellation_before_start_date: 'text',
  allow_customer_cancellation_full_refund: 'boolean',
} as const;

interface Owner {
  readonly id: string;
  readonly offers: readonly PublishedOffer[];
}

/** Gives each owner these offers, in this order, and no others. */
export async function writeOffers(column: 'opportunity_id' | 'parent_id', owners: readonly Owner[], { db, kind }: WriteParts): Promise<void> {
  if (owners.length === 0) return;
  await sql`delete from offer where ${sql.ref(column)} in (select id from ${rowsOf(kind, { id: 'text' }, owners.map(({ id }) => ({ id })))})`.execute(db);
  const rows = owners.flatMap(({ id, offers }) => offers.map((offer) => toRow(offer, { opportunity_id: column === 'opportunity_id' ? id : null, parent_id: column === 'parent_id' ? id : null })));
  if (rows.length === 0) return;
  await sql`insert into offer (${namesOf(OFFER)}) select ${namesOf(OFFER)} from ${rowsOf(kind, OFFER, rows)} where true`.execute(db);
}

/** Keys of one process ascend, and offers are read in their order. */
function toRow(offer: PublishedOffer, owner: { readonly opportunity_id: string | null; readonly parent_id: string | null }) {
  return {
    key: newUuid(),
    id: offer.id,
    ...owner,
    name: offer.name,
    price_minor: offer.priceMinor,
    currency: offer.currency,
    valid_from_before_start_date: offer.validFromBeforeStartDate,
    valid_through_before_start_date: offer.validThroughBeforeStartDate,
    is_advance_booking_unavailable: offer.isAdvanceBookingUnavailable,
    latest_cancellation_before_start_date: offer.latestCancellationBeforeStartDate,
    allow_customer_cancellation_full_refund: offer.allowCustomerCancellationFullRefund,
  };
}
