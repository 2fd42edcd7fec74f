import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import { Broker } from '../broker/broker.entity.js';
import type { OrderItem } from '../checkout/order-item.entity.js';
import type { OrderQuote } from '../checkout/order-quote.entity.js';
import { OutboxTask } from '../outbox/outbox-task.entity.js';
import { newUuid } from '../shared/ids.js';
import { notifyOrderSuccess } from '../webhook/notify-order-success.js';
import { OrderEvent } from './order-event.entity.js';
import { Order } from './order.entity.js';
import type { OrderFacts } from './order.facts.js';
import { orderLifecycle, type OrderTrigger } from './order.lifecycle.js';

interface NewOrder {
  readonly quote: OrderQuote;
  readonly brokerId: string | null;
  readonly facts: OrderFacts;
  readonly places: readonly OrderItem[];
}

/** Books a free order: asked for and confirmed in the caller's transaction, with the broker's webhook and the customer's mail on their way. */
export async function confirmOrder({ quote, brokerId, facts, places }: NewOrder, tx: EntityManager, now: Date): Promise<void> {
  const order = tx.create(Order, {
    quote,
    broker: brokerId === null ? null : tx.getReference(Broker, brokerId),
    reference: newReference(),
    facts,
    state: 'CREATED',
    createdAt: now,
    confirmedAt: null,
  });
  tx.create(OrderEvent, { id: newUuid(), order, trigger: null, state: 'CREATED', at: now });
  moveOrder(order, 'FREE_PLACES_BOOKED', tx, now);
  order.confirmedAt = now;
  await notifyOrderSuccess(brokerId, facts, places, tx, now);
  tx.create(OutboxTask, { id: newUuid(), kind: 'SEND_ORDER_CONFIRMATION', subject: facts.quoteId, createdAt: now, dueAt: now, attempts: 0, lastError: null, doneAt: null });
}

/** Moves an order along its table and keeps that it did. Throws on a move that the table does not have. */
function moveOrder(order: Order, trigger: OrderTrigger, tx: EntityManager, now: Date): void {
  const state = orderLifecycle.next(order.state, trigger);
  if (!state) throw new Error(`an order that is ${order.state} cannot move on ${trigger}`);
  order.state = state;
  tx.create(OrderEvent, { id: newUuid(), order, trigger, state, at: now });
}

/** Letters and digits that nobody confuses, read out or written down. */
const REFERENCE_LETTERS = '23456789BCDFGHJKMNPQRSTVWXYZ';
const REFERENCE_LENGTH = 8;

function newReference(): string {
  return Array.from({ length: REFERENCE_LENGTH }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)]).join('');
}
