import { toQuoteView } from '../checkout-session/checkout-session.store.js';
import { customerAddress } from '../shared/addresses.js';
import type { OrderSuccessFacts, WebhookEvent } from './webhook-facts.js';

/** The event as the GraphQL types have it: as it happened, whatever has happened since. */
export function toEventView(event: WebhookEvent) {
  switch (event.kind) {
    case 'ORDER_SUCCESS':
      return { __typename: 'OrderSuccess' as const, ...toOrderView(event.facts) };
    case 'ORDER_CHANGE':
      return { __typename: 'OrderChange' as const, ...toOrderView(event.facts) };
    case 'SELLER_CHANGE':
      return { __typename: 'SellerChange' as const, sellerId: event.facts.sellerId, event: event.facts.event, frozen: frozenOf(event.facts) };
    case 'CUSTOMER_CHANGE':
      return { __typename: 'CustomerChange' as const, id: event.facts.customerId, url: customerAddress(event.facts, event.facts.customerId), frozen: frozenOf(event.facts) };
    case 'TEST':
      return { __typename: 'TestEvent' as const, endpointId: event.subject, endpointKind: event.facts.endpointKind, frozen: frozenOf(event.facts) };
    default:
      return event satisfies never;
  }
}

function toOrderView(facts: OrderSuccessFacts) {
  const places = facts.places.map(({ orderItemStatus, accessToken, accessCode }) => ({ status: orderItemStatus, access_token: accessToken, access_code: accessCode }));
  const { id, broker, orderedItem } = toQuoteView(facts, () => undefined, places);
  return { id, customer: facts.customer, broker, orderedItem, frozen: frozenOf(facts) };
}

function frozenOf({ version, vocabUrl, platformUrl }: WebhookEvent['facts']) {
  return { version, vocabUrl, platformUrl };
}
