import type { EntityManager } from '@mikro-orm/sql';
import type { StaffCaller } from '../access/caller.js';
import { OrderItem, type OrderItemStatus } from './order-item.entity.js';
import { addTask } from '../outbox/add-task.js';
import { Payment } from '../payment/payment.entity.js';
import { Refund } from '../payment/refund.entity.js';
import { newUuid } from '../shared/ids.js';
import { UserError } from '../shared/user-error.js';
import { recordStaffChange } from '../staff/audit.js';
import type { Tables } from '../store/tables.js';
import { notifyOrderChange } from '../webhook/notify-of-order.js';
import { moveOrder } from './move-order.js';
import { Order } from './order.entity.js';
import type { OrderState } from './order.lifecycle.js';

/** There is no such order within reach. */
export class UnknownOrderError extends UserError {
  readonly __typename = 'UnknownOrderError';
  readonly code = 'UNKNOWN_ORDER';
  readonly message = 'There is no such order.';
}

/** The order, or one of the places, cannot be cancelled by whoever asks. Nothing was cancelled. */
export class CancellationNotPermittedError extends UserError {
  readonly __typename = 'CancellationNotPermittedError';
  readonly code = 'CANCELLATION_NOT_PERMITTED';

  constructor(readonly message: string) {
    super();
  }
}

/** By whom: it decides what may be cancelled, and what the place is called afterwards. A broker cancels for its customer. */
export type CancelledBy = 'CUSTOMER' | 'BROKER' | 'SELLER';

export interface Cancellation {
  readonly orderId: string;
  /** Which places, from 0 in the order of the request; null for all. */
  readonly positions: readonly number[] | null;
  readonly by: CancelledBy;
  /** Who of us did it, and why; undefined when it was nobody of staff. */
  readonly staff?: { readonly caller: StaffCaller; readonly reason: string } | undefined;
}

const CANCELLABLE: readonly OrderState[] = ['CONFIRMED', 'PARTLY_CANCELLED'];

/**
 * Cancels places of an order, all of those asked for or none: they are free again, what was paid for them goes back, and the
 * customer hears of it, and the broker if it has asked to. What staff cancel goes on record. What is cancelled already stays as it is, so a repeat changes
 * nothing.
 */
export async function cancelOrderItems(cancellation: Cancellation, em: EntityManager, now: Date): Promise<undefined | UnknownOrderError | CancellationNotPermittedError> {
  return em.transactional(async (tx) => {
    const order = await takeOrder(cancellation.orderId, tx);
    if (!order) return new UnknownOrderError();
    const items = await tx.find(OrderItem, { quote: cancellation.orderId }, { orderBy: { position: 'asc' }, refresh: true });
    const asked = items.filter(({ position }) => cancellation.positions === null || cancellation.positions.includes(position));
    if (asked.length === 0 || asked.length < (cancellation.positions?.length ?? 0)) return new CancellationNotPermittedError('The order has no such place.');
    const open = asked.filter(({ status }) => status === 'ORDER_CONFIRMED');
    if (order.state !== 'CANCELLED' && !CANCELLABLE.includes(order.state)) return new CancellationNotPermittedError('This order is not confirmed, so there is nothing to cancel.');
    if (open.length === 0) return undefined;
    const refusal = cancellation.by === 'CUSTOMER' ? refusalFor(open, now) : undefined;
    if (refusal) return refusal;
    await cancel(open, cancellation, tx, now);
    const isLast = items.every((item) => item.status !== 'ORDER_CONFIRMED' || open.includes(item));
    await moveOrder(cancellation.orderId, { from: order.state, on: isLast ? 'ALL_ITEMS_CANCELLED' : 'SOME_ITEMS_CANCELLED' }, tx, now);
    addTask(tx, 'SEND_CANCELLATION', cancellation.orderId, now);
    await notifyOrderChange(order.broker?.id ?? null, order.facts, items, tx, now);
    record(cancellation, open, tx, now);
    return undefined;
  });
}

/** Takes the order's row first, so that of two cancellations at once the second sees the first one's. */
async function takeOrder(orderId: string, tx: EntityManager): Promise<Order | null> {
  await tx
    .getKysely<Tables>()
    .updateTable('customer_order')
    .set((is) => ({ reference: is.ref('reference') }))
    .where('quote_id', '=', orderId)
    .execute();
  return tx.findOne(Order, orderId, { refresh: true });
}

function refusalFor(items: readonly OrderItem[], now: Date): CancellationNotPermittedError | undefined {
  if (items.some(({ cancellableUntil }) => cancellableUntil === null || cancellableUntil === undefined)) return new CancellationNotPermittedError('The organiser does not allow this to be cancelled.');
  const isLate = items.some(({ cancellableUntil }) => cancellableUntil instanceof Date && cancellableUntil <= now);
  return isLate ? new CancellationNotPermittedError('It is too late to cancel this.') : undefined;
}

function record({ orderId, staff }: Cancellation, items: readonly OrderItem[], tx: EntityManager, now: Date): void {
  if (!staff) return;
  const places = (status: OrderItemStatus) => items.map(({ position }) => ({ position, status }));
  recordStaffChange(tx, staff.caller, { action: 'cancelOrderItems', subject: `order ${orderId}`, reason: staff.reason, before: { places: places('ORDER_CONFIRMED') }, after: { places: places('SELLER_CANCELLED') } }, now);
}

async function cancel(items: readonly OrderItem[], { orderId, by }: Cancellation, tx: EntityManager, now: Date): Promise<void> {
  const status: OrderItemStatus = by === 'SELLER' ? 'SELLER_CANCELLED' : 'CUSTOMER_CANCELLED';
  const payment = await tx.findOne(Payment, { order: orderId, status: 'CAPTURED' });
  for (const item of items.toSorted((a, b) => (a.opportunity.id < b.opportunity.id ? -1 : 1))) {
    item.status = status;
    await givePlaceBack(item.opportunity.id, tx);
    if (!payment || item.priceMinor === 0) continue;
    const refund = tx.create(Refund, { id: newUuid(), item, payment, amountMinor: item.priceMinor, status: 'PENDING', providerRefundId: null, createdAt: now, endedAt: null });
    addTask(tx, 'REFUND', refund.id, now);
  }
  await tx.flush();
}

/** A place that the feed's word came after counts as free already. */
async function givePlaceBack(opportunityId: string, tx: EntityManager): Promise<void> {
  await tx
    .getKysely<Tables>()
    .updateTable('opportunity')
    .set((is) => ({ booked_places: is('booked_places', '-', 1) }))
    .where('id', '=', opportunityId)
    .where('booked_places', '>', 0)
    .execute();
}
