import type { EntityManager } from '@mikro-orm/sql';
import { newUuid } from '../shared/ids.js';
import { OrderEvent } from './order-event.entity.js';
import { Order } from './order.entity.js';
import { orderLifecycle, type OrderState, type OrderTrigger } from './order.lifecycle.js';

interface Move {
  readonly from: OrderState;
  readonly on: OrderTrigger;
}

/** Moves an order along its table and keeps that it did; false when somebody else has moved it before. Throws on a move that the table does not have. */
export async function moveOrder(orderId: string, { from, on }: Move, tx: EntityManager, now: Date, changes: { readonly confirmedAt?: Date } = {}): Promise<boolean> {
  const state = orderLifecycle.next(from, on);
  if (!state) throw new Error(`an order that is ${from} cannot move on ${on}`);
  const moved = await tx.nativeUpdate(Order, { quote: orderId, state: from }, { state, ...changes });
  if (moved !== 1) return false;
  tx.create(OrderEvent, { id: newUuid(), order: tx.getReference(Order, orderId), trigger: on, state, at: now });
  return true;
}
