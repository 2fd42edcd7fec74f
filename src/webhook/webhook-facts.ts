import type { OrderItemStatus } from '../checkout/order-item.entity.js';
import type { OrderFacts } from '../order/order.facts.js';
import type { WebhookEventKind, WebhookKind } from './webhook-kinds.js';

/** What a success webhook tells: the order, and what became of each of its items. (contract §6) */
export interface OrderSuccessFacts extends OrderFacts {
  readonly places: readonly { readonly orderItemStatus: OrderItemStatus; readonly accessToken: string; readonly accessCode: string }[];
}

/** What a test tells: that it is one, and for which kind of event. Its subject is the endpoint. */
export interface TestFacts {
  readonly version: 1;
  readonly vocabUrl: string;
  readonly platformUrl: string;
  readonly endpointKind: WebhookKind;
}

/** What happened, and to whom or what, by id. */
export type WebhookEvent = { readonly subject: string } & ({ readonly kind: 'ORDER_SUCCESS'; readonly facts: OrderSuccessFacts } | { readonly kind: 'TEST'; readonly facts: TestFacts });

export type WebhookFacts = Extract<WebhookEvent, { readonly kind: WebhookEventKind }>['facts'];
