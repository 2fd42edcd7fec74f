import type { Generated } from 'kysely';
import type { EventStatus, OpportunityType } from '../catalogue/opportunity.entity.js';
import type { Activity, ParentType } from '../catalogue/opportunity-parent.entity.js';
import type { CheckoutVariant } from '../checkout-session/checkout-session.entity.js';
import type { CheckoutItemFacts } from '../checkout/checkout.entity.js';
import type { CheckoutSessionFacts, PersonFacts, StandaloneSessionFacts } from '../checkout-session/checkout-session.facts.js';
import type { CheckoutSessionState } from '../checkout-session/checkout-session.lifecycle.js';
import type { OrderItemStatus } from '../order/order-item.entity.js';
import type { MailAttachment } from '../mail/mailer.js';
import type { OrderFacts } from '../order/order.facts.js';
import type { OrderState, OrderTrigger } from '../order/order.lifecycle.js';
import type { OutboxKind } from '../outbox/outbox-task.entity.js';
import type { PaymentStatus } from '../payment/payment.lifecycle.js';
import type { RefundStatus } from '../payment/refund.entity.js';
import type { PaymentAccountStatus } from '../payment/payment-account.lifecycle.js';
import type { SellerTrigger } from '../seller/seller-event.entity.js';
import type { RefundChoice } from '../seller/seller-flow.entity.js';
import type { SellerLinkPurpose } from '../seller/seller-link.entity.js';
import type { SellerStatus } from '../seller/seller.lifecycle.js';
import type { WebhookDeliveryState } from '../webhook/webhook-delivery.lifecycle.js';
import type { WebhookFacts } from '../webhook/webhook-facts.js';
import type { DisabledReason } from '../webhook/webhook-endpoint.entity.js';
import type { FeedTables } from './feed-tables.js';
import type { WebhookEventKind, WebhookKind } from '../webhook/webhook-kinds.js';
import type { StoredInstant, StoredJson } from './stored.js';

export type { StoredInstant, StoredJson };

