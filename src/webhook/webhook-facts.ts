import type { OrderItemStatus } from '../checkout/order-item.entity.js';
import type { OrderFacts } from '../order/order.facts.js';
import type { WebhookEventKind } from './webhook-kinds.js';

/** What a success webhook tells: the order, and what became of each of its items. (contract §6) */
export interface OrderSuccessFacts extends OrderFacts {
  readonly places: readonly { readonly orderItemStatus: OrderItemStatus; readonly accessToken: string; readonly accessCode: string }[];
}

/** What a customer detail change webhook tells: whose details changed, and no detail. (contract §6) */
export interface CustomerChangeFacts {
  readonly version: 1;
  readonly vocabUrl: string;
  readonly platformUrl: string;
  readonly bookingApiUrl: string;
  readonly customerId: string;
}

/** What happened, and to whom or what, by id. */
export type WebhookEvent = { readonly subject: string } & (
  | { readonly kind: 'ORDER_SUCCESS'; readonly facts: OrderSuccessFacts }
  | { readonly kind: 'CUSTOMER_CHANGE'; readonly facts: CustomerChangeFacts }
);

export type WebhookFacts = Extract<WebhookEvent, { readonly kind: WebhookEventKind }>['facts'];
