import type { Caller } from '../access/caller.js';
import { personFor, seesPersons } from '../access/personal-data.js';
import type { CheckoutSessionView } from './checkout-session.store.js';

/** A session as the caller may see it: staff see nobody's name. A customer's address shows nobody. */
export function hidePersonIn(session: CheckoutSessionView, asked: { readonly caller: Caller }): CheckoutSessionView {
  const { customer } = session.initialOrder;
  if (customer.kind === 'URL' || seesPersons(asked)) return session;
  return { ...session, initialOrder: { ...session.initialOrder, customer: personFor(asked, customer) } };
}
