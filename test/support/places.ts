import { sql } from 'kysely';
import { expect } from 'vitest';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Opportunity, type OpportunityType } from '../../src/catalogue/opportunity.entity.js';
import { OrderItem } from '../../src/order/order-item.entity.js';
import { Order } from '../../src/order/order.entity.js';
import { OutboxTask } from '../../src/outbox/outbox-task.entity.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import type { Store } from '../../src/store/open-store.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import type { TestGateway } from './gateway.js';

export interface NewItem {
  readonly type?: OpportunityType;
  /** Null when nobody says how many places there are. */
  readonly capacity?: number | null;
  /** Prices by the name of the ticket, in pence. */
  readonly tickets?: Readonly<Record<string, number>>;
  /** How many sessions the series has; the first is the one. */
  readonly series?: number;
  /** A paid seller's, unless everything is free. */
  readonly seller?: Parameters<typeof DEMO.sellerId>[0];
}

export interface AddedItem {
  /** The first one's id in open data. */
  readonly id: string;
  readonly identifier: string;
  readonly target: { readonly item: { readonly type: OpportunityType; readonly identifier: string } };
  /** The identifiers of all of its series. */
  readonly series: readonly string[];
  /** The id of a ticket's offer. */
  readonly offer: (ticket: string) => string;
  /** One place of it, as an order names it. */
  readonly place: (ticket?: string) => { readonly acceptedOffer: string; readonly orderedItem: { readonly type: OpportunityType; readonly identifier: string } };
}

const DAYS_AHEAD = 60;

/** Puts something to book into the catalogue that no other test knows of: by default one free place a session. */
export async function addItem({ store, clock }: Pick<TestGateway, 'store' | 'clock'>, { type = 'SCHEDULED_SESSION', capacity = 1, tickets = { free: 0 }, series = 1, seller }: NewItem = {}): Promise<AddedItem> {
  const em = store.fork();
  const name = newUuid();
  const isFree = Object.values(tickets).every((price) => price === 0);
  const run = await em.findOneOrFail(Seller, { sellerId: DEMO.sellerId(seller ?? (isFree ? 'riverside-yoga' : 'northside-sports')) });
  const place = { locationName: 'The hall', locationAddress: null, timeZone: 'Europe/London' };
  const parent = em.create(OpportunityParent, { id: `https://clubs.example/series/${name}`, type: type === 'SLOT' ? 'FACILITY_USE' : 'SESSION_SERIES', name: `Class ${name}`, description: null, url: null, seller: run, ...place });
  const identifiers = Array.from({ length: series }, (_, index) => `${name}-${index}`);
  for (const [index, identifier] of identifiers.entries()) {
    const startDate = new Date(clock.now().getTime() + (DAYS_AHEAD + index) * 86_400_000);
    em.create(Opportunity, { id: idOf(identifier), identifier, type, parent, startDate, endDate: null, eventStatus: 'SCHEDULED', remainingCapacity: capacity });
  }
  const offer = (ticket: string) => `https://clubs.example/offers/${name}/${ticket}`;
  const window = { validFromBeforeStartDate: null, validThroughBeforeStartDate: null, isAdvanceBookingUnavailable: false };
  for (const [ticket, priceMinor] of Object.entries(tickets)) em.create(Offer, { key: newUuid(), id: offer(ticket), opportunity: null, parent, name: ticket, priceMinor, currency: 'GBP', ...window });
  await em.flush();
  const [identifier = ''] = identifiers;
  const [first = ''] = Object.keys(tickets);
  return { id: idOf(identifier), identifier, target: { item: { type, identifier } }, series: identifiers, offer, place: (ticket = first) => ({ acceptedOffer: offer(ticket), orderedItem: { type, identifier } }) };
}

function idOf(identifier: string): string {
  return `https://clubs.example/items/${identifier}`;
}

/** What an item's counters say, beside what the rows do that they count. */
export async function placesOf({ reads }: Store, id: string): Promise<{ readonly held: number; readonly booked: number }> {
  const { held_places, booked_places } = await reads.selectFrom('opportunity').where('id', '=', id).select(['held_places', 'booked_places']).executeTakeFirstOrThrow();
  return { held: held_places, booked: booked_places };
}

/** The guarantee behind every count: each counter has exactly its rows, and nothing is sold or held beyond what there is. */
export async function expectBalance({ reads }: Store): Promise<void> {
  const rows = await reads
    .selectFrom('opportunity as item')
    .select(['item.id', 'item.remaining_capacity', 'item.held_places', 'item.booked_places'])
    .select((is) => is.selectFrom('place_hold').whereRef('opportunity_id', '=', 'item.id').select(sql<number>`coalesce(sum(places), 0)`.as('n')).as('hold_rows'))
    .select((is) => is.selectFrom('order_item').whereRef('opportunity_id', '=', 'item.id').where('status', '=', 'ORDER_CONFIRMED').select(({ fn }) => fn.countAll().as('n')).as('confirmed_rows'))
    .execute();
  const wrong = rows.filter(({ remaining_capacity, held_places, booked_places, hold_rows, confirmed_rows }) => {
    const isCounted = Number(hold_rows) === held_places && Number(confirmed_rows) === booked_places && held_places >= 0;
    return !isCounted || (remaining_capacity !== null && held_places + booked_places > Math.max(remaining_capacity, 0));
  });
  expect(wrong).toEqual([]);
}

/** How many rows an order leaves behind, table by table. */
export async function orderRows(store: Store, quoteId: string): Promise<Readonly<Record<'orders' | 'deliveries' | 'mails' | 'confirmedItems', number>>> {
  const em = store.fork();
  return {
    orders: await em.count(Order, { quote: quoteId }),
    deliveries: await em.count(WebhookDelivery, { subject: quoteId }),
    mails: await em.count(OutboxTask, { kind: 'SEND_ORDER_CONFIRMATION', subject: quoteId }),
    confirmedItems: await em.count(OrderItem, { quote: quoteId, status: 'ORDER_CONFIRMED' }),
  };
}

/** What one booking of a broker with a webhook leaves behind, however often it was clicked. */
export const ONE_ORDER = { orders: 1, deliveries: 1, mails: 1, confirmedItems: 1 } as const;
export const NO_ORDER = { orders: 0, deliveries: 0, mails: 0, confirmedItems: 0 } as const;
