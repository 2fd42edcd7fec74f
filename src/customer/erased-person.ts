import type { CheckoutSessionFacts, PersonFacts } from '../checkout-session/checkout-session.facts.js';
import type { OrderFacts } from '../order/order.facts.js';

/** Our choice: what stands where a person stood. Nobody can have an address below .invalid. (RFC 2606) */
export const ERASED_PERSON: PersonFacts = { identifier: null, givenName: 'Erased', familyName: 'Customer', email: 'erased@erased.invalid', is13OrOver: null };

/** A session's facts without the person, and without the broker's links, which may lead to a profile. The address of a registered customer names nobody once that customer is erased. */
export function withoutPerson(facts: CheckoutSessionFacts): CheckoutSessionFacts {
  return { ...facts, customer: facts.customer.kind === 'URL' ? facts.customer : { kind: 'PERSON', ...ERASED_PERSON }, navigationLinks: null };
}

export function orderWithoutPerson(facts: OrderFacts): OrderFacts {
  return { ...facts, customer: { kind: 'PERSON', ...ERASED_PERSON } };
}
