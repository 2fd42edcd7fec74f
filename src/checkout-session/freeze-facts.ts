import type { BaseAddresses } from '../shared/addresses.js';
import { toMoney, totalOf } from '../shared/money.js';
import type { CheckoutSessionFacts, CustomerFacts } from './checkout-session.facts.js';
import type { ChosenPlace } from '../checkout/choose-places.js';
import type { CustomerRequest, SessionRequest } from './session-request.js';

/** The request as it was sent, the prices of this moment and the base addresses of this day. */
export function freezeFacts(quoteId: string, { initialOrder, navigationLinks }: SessionRequest, places: readonly ChosenPlace[], addresses: BaseAddresses): CheckoutSessionFacts {
  return {
    version: 1,
    vocabUrl: addresses.vocabUrl,
    platformUrl: addresses.platformUrl,
    checkoutUrl: addresses.checkoutUrl,
    quoteId,
    customer: freezeCustomer(initialOrder.customer),
    broker: { name: initialOrder.broker.name, url: initialOrder.broker.url },
    orderedItem: places.map(({ opportunity, offer, acceptedOffer, priceMinor }) => ({
      acceptedOffer,
      type: opportunity.type,
      identifier: opportunity.identifier,
      price: toMoney(priceMinor, offer.currency),
    })),
    totalPaymentDue: totalOf(places.map(({ priceMinor, offer }) => toMoney(priceMinor, offer.currency))),
    navigationLinks: navigationLinks?.map(({ name, linkType, url }) => ({ name, linkType, url })) ?? null,
  };
}

function freezeCustomer({ url, person }: CustomerRequest): CustomerFacts {
  if (url !== undefined && url !== null) return { kind: 'URL', url };
  if (!person) throw new Error('an order without a customer got past its checks');
  const { identifier = null, givenName, familyName, email, is13OrOver = null } = person;
  return { kind: 'PERSON', identifier, givenName, familyName, email, is13OrOver };
}
