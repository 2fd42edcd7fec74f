import { RateMinute } from '../access/rate-minute.entity.js';
import { ApiKey } from '../broker/api-key.entity.js';
import { BrokerOrigin } from '../broker/broker-origin.entity.js';
import { Broker } from '../broker/broker.entity.js';
import { PublishableKey } from '../broker/publishable-key.entity.js';
import { Offer } from '../catalogue/offer.entity.js';
import { OpportunityParent } from '../catalogue/opportunity-parent.entity.js';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { Checkout } from '../checkout/checkout.entity.js';
import { CheckoutSession } from '../checkout-session/checkout-session.entity.js';
import { OrderItem } from '../order/order-item.entity.js';
import { OrderQuote } from '../order/order-quote.entity.js';
import { PlaceHold } from '../checkout/place-hold.entity.js';
import { Customer } from '../customer/customer.entity.js';
import { ParentActivity } from '../catalogue/parent-activity.entity.js';
import { Feed } from '../feed/feed.entity.js';
import { FeedItem } from '../feed/feed-item.entity.js';
import { FeedProblem } from '../feed/feed-problem.entity.js';
import { FeedThing } from '../feed/feed-thing.entity.js';
import { OfferReference } from '../feed/offer-reference.entity.js';
import { OrphanThing } from '../feed/orphan-thing.entity.js';
import { StaleThing } from '../feed/stale-thing.entity.js';
import { IdempotencyKey } from '../idempotency/idempotency-key.entity.js';
import { DemoMail } from '../mail/demo-mail.entity.js';
import { OrderEvent } from '../order/order-event.entity.js';
import { Order } from '../order/order.entity.js';
import { OutboxTask } from '../outbox/outbox-task.entity.js';
import { DemoAccount } from '../payment/demo-account.entity.js';
import { DemoPayment } from '../payment/demo-payment.entity.js';
import { PaymentAccount } from '../payment/payment-account.entity.js';
import { Payment } from '../payment/payment.entity.js';
import { ProviderEvent } from '../payment/provider-event.entity.js';
import { Refund } from '../payment/refund.entity.js';
import { SellerEvent } from '../seller/seller-event.entity.js';
import { SellerFlow } from '../seller/seller-flow.entity.js';
import { SellerMoveRequest } from '../seller/seller-move-request.entity.js';
import { TermsAcceptance } from '../seller/terms-acceptance.entity.js';
import { SellerLink } from '../seller/seller-link.entity.js';
import { Seller } from '../seller/seller.entity.js';
import { AuditEntry } from '../staff/audit-entry.entity.js';
import { DemoWebhook } from '../webhook/demo-webhook.entity.js';
import { WebhookAttempt } from '../webhook/webhook-attempt.entity.js';
import { WebhookCredential } from '../webhook/webhook-credential.entity.js';
import { WebhookDelivery } from '../webhook/webhook-delivery.entity.js';
import { WebhookEndpoint } from '../webhook/webhook-endpoint.entity.js';

/** Every table there is. */
export const ENTITIES = [
  Broker,
  RateMinute,
  ApiKey,
  PublishableKey,
  BrokerOrigin,
  WebhookEndpoint,
  Seller,
  SellerLink,
  SellerFlow,
  SellerEvent,
  SellerMoveRequest,
  TermsAcceptance,
  PaymentAccount,
  DemoAccount,
  OutboxTask,
  Customer,
  OpportunityParent,
  ParentActivity,
  Feed,
  FeedItem,
  FeedProblem,
  FeedThing,
  OfferReference,
  OrphanThing,
  StaleThing,
  Opportunity,
  Offer,
  CheckoutSession,
  OrderQuote,
  OrderItem,
  Order,
  OrderEvent,
  Checkout,
  PlaceHold,
  WebhookCredential,
  WebhookDelivery,
  WebhookAttempt,
  DemoWebhook,
  DemoMail,
  Payment,
  Refund,
  DemoPayment,
  ProviderEvent,
  AuditEntry,
  IdempotencyKey,
];
