import type { EntityManager } from '@mikro-orm/sql';
import type { OrderItem } from '../order/order-item.entity.js';
import type { OrderFacts } from '../order/order.facts.js';
import { queueDelivery } from './queue-delivery.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { OrderSuccessFacts } from './webhook-facts.js';

/**
 * Writes the success webhook in the transaction of the order, for the broker under whose name it was booked. A broker
 * without an endpoint, and the platform itself, hear nothing; a disabled endpoint's wait for it. (contract §4 row 8)
 */
export async function notifyOrderSuccess(brokerId: string | null, order: OrderFacts, items: readonly OrderItem[], tx: EntityManager, now: Date): Promise<void> {
  await notify('ORDER_SUCCESS', brokerId, order, items, tx, now);
}

/**
 * Writes, in the transaction that cancels places, what the order's broker hears of it if it has asked for that: all of
 * the places, those that stay too. Every cancellation is an event of its own. (our choice)
 */
export async function notifyOrderChange(brokerId: string | null, order: OrderFacts, items: readonly OrderItem[], tx: EntityManager, now: Date): Promise<void> {
  await notify('ORDER_CHANGE', brokerId, order, items, tx, now);
}

async function notify(kind: 'ORDER_SUCCESS' | 'ORDER_CHANGE', broker: string | null, order: OrderFacts, items: readonly OrderItem[], tx: EntityManager, now: Date): Promise<void> {
  if (broker === null) return;
  const facts: OrderSuccessFacts = { ...order, places: items.map(toPlace) };
  for (const endpoint of await tx.find(WebhookEndpoint, { broker, kind })) {
    queueDelivery(tx, endpoint, { kind, subject: order.quoteId, facts }, now);
  }
}

function toPlace({ status, accessToken, accessCode }: OrderItem): OrderSuccessFacts['places'][number] {
  if (!status || !accessToken || !accessCode) throw new Error('a place without what opens its door got into a confirmed order');
  return { orderItemStatus: status, accessToken, accessCode };
}
