import { sql, type Kysely } from 'kysely';
import type { Reach } from '../access/require-caller.js';
import { readOpportunities } from '../catalogue/opportunity.store.js';
import type { PersonFacts } from '../checkout-session/checkout-session.facts.js';
import { toQuoteView, type OrderItemView, type OrderQuoteView } from '../checkout-session/checkout-session.store.js';
import type { Connection } from '../shared/connection.type.js';
import { isUuid } from '../shared/ids.js';
import { isOneOf } from '../store/is-one-of.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { fromJson, toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import type { OrderState, OrderTrigger } from './order.lifecycle.js';

export interface OrderView extends Pick<OrderQuoteView, 'id' | 'broker' | 'totalPaymentDue'> {
  readonly reference: string;
  readonly state: OrderState;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly erasedAt: Date | null;
  readonly customer: PersonFacts;
  readonly orderedItem: readonly OrderItemView[];
  readonly timeline: readonly OrderEventView[];
  /** Empty unless it was selected. */
  readonly calendar: string;
}

export interface OrderEventView {
  readonly trigger: OrderTrigger | null;
  readonly state: OrderState;
  readonly at: Date;
}

/** Which orders; every member given must hold. */
export interface OrderFilter {
  readonly state?: readonly OrderState[] | null;
  readonly createdFrom?: Date | null;
  readonly createdBefore?: Date | null;
  readonly brokerId?: string | null;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly selected: ReadonlySet<string>;
}

/** An order within reach by its UUID; any other reads like one that does not exist. */
export async function readOrder(reach: Reach, id: string, parts: Parts): Promise<OrderView | undefined> {
  const rows = await select(parts, reach).where('customer_order.quote_id', '=', id).execute();
  return (await toViews(rows, parts))[0]?.view;
}

/** Orders by their UUIDs: whoever asks has found them within reach. */
export async function readOrders(ids: readonly string[], parts: Parts): Promise<ReadonlyMap<string, OrderView>> {
  if (ids.length === 0) return new Map();
  const rows = await select(parts, 'EVERYBODY').where('customer_order.quote_id', 'in', ids).execute();
  return new Map((await toViews(rows, parts)).map(({ key, view }) => [key, view]));
}

const BY_CREATION: KeysetOrder = {
  name: 'orders by creation',
  column: sql.ref('customer_order.created_at'),
  tieBreaker: sql.ref('customer_order.quote_id'),
  kind: 'instant',
  tieBreakerKind: 'uuid',
};

/** A page of the orders within reach by the time of their creation. */
export async function listOrders(reach: Reach, { state, createdFrom, createdBefore, brokerId }: OrderFilter, page: PageRequest, parts: Parts): Promise<Connection<OrderView>> {
  if (typeof brokerId === 'string' && !isUuid(brokerId)) return toConnection([], BY_CREATION, page);
  let mine = select(parts, reach);
  if (state) mine = mine.where((is) => isOneOf(is, 'customer_order.state', state));
  if (createdFrom) mine = mine.where('customer_order.created_at', '>=', createdFrom);
  if (createdBefore) mine = mine.where('customer_order.created_at', '<', createdBefore);
  if (typeof brokerId === 'string') mine = mine.where('customer_order.broker_id', '=', brokerId.toLowerCase());
  const rows = await onePage(mine, BY_CREATION, page).execute();
  const views = await toViews(rows, parts);
  return toConnection(views.map(({ key, view }) => ({ sortValue: view.createdAt, tieBreaker: key, node: view })), BY_CREATION, page);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function select({ reads }: Parts, reach: Reach) {
  const all = reads
    .selectFrom('customer_order')
    .select(['customer_order.quote_id', 'customer_order.reference', 'customer_order.state', 'customer_order.created_at', 'customer_order.confirmed_at', 'customer_order.erased_at', 'customer_order.facts']);
  return reach === 'EVERYBODY' ? all : all.where('customer_order.broker_id', '=', reach.brokerId);
}

async function toViews(rows: readonly Row[], parts: Parts): Promise<{ key: string; view: OrderView }[]> {
  if (rows.length === 0) return [];
  const stored = rows.map((row) => ({ row, facts: fromJson(row.facts) }));
  const ids = rows.map(({ quote_id }) => quote_id);
  const keys = parts.selected.has('opportunity') || parts.selected.has('calendar') ? stored.flatMap(({ facts }) => facts.orderedItem) : [];
  const find = keys.length > 0 ? await readOpportunities(parts, keys) : () => undefined;
  const places = await readPlaces(ids, parts.reads);
  const calendarOf = parts.selected.has('calendar') ? (await import('./order-calendar.js')).calendarOf : () => '';
  const events = parts.selected.has('timeline') ? await readEvents(ids, parts.reads) : [];
  return stored.map(({ row, facts }) => {
    const { identifier, givenName, familyName, email, is13OrOver } = facts.customer;
    const { id, broker, totalPaymentDue, orderedItem } = toQuoteView(facts, find, places.filter(({ quote_id }) => quote_id === row.quote_id));
    const booked = { uuid: row.quote_id, reference: row.reference, orderedItem };
    const view = {
      id,
      reference: row.reference,
      state: row.state,
      createdAt: toInstant(row.created_at),
      confirmedAt: toInstantOrNull(row.confirmed_at),
      erasedAt: toInstantOrNull(row.erased_at),
      customer: { identifier, givenName, familyName, email, is13OrOver },
      broker,
      orderedItem,
      totalPaymentDue,
      timeline: events.filter(({ order_quote_id }) => order_quote_id === row.quote_id).map(({ on_trigger, state, at }) => ({ trigger: on_trigger, state, at: toInstant(at) })),
      calendar: calendarOf(booked),
    };
    return { key: row.quote_id, view };
  });
}

function readPlaces(ids: readonly string[], reads: Kysely<Tables>) {
  return reads
    .selectFrom('order_item as item')
    .leftJoin('refund', 'refund.item_id', 'item.id')
    .where('item.quote_id', 'in', ids)
    .orderBy('item.quote_id')
    .orderBy('item.position')
    .select(['item.quote_id', 'item.status', 'item.access_token', 'item.access_code', 'item.cancellable_until', 'refund.status as refund_status'])
    .execute();
}

function readEvents(ids: readonly string[], reads: Kysely<Tables>) {
  return reads.selectFrom('order_event').where('order_quote_id', 'in', ids).orderBy('at').orderBy('id').select(['order_quote_id', 'on_trigger', 'state', 'at']).execute();
}
