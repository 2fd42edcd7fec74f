import type { OrderItemStatus } from '../checkout/order-item.entity.js';
import type { OrderFacts } from '../order/order.facts.js';

/** What a success webhook tells: the order, and what became of each of its items. (contract §6) */
export interface OrderSuccessFacts extends OrderFacts {
  readonly places: readonly { readonly orderItemStatus: OrderItemStatus; readonly accessToken: string; readonly accessCode: string }[];
}

export type WebhookFacts = OrderSuccessFacts;
