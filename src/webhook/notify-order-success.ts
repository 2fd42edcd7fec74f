import type { EntityManager } from '@mikro-orm/sql';
import type { OrderItem } from '../checkout/order-item.entity.js';
import type { OrderFacts } from '../order/order.facts.js';
import { queueDelivery } from './queue-delivery.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { OrderSuccessFacts } from './webhook-facts.js';

/**
 * Writes the success webhook in the transaction of the order, for the broker under whose name it was booked. A broker
 * without an endpoint, and the platform itself, hear nothing; a disabled endpoint's wait for it. (contract §4 row 8)
 */
export async function notifyOrderSuccess(brokerId: string | null, order: OrderFacts, items: readonly OrderItem[], tx: EntityManager, now: Date): Promise<void> {
  if (brokerId === null) return;
  const places = items.map(({ status, accessToken, accessCode }) => {
    if (!status || !accessToken || !accessCode) throw new Error('a place without what opens its door got into a confirmed order');
    return { orderItemStatus: status, accessToken, accessCode };
  });
  const facts: OrderSuccessFacts = { ...order, places };
  for (const endpoint of await tx.find(WebhookEndpoint, { broker: brokerId, kind: 'ORDER_SUCCESS' })) {
    queueDelivery(tx, endpoint, { kind: 'ORDER_SUCCESS', subject: order.quoteId, facts }, now);
  }
}