/** The columns that reads go to, as they lie in the database. The entities own the shape; a test holds this against them. */
export interface Tables extends FeedTables {
  rate_minute: { holder: string; ends_at: StoredInstant; requests: number; fields: number };
  broker: { id: string; name: string; url: string; accent_color: string | null; created_at: StoredInstant };
  api_key: { id: string; broker_id: string; secret_hash: string; created_at: StoredInstant; retired_at: StoredInstant | null };
  publishable_key: { id: string; broker_id: string; created_at: StoredInstant; retired_at: StoredInstant | null };
  broker_origin: { broker_id: string; origin: string };
  webhook_endpoint: {
    id: string;
    broker_id: string;
    kind: WebhookKind;
    url: string;
    created_at: StoredInstant;
    disabled_at: StoredInstant | null;
    disabled_reason: DisabledReason | null;
    failing_since: StoredInstant | null;
  };
  seller: {
    id: string;
    seller_id: string;
    name: string;
    url: string | null;
    status: SellerStatus;
    broker_id: string | null;
    can_take_payments: boolean | number;
    created_at: StoredInstant;
    onboarded_at: StoredInstant | null;
    version: number;
  };
  seller_link: {
    id: string;
    purpose: SellerLinkPurpose;
    seller_id: string;
    broker_id: string;
    stripe: boolean | number | null;
    created_at: StoredInstant;
    expires_at: StoredInstant;
    opened_at: StoredInstant | null;
  };
  seller_flow: {
    id: string;
    link_id: string;
    secret_hash: string;
    seller_version: number | null;
    terms_version: string | null;
    refund_choice: RefundChoice | null;
    created_at: StoredInstant;
    expires_at: StoredInstant;
    completed_at: StoredInstant | null;
  };
  seller_event: { id: string; seller_id: string; on_trigger: SellerTrigger; status: SellerStatus; at: StoredInstant };
  seller_move_request: { id: string; seller_id: string; broker_id: string; requested_at: StoredInstant };
  terms_acceptance: { id: string; seller_id: string; terms_version: string; accepted_at: StoredInstant; link_id: string };
  payment_account: {
    id: string;
    seller_id: string;
    broker_id: string;
    provider: string;
    provider_account_id: string;
    status: PaymentAccountStatus;
    created_at: StoredInstant;
    connected_at: StoredInstant | null;
    disconnected_at: StoredInstant | null;
  };
  customer: {
    id: string;
    broker_id: string;
    identifier: string | null;
    given_name: string;
    family_name: string;
    email: string;
    is_13_or_over: boolean | number | null;
    created_at: StoredInstant;
    changed_at: StoredInstant | null;
    erased_at: StoredInstant | null;
  };
  opportunity_parent: {
    id: string;
    published_id: string | null;
    type: ParentType;
    name: string;
    description: string | null;
    url: string | null;
    seller_id: string;
    location_name: string;
    location_address: string | null;
    time_zone: string;
    latitude: number | null;
    longitude: number | null;
    activities: StoredJson<readonly Activity[]> | null;
    feed_id: string | null;
  };
  parent_activity: { word: string; parent_id: string };
  opportunity: {
    id: string;
    identifier: string;
    type: OpportunityType;
    parent_id: string;
    start_date: StoredInstant;
    end_date: StoredInstant | null;
    event_status: EventStatus;
    remaining_capacity: number | null;
    booked_places: Generated<number>;
    held_places: Generated<number>;
    feed_id: string | null;
    figure_modified: string | number | null;
    lowest_price_minor: number | null;
    lowest_price_currency: string | null;
    withdrawn_at: StoredInstant | null;
  };
  offer: {
    key: string;
    id: string | null;
    opportunity_id: string | null;
    parent_id: string | null;
    name: string;
    price_minor: number | null;
    currency: string | null;
    valid_from_before_start_date: string | null;
    valid_through_before_start_date: string | null;
    is_advance_booking_unavailable: boolean | number;
    latest_cancellation_before_start_date: string | null;
    allow_customer_cancellation_full_refund: Generated<boolean | number>;
  };
  checkout_session: {
    identifier: string;
    variant: CheckoutVariant;
    broker_id: string | null;
    seller_id: string;
    state: CheckoutSessionState;
    facts: StoredJson<CheckoutSessionFacts | StandaloneSessionFacts>;
    target_key_id: string;
    target_hash: string;
    created_at: StoredInstant;
    expires_at: StoredInstant | null;
    erased_at: StoredInstant | null;
  };
  idempotency_key: { holder: string; key: string; fingerprint: string; reference: string | null; created_at: StoredInstant };
  checkout: {
    id: string;
    session_identifier: string | null;
    only_of: string | null;
    broker_id: string | null;
    quote_id: string;
    token_key_id: string;
    opportunity_id: string;
    items: StoredJson<readonly CheckoutItemFacts[]> | null;
    customer: StoredJson<PersonFacts> | null;
    details_at: StoredInstant | null;
    is_13_or_over: boolean | number | null;
    state: CheckoutSessionState;
    created_at: StoredInstant;
    expires_at: StoredInstant;
    ended_at: StoredInstant | null;
  };
  place_hold: { id: string; checkout_id: string; opportunity_id: string; places: number; holder: string; expires_at: StoredInstant };
  order_quote: { id: string; checkout_session_identifier: string | null; customer_id: string | null; currency: string | null; total_minor: number; created_at: StoredInstant };
  order_item: {
    id: string;
    quote_id: string;
    position: number;
    opportunity_id: string;
    accepted_offer: string;
    price_minor: number;
    cancellable_until: StoredInstant | null;
    status: OrderItemStatus | null;
    access_token: string | null;
    access_code: string | null;
  };
  customer_order: {
    quote_id: string;
    broker_id: string | null;
    reference: string;
    facts: StoredJson<OrderFacts>;
    state: OrderState;
    created_at: StoredInstant;
    confirmed_at: StoredInstant | null;
    erased_at: StoredInstant | null;
  };
  payment: {
    id: string;
    order_quote_id: string;
    attempt: number;
    provider: string;
    account_id: string;
    provider_payment_id: string | null;
    url: string | null;
    amount_minor: number;
    currency: string;
    fee_minor: number | null;
    status: PaymentStatus;
    created_at: StoredInstant;
    ends_at: StoredInstant;
    ended_at: StoredInstant | null;
  };
  refund: {
    id: string;
    item_id: string;
    payment_id: string;
    amount_minor: number;
    status: RefundStatus;
    provider_refund_id: string | null;
    retries: Generated<number>;
    created_at: StoredInstant;
    ended_at: StoredInstant | null;
  };
  provider_event: { id: string; type: string; account_id: string | null; received_at: StoredInstant };
  audit_entry: { id: string; at: StoredInstant; actor: string; action: string; subject: string; reason: string; before: StoredJson<object> | null; after: StoredJson<object> | null };
  order_event: { id: string; order_quote_id: string; on_trigger: OrderTrigger | null; state: OrderState; at: StoredInstant };
  webhook_credential: { id: string; broker_id: string; webhook_key: string; signing_secret: string; created_at: StoredInstant; retired_at: StoredInstant | null };
  webhook_delivery: {
    id: string;
    endpoint_id: string;
    kind: WebhookEventKind;
    subject: string;
    facts: StoredJson<WebhookFacts> | null;
    body: string | null;
    state: WebhookDeliveryState;
    created_at: StoredInstant;
    queued_at: StoredInstant;
    due_at: StoredInstant;
    leased_until: StoredInstant | null;
    attempts: number;
    schedule_start: number;
    ended_at: StoredInstant | null;
  };
  webhook_attempt: { id: string; delivery_id: string; number: number; at: StoredInstant; duration_ms: number; status: number | null; error: string | null; answer: string | null };
  outbox_task: { id: string; kind: OutboxKind; subject: string; created_at: StoredInstant; due_at: StoredInstant; attempts: number; last_error: string | null; done_at: StoredInstant | null };
  demo_webhook: { id: string; webhook_id: string; body: string; received_at: StoredInstant };
  demo_mail: { id: string; recipient: string; subject: string; text: string; attachments: StoredJson<readonly MailAttachment[]>; sent_at: StoredInstant };
}

export function toInstant(stored: StoredInstant): Date {
  return stored instanceof Date ? stored : new Date(stored);
}

export function toInstantOrNull(stored: StoredInstant | null): Date | null {
  return stored === null ? null : toInstant(stored);
}

export function fromJson<T>(stored: StoredJson<T>): T {
  return typeof stored === 'string' ? (JSON.parse(stored) as T) : stored; // what the unit of work wrote there
}
