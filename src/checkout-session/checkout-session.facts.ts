import type { OpportunityType } from '../catalogue/opportunity.entity.js';
import type { Money } from '../shared/money.js';

/** The base addresses of a session's day. */
export interface FrozenAddresses {
  readonly vocabUrl: string;
  readonly platformUrl: string;
  readonly checkoutUrl: string;
}

/** The same for a standalone session, a template that any number of people may start a checkout from. (contract §4 row 7) */
export interface StandaloneSessionFacts extends FrozenAddresses {
  readonly version: 1;
  readonly broker: { readonly name: string; readonly url: string };
  /** The ScheduledSession's id in open data, as it was sent. */
  readonly scheduledSessionId: string;
}

/** What somebody is about to book, or has booked, with the prices and the base addresses of that moment. (contract §2 OrderQuote) */
export interface OrderQuoteFacts extends FrozenAddresses {
  readonly version: 1;
  readonly quoteId: string;
  readonly customer: CustomerFacts;
  readonly broker: { readonly name: string; readonly url: string };
  readonly orderedItem: readonly OrderItemFacts[];
  readonly totalPaymentDue: Money;
}

/**
 * What an authenticated checkout session's answer is made of, frozen when the session is created: the request as it was sent, the
 * prices of that moment and the base addresses of that day. Whoever renders it later renders the same bytes.
 * A change of shape is a new version beside this one, never an edit.
 */
export interface CheckoutSessionFacts extends OrderQuoteFacts {
  /** Null when the request had none, which is not the same as an empty list. */
  readonly navigationLinks: readonly NavigationLinkFacts[] | null;
}

export type CustomerFacts = { readonly kind: 'URL'; readonly url: string } | ({ readonly kind: 'PERSON' } & PersonFacts);

export interface PersonFacts {
  readonly identifier: string | null;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly is13OrOver: boolean | null;
}

export interface OrderItemFacts {
  readonly acceptedOffer: string;
  readonly type: OpportunityType;
  readonly identifier: string;
  /** Its id in open data, where the request named it by that. (contract §2 OrderItem, standalone variant) */
  readonly id?: string;
  readonly price: Money;
}

export interface NavigationLinkFacts {
  readonly name: string;
  readonly linkType: string;
  readonly url: string;
}
