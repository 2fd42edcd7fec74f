import { toQuoteView } from '../checkout/checkout-session.store.js';
import type { WebhookEvent } from './webhook-facts.js';

/** The event as the GraphQL types have it: as it happened, whatever has happened since. */
export function toEventView({ facts }: WebhookEvent) {
  const places = facts.places.map(({ orderItemStatus, accessToken, accessCode }) => ({ status: orderItemStatus, access_token: accessToken, access_code: accessCode }));
  const { id, broker, orderedItem } = toQuoteView(facts, () => undefined, places);
  return { __typename: 'OrderSuccess' as const, id, customer: facts.customer, broker, orderedItem, frozen: { version: facts.version, vocabUrl: facts.vocabUrl, platformUrl: facts.platformUrl } };
}
