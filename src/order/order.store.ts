import { sql, type Kysely } from 'kysely';
import type { Reach } from '../access/require-caller.js';
import { readOpportunities } from '../catalogue/opportunity.store.js';
import type { CheckoutSessionFacts } from '../checkout/checkout-session.facts.js';
import { toQuoteView, type OrderQuoteView } from '../checkout/checkout-session.store.js';
import type { Connection } from '../shared/connection.type.js';
import { isOneOf } from '../store/is-one-of.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { fromJson, toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import type { OrderState } from './order.lifecycle.js';

export interface OrderView {
  readonly id: string;
  readonly state: OrderState;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly quote: OrderQuoteView;
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

const BY_CREATION: KeysetOrder = {
  name: 'orders by creation',
  column: sql.ref('customer_order.created_at'),
  tieBreaker: sql.ref('customer_order.quote_id'),
  kind: 'instant',
  tieBreakerKind: 'uuid',
};

/** A page of the orders within reach by the time of their creation. */
export async function listOrders(reach: Reach, state: readonly OrderState[] | null | undefined, page: PageRequest, parts: Parts): Promise<Connection<OrderView>> {
  const mine = select(parts, reach);
  const rows = await onePage(state ? mine.where((is) => isOneOf(is, 'customer_order.state', state)) : mine, BY_CREATION, page).execute();
  const views = await toViews(rows, parts);
  return toConnection(views.map(({ key, view }) => ({ sortValue: view.createdAt, tieBreaker: key, node: view })), BY_CREATION, page);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function select({ reads }: Parts, reach: Reach) {
  const all = reads
    .selectFrom('customer_order')
    .innerJoin('order_quote', 'order_quote.id', 'customer_order.quote_id')
    .innerJoin('checkout_session', 'checkout_session.identifier', 'order_quote.checkout_session_identifier')
    .select(['customer_order.quote_id', 'customer_order.state', 'customer_order.created_at', 'customer_order.confirmed_at', 'checkout_session.facts']);
  return reach === 'EVERYBODY' ? all : all.where('customer_order.broker_id', '=', reach.brokerId);
}

async function toViews(rows: readonly Row[], parts: Parts): Promise<{ key: string; view: OrderView }[]> {
  const stored = rows.map((row) => ({ row, facts: fromJson(row.facts) as CheckoutSessionFacts })); // orders so far come from authenticated sessions
  const keys = parts.selected.has('opportunity') ? stored.flatMap(({ facts }) => facts.orderedItem) : [];
  const find = keys.length > 0 ? await readOpportunities(parts, keys) : () => undefined;
  return stored.map(({ row, facts }) => {
    const quote = toQuoteView(facts, find);
    const { state, created_at, confirmed_at } = row;
    return { key: row.quote_id, view: { id: quote.id, state, createdAt: toInstant(created_at), confirmedAt: toInstantOrNull(confirmed_at), quote } };
  });
}
