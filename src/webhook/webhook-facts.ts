import type { FrozenAddresses } from '../checkout-session/checkout-session.facts.js';
import type { OrderItemStatus } from '../order/order-item.entity.js';
import type { OrderFacts } from '../order/order.facts.js';
import type { SellerTrigger } from '../seller/seller-event.entity.js';
import type { WebhookEventKind, WebhookKind } from './webhook-kinds.js';

/** What a success webhook tells: the order, and what became of each of its items. (contract §6) */
export interface OrderSuccessFacts extends OrderFacts {
  readonly places: readonly { readonly orderItemStatus: OrderItemStatus; readonly accessToken: string; readonly accessCode: string }[];
}

/** The vocabulary of the day of what is not about a checkout. */
interface Frozen extends Omit<FrozenAddresses, 'checkoutUrl'> {
  readonly version: 1;
}

/** What happened to a seller: what moved it, or that it completed an update that left it where it was and accepted the terms again. (our choice) */
export type SellerChangeEvent = SellerTrigger | 'TERMS_ACCEPTED';

export interface SellerChangeFacts extends Frozen {
  /** The contract's sellerId. */
  readonly sellerId: string;
  readonly event: SellerChangeEvent;
}

export interface TestFacts extends Frozen {
  /** What the tested endpoint is registered for. */
  readonly endpointKind: WebhookKind;
}

/** What a customer detail change webhook tells: whose details changed, and no detail. (contract §6) */
export interface CustomerChangeFacts extends Frozen {
  readonly bookingApiUrl: string;
  readonly customerId: string;
}

/** What happened, and to whom or what, by id: an order's, a seller's, a customer's, the tested endpoint's. An order's change has the shape of its success: the places as they are after it. */
export type WebhookEvent = { readonly subject: string } & (
  | { readonly kind: 'ORDER_SUCCESS' | 'ORDER_CHANGE'; readonly facts: OrderSuccessFacts }
  | { readonly kind: 'SELLER_CHANGE'; readonly facts: SellerChangeFacts }
  | { readonly kind: 'TEST'; readonly facts: TestFacts }
  | { readonly kind: 'CUSTOMER_CHANGE'; readonly facts: CustomerChangeFacts }
);

export type WebhookFacts = Extract<WebhookEvent, { readonly kind: WebhookEventKind }>['facts'];
