import { hidePersonIn } from '../checkout-session/hide-person.js';
import { readCheckoutSession, type CheckoutSessionView } from '../checkout-session/checkout-session.store.js';
import { readStandaloneSession, type StandaloneSessionView } from '../checkout-session/standalone-session.store.js';
import { personFor } from '../access/personal-data.js';
import { requireReach } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { readCustomer, type CustomerView } from '../customer/customer.store.js';
import { readOrder, type OrderView } from '../order/order.store.js';
import { readSeller, type SellerView } from '../seller/seller.store.js';
import { thingAt } from '../shared/addresses.js';

export interface LookedUp {
  readonly order: OrderView | null;
  readonly checkoutSession: CheckoutSessionView | null;
  readonly standaloneCheckoutSession: StandaloneSessionView | null;
  readonly customer: CustomerView | null;
  readonly seller: SellerView | null;
}

const NOTHING: LookedUp = { order: null, checkoutSession: null, standaloneCheckoutSession: null, customer: null, seller: null };

/** What one of the contract's addresses leads to, within the caller's reach; undefined when that is nothing. A sellerId is an address of the seller's own, so it comes last. */
export async function lookUp(url: string, context: Context, selected: ReadonlySet<string>): Promise<LookedUp | undefined> {
  const [reach, parts, thing] = [requireReach(context), { ...context, selected }, thingAt(url)];
  if (thing?.kind === 'ORDER') {
    const order = await readOrder(reach, thing.id, parts);
    if (order) return { ...NOTHING, order: { ...order, customer: personFor(context, order.customer) } };
  } else if (thing?.kind === 'CHECKOUT_SESSION') {
    const session = await readCheckoutSession(reach, thing.id, parts);
    if (session) return { ...NOTHING, checkoutSession: hidePersonIn(session, context) };
  } else if (thing?.kind === 'STANDALONE_CHECKOUT_SESSION') {
    const standaloneCheckoutSession = await readStandaloneSession(thing.id, parts);
    if (standaloneCheckoutSession) return { ...NOTHING, standaloneCheckoutSession };
  } else if (thing?.kind === 'CUSTOMER') {
    const customer = await readCustomer(reach, thing.id, parts);
    if (customer) return { ...NOTHING, customer: personFor(context, customer) };
  }
  const seller = await readSeller(reach, url, parts);
  return seller && { ...NOTHING, seller };
}
