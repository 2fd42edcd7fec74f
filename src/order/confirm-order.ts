import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import { Broker } from '../broker/broker.entity.js';
import { OrderItem } from './order-item.entity.js';
import type { OrderQuote } from './order-quote.entity.js';
import { addTask } from '../outbox/add-task.js';
import { newUuid } from '../shared/ids.js';
import { notifyOrderSuccess } from '../webhook/notify-of-order.js';
import { moveOrder } from './move-order.js';
import { OrderEvent } from './order-event.entity.js';
import { Order } from './order.entity.js';
import type { OrderFacts } from './order.facts.js';
import type { OrderState, OrderTrigger } from './order.lifecycle.js';

interface NewOrder {
  readonly quote: OrderQuote;
  readonly brokerId: string | null;
  readonly facts: OrderFacts;
}

/** Keeps that somebody has asked for an order. Nothing is booked by that. */
export async function placeOrder({ quote, brokerId, facts }: NewOrder, tx: EntityManager, now: Date): Promise<void> {
  const broker = brokerId === null ? null : tx.getReference(Broker, brokerId);
  const order = tx.create(Order, { quote, broker, reference: newReference(), facts, state: 'CREATED', createdAt: now, confirmedAt: null, erasedAt: null });
  tx.create(OrderEvent, { id: newUuid(), order, trigger: null, state: 'CREATED', at: now });
  await tx.flush();
}

/** Confirms an order whose places are booked, with the broker's webhook and the customer's mail on their way. False when somebody else has. */
export async function confirmOrder(orderId: string, move: { readonly from: OrderState; readonly on: OrderTrigger }, tx: EntityManager, now: Date): Promise<boolean> {
  if (!(await moveOrder(orderId, move, tx, now, { confirmedAt: now }))) return false;
  const { facts, broker } = await tx.findOneOrFail(Order, orderId);
  const places = await tx.find(OrderItem, { quote: orderId }, { orderBy: { position: 'asc' } });
  await notifyOrderSuccess(broker?.id ?? null, facts, places, tx, now);
  addTask(tx, 'SEND_ORDER_CONFIRMATION', orderId, now);
  return true;
}

/** Letters and digits that nobody confuses, read out or written down. */
const REFERENCE_LETTERS = '23456789BCDFGHJKMNPQRSTVWXYZ';
const REFERENCE_LENGTH = 8;

function newReference(): string {
  return Array.from({ length: REFERENCE_LENGTH }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)]).join('');
}
