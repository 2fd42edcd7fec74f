import type { Kysely } from 'kysely';
import type { OrderItemStatus } from '../order/order-item.entity.js';
import { fromJson, toInstant, type Tables } from '../store/tables.js';

/** One booked place, as the seller who runs it needs it at the door. */
export interface UpcomingBooking {
  readonly name: string;
  readonly startDate: Date;
  readonly timeZone: string;
  readonly reference: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly accessCode: string;
}

const MOST_SHOWN = 1_000;
const BOOKED: OrderItemStatus = 'ORDER_CONFIRMED';

/** The places that people have booked with a seller for times to come, the next first; at most 1,000. */
export async function listUpcomingBookings(reads: Kysely<Tables>, sellerKey: string, now: Date): Promise<readonly UpcomingBooking[]> {
  const rows = await upcoming(reads, sellerKey, now)
    .orderBy('opportunity.start_date')
    .orderBy('order_item.id')
    .limit(MOST_SHOWN)
    .select(['parent.name', 'parent.time_zone', 'opportunity.start_date', 'customer_order.reference', 'customer_order.facts', 'order_item.access_code'])
    .execute();
  return rows.map(({ name, time_zone, start_date, reference, facts, access_code }) => {
    const { givenName, familyName, email } = fromJson(facts).customer;
    return { name, startDate: toInstant(start_date), timeZone: time_zone, reference, givenName, familyName, email, accessCode: access_code ?? '' };
  });
}

/** A session or slot to come with paid places in it. */
export interface UpcomingPaidSession {
  readonly name: string;
  readonly startDate: Date;
  readonly timeZone: string;
  readonly places: number;
}

/** What people have paid for and has not started, the next first; at most 1,000. */
export async function listUpcomingPaidSessions(reads: Kysely<Tables>, sellerKey: string, now: Date): Promise<readonly UpcomingPaidSession[]> {
  const rows = await upcoming(reads, sellerKey, now)
    .where('order_item.price_minor', '>', 0)
    .groupBy(['opportunity.id', 'parent.name', 'parent.time_zone', 'opportunity.start_date'])
    .orderBy('opportunity.start_date')
    .orderBy('opportunity.id')
    .limit(MOST_SHOWN)
    .select(['parent.name', 'parent.time_zone', 'opportunity.start_date', (count) => count.fn.countAll<number | string>().as('places')])
    .execute();
  return rows.map(({ name, time_zone, start_date, places }) => ({ name, startDate: toInstant(start_date), timeZone: time_zone, places: Number(places) }));
}

/** How many of them were paid for. */
export async function countUpcomingPaidBookings(reads: Kysely<Tables>, sellerKey: string, now: Date): Promise<number> {
  const row = await upcoming(reads, sellerKey, now)
    .where('order_item.price_minor', '>', 0)
    .select((count) => count.fn.countAll().as('bookings'))
    .executeTakeFirst();
  return Number(row?.bookings ?? 0);
}

function upcoming(reads: Kysely<Tables>, sellerKey: string, now: Date) {
  return reads
    .selectFrom('order_item')
    .innerJoin('customer_order', 'customer_order.quote_id', 'order_item.quote_id')
    .innerJoin('opportunity', 'opportunity.id', 'order_item.opportunity_id')
    .innerJoin('opportunity_parent as parent', 'parent.id', 'opportunity.parent_id')
    .where('parent.seller_id', '=', sellerKey)
    .where('customer_order.state', 'in', ['BOOKED', 'CONFIRMED', 'PARTLY_CANCELLED'])
    .where('order_item.status', '=', BOOKED)
    .where('opportunity.start_date', '>', now);
}
