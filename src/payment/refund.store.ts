import { sql, type Kysely } from 'kysely';
import { orderAddress, type BaseAddresses } from '../shared/addresses.js';
import type { Connection } from '../shared/connection.type.js';
import { toMoney, type Money } from '../shared/money.js';
import { isUuid } from '../shared/ids.js';
import { isOneOf } from '../store/is-one-of.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import type { RefundStatus } from './refund.entity.js';

export interface OrderRefundView {
  readonly id: string;
  readonly status: RefundStatus;
  readonly amount: Money;
  readonly orderId: string;
  readonly reference: string;
  readonly position: number;
  readonly brokerId: string | null;
  readonly provider: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

const BY_CREATION: KeysetOrder = { name: 'refunds by creation', column: sql.ref('refund.created_at'), tieBreaker: sql.ref('refund.id'), kind: 'instant', tieBreakerKind: 'uuid' };

/** Which refunds; every member given must hold. */
export interface RefundFilter {
  readonly status?: readonly RefundStatus[] | null;
  readonly brokerId?: string | null;
  readonly createdFrom?: Date | null;
  readonly createdBefore?: Date | null;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly addresses: BaseAddresses;
}

/** One refund of any broker's by its UUID, or undefined. */
export async function readRefund(id: string, { reads, addresses }: Parts): Promise<OrderRefundView | undefined> {
  const row = await select(reads).where('refund.id', '=', id).executeTakeFirst();
  return row && toView(row, addresses);
}

/** A page of the refunds of all brokers. */
export async function listRefunds({ status, brokerId, createdFrom, createdBefore }: RefundFilter, page: PageRequest, { reads, addresses }: Parts): Promise<Connection<OrderRefundView>> {
  if (typeof brokerId === 'string' && !isUuid(brokerId)) return toConnection([], BY_CREATION, page);
  let some = select(reads);
  if (status) some = some.where((is) => isOneOf(is, 'refund.status', status));
  if (typeof brokerId === 'string') some = some.where('customer_order.broker_id', '=', brokerId.toLowerCase());
  if (createdFrom) some = some.where('refund.created_at', '>=', createdFrom);
  if (createdBefore) some = some.where('refund.created_at', '<', createdBefore);
  const rows = await onePage(some, BY_CREATION, page).execute();
  return toConnection(rows.map((row) => toView(row, addresses)).map((node) => ({ sortValue: node.createdAt, tieBreaker: node.id, node })), BY_CREATION, page);
}

function select(reads: Kysely<Tables>) {
  return reads
    .selectFrom('refund')
    .innerJoin('order_item as item', 'item.id', 'refund.item_id')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('customer_order', 'customer_order.quote_id', 'item.quote_id')
    .select(['refund.id', 'refund.status', 'refund.amount_minor', 'refund.created_at', 'refund.ended_at', 'item.position', 'payment.currency', 'payment.provider'])
    .select(['customer_order.quote_id', 'customer_order.reference', 'customer_order.broker_id']);
}

function toView(row: Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number], addresses: BaseAddresses): OrderRefundView {
  return {
    id: row.id,
    status: row.status,
    amount: toMoney(row.amount_minor, row.currency),
    orderId: orderAddress(addresses, row.quote_id),
    reference: row.reference,
    position: row.position,
    brokerId: row.broker_id,
    provider: row.provider,
    createdAt: toInstant(row.created_at),
    endedAt: toInstantOrNull(row.ended_at),
  };
}
