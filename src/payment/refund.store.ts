import { sql, type Kysely } from 'kysely';
import { orderAddress, type BaseAddresses } from '../shared/addresses.js';
import type { Connection } from '../shared/connection.type.js';
import { toMoney, type Money } from '../shared/money.js';
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

/** A page of the refunds of all brokers. */
export async function listRefunds(status: readonly RefundStatus[] | null | undefined, page: PageRequest, { reads, addresses }: { readonly reads: Kysely<Tables>; readonly addresses: BaseAddresses }): Promise<Connection<OrderRefundView>> {
  const all = reads
    .selectFrom('refund')
    .innerJoin('order_item as item', 'item.id', 'refund.item_id')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('customer_order', 'customer_order.quote_id', 'item.quote_id')
    .select(['refund.id', 'refund.status', 'refund.amount_minor', 'refund.created_at', 'refund.ended_at', 'item.position', 'payment.currency', 'payment.provider'])
    .select(['customer_order.quote_id', 'customer_order.reference', 'customer_order.broker_id']);
  const rows = await onePage(status ? all.where((is) => isOneOf(is, 'refund.status', status)) : all, BY_CREATION, page).execute();
  const views = rows.map(
    (row): OrderRefundView => ({
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
    }),
  );
  return toConnection(views.map((node) => ({ sortValue: node.createdAt, tieBreaker: node.id, node })), BY_CREATION, page);
}
