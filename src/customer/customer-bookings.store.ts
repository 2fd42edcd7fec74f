import { sql, type Kysely } from 'kysely';
import type { OrderItemView } from '../checkout-session/checkout-session.store.js';
import { readOrders, type OrderView } from '../order/order.store.js';
import type { Connection } from '../shared/connection.type.js';
import { onePageOfEach, toConnection, type Keyed, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { toInstant, type Tables } from '../store/tables.js';
import type { CustomerView, Siblings } from './customer.store.js';

/** A booked place that is not over yet. */
export interface UpcomingItemView {
  readonly orderId: string;
  readonly position: number;
  readonly startDate: Date;
  readonly item: OrderItemView;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly selected: ReadonlySet<string>;
}

type Asked = Pick<PageRequest, 'first' | 'after'>;

const BY_CREATION: KeysetOrder = {
  name: "a customer's orders by creation",
  column: sql.ref('customer_order.created_at'),
  tieBreaker: sql.ref('customer_order.quote_id'),
  kind: 'instant',
  tieBreakerKind: 'uuid',
};

/** What was booked by this customer's address, the newest first. Asked of several customers at once it is read once, for all. */
export async function ordersOf({ id, siblings }: CustomerView, asked: Asked, parts: Parts): Promise<Connection<OrderView>> {
  const page: PageRequest = { ...asked, direction: 'DESC' };
  const found = await forAll(siblings, ['orders', asked, parts], async (ids) => {
    const { behind, rank, ranks } = onePageOfEach(sql.ref('quote.customer_id'), BY_CREATION, page);
    const ranked = parts.reads
      .selectFrom('customer_order')
      .innerJoin('order_quote as quote', 'quote.id', 'customer_order.quote_id')
      .where('quote.customer_id', 'in', ids)
      .where(behind)
      .select(['quote.customer_id', 'customer_order.quote_id', rank.as('place')]);
    const rows = await parts.reads.selectFrom(ranked.as('ranked')).where('place', '<=', ranks).orderBy('place').select(['customer_id', 'quote_id']).execute();
    const orders = await readOrders(rows.map(({ quote_id }) => quote_id), parts);
    return listed(rows, ({ quote_id }) => {
      const node = orders.get(quote_id);
      return node && { sortValue: node.createdAt, tieBreaker: quote_id, node };
    });
  });
  return toConnection(found.get(id) ?? [], BY_CREATION, page);
}

const BY_START: KeysetOrder = {
  name: "a customer's items by start",
  column: sql.ref('opportunity.start_date'),
  tieBreaker: sql.ref('item.id'),
  kind: 'instant',
  tieBreakerKind: 'uuid',
};

/** The places that this customer has booked and that are not over, the next first; read in the same way. */
export async function upcomingItemsOf({ id, siblings }: CustomerView, asked: Asked, parts: Parts): Promise<Connection<UpcomingItemView>> {
  const page: PageRequest = { ...asked, direction: 'ASC' };
  const found = await forAll(siblings, ['upcomingItems', asked, parts], async (ids) => {
    const { behind, rank, ranks } = onePageOfEach(sql.ref('quote.customer_id'), BY_START, page);
    const ranked = parts.reads
      .selectFrom('order_item as item')
      .innerJoin('customer_order', 'customer_order.quote_id', 'item.quote_id')
      .innerJoin('order_quote as quote', 'quote.id', 'item.quote_id')
      .innerJoin('opportunity', 'opportunity.id', 'item.opportunity_id')
      .where('quote.customer_id', 'in', ids)
      .where('customer_order.state', 'in', ['BOOKED', 'CONFIRMED', 'PARTLY_CANCELLED'])
      .where('item.status', '=', 'ORDER_CONFIRMED')
      .where((is) => is(is.fn.coalesce('opportunity.end_date', 'opportunity.start_date'), '>', parts.now))
      .where(behind)
      .select(['quote.customer_id', 'item.id', 'item.quote_id', 'item.position', 'opportunity.start_date', rank.as('place')]);
    const rows = await parts.reads.selectFrom(ranked.as('ranked')).where('place', '<=', ranks).orderBy('place').selectAll().execute();
    const orders = await readOrders([...new Set(rows.map(({ quote_id }) => quote_id))], parts);
    return listed(rows, ({ id: tieBreaker, quote_id, position, start_date }) => {
      const order = orders.get(quote_id);
      const item = order?.orderedItem[position];
      return order && item && { sortValue: toInstant(start_date), tieBreaker, node: { orderId: order.id, position, startDate: toInstant(start_date), item } };
    });
  });
  return toConnection(found.get(id) ?? [], BY_START, page);
}

/** Reads for all siblings when the first of them asks; what is asked with other arguments, or for other fields, is read anew. */
async function forAll<T>({ ids, answers }: Siblings, [field, asked, { selected }]: readonly [string, Asked, Parts], read: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>): Promise<ReadonlyMap<string, T>> {
  const key = JSON.stringify([field, asked, [...selected]]);
  const answer = answers.get(key) ?? read(ids);
  answers.set(key, answer);
  return answer as Promise<ReadonlyMap<string, T>>; // the field, which is part of the key, says what it is
}

/** The rows of each customer in the order in which they came. */
function listed<R extends { readonly customer_id: string | null }, T>(rows: readonly R[], toKeyed: (row: R) => Keyed<T> | undefined): ReadonlyMap<string, readonly Keyed<T>[]> {
  const byCustomer = Map.groupBy(rows, ({ customer_id }) => customer_id ?? '');
  return new Map([...byCustomer].map(([id, own]) => [id, own.flatMap((row) => toKeyed(row) ?? [])]));
}
