import type { OpportunityType } from '../catalogue/opportunity.entity.js';
import type { Money } from '../shared/money.js';

/**
 * What a checkout session's answer is made of, frozen when the session is created: the request as it was sent, the
 * prices of that moment and the base addresses of that day. Whoever renders it later renders the same bytes.
 * A change of shape is a new version beside this one, never an edit.
 */
export interface CheckoutSessionFacts {
  readonly version: 1;
  readonly vocabUrl: string;
  readonly platformUrl: string;
  readonly checkoutUrl: string;
  readonly quoteId: string;
  readonly customer: CustomerFacts;
  readonly broker: { readonly name: string; readonly url: string };
  readonly orderedItem: readonly OrderItemFacts[];
  readonly totalPaymentDue: Money;
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
  readonly price: Money;
}

export interface NavigationLinkFacts {
  readonly name: string;
  readonly linkType: string;
  readonly url: string;
}
