import type { OrderQuoteFacts, PersonFacts } from '../checkout-session/checkout-session.facts.js';

/** An order as it was booked: its quote, with the customer in person. A change of shape is a new version beside this one, never an edit. */
export interface OrderFacts extends OrderQuoteFacts {
  readonly customer: { readonly kind: 'PERSON' } & PersonFacts;
}
