import { isUuid } from './ids.js';

/** The base addresses of the contract's preface. The vocabulary's ends in a slash, the others do not. */
export interface BaseAddresses {
  readonly sellersUrl: string;
  readonly checkoutUrl: string;
  readonly bookingApiUrl: string;
  readonly vocabUrl: string;
  readonly platformUrl: string;
}

/** Contract §4 rows 1 to 3: where a seller is sent. */
export function sellerLinkAddress({ sellersUrl }: Pick<BaseAddresses, 'sellersUrl'>, page: 'onboard' | 'update' | 'view', jwt: string): string {
  return `${sellersUrl}/${page}?jwt=${jwt}`;
}

/** Where a seller's flow goes on after the payment provider; coming there proves nothing. (our choice) */
export function sellerFlowAddress({ sellersUrl }: Pick<BaseAddresses, 'sellersUrl'>, flowId: string, page: 'payments' | 'payments/return'): string {
  return `${sellersUrl}/seller-flows/${flowId}/${page}`;
}

/** The demo provider's own page about an account. */
export function demoProviderAddress({ sellersUrl }: Pick<BaseAddresses, 'sellersUrl'>, accountId: string, returnUrl: string): string {
  return `${sellersUrl}/demo-provider/accounts/${accountId}?return=${encodeURIComponent(returnUrl)}`;
}

/** Contract §4 rows 5 and 6: a session's `id`, which is also its `Location`. */
export function checkoutSessionAddress({ checkoutUrl }: Pick<BaseAddresses, 'checkoutUrl'>, identifier: string): string {
  return `${checkoutUrl}/api/checkout-sessions/${identifier}`;
}

/** Contract §4 row 7: where a standalone session is read, and so its `Location`. */
export function standaloneSessionAddress({ checkoutUrl }: Pick<BaseAddresses, 'checkoutUrl'>, identifier: string): string {
  return `${checkoutUrl}/checkout-sessions/${identifier}`;
}

/** Contract §2 OrderAction: where the customer is sent. */
export function checkoutTargetAddress({ checkoutUrl }: Pick<BaseAddresses, 'checkoutUrl'>, secret: string): string {
  return `${checkoutUrl}/checkout/${secret}`;
}

/** The personal link in a mail: it opens one booking for whoever has it. (our choice) */
export function bookingAddress({ checkoutUrl }: Pick<BaseAddresses, 'checkoutUrl'>, token: string): string {
  return `${checkoutUrl}/bookings/${token}`;
}

/** Where a customer goes on after the payment provider; coming there proves nothing. (our choice) */
export function paymentReturnAddress({ checkoutUrl }: Pick<BaseAddresses, 'checkoutUrl'>, checkoutId: string, page: 'paying' | 'check'): string {
  return `${checkoutUrl}/checkouts/${checkoutId}/${page}`;
}

/** The demo provider's own page about a payment. */
export function demoPaymentAddress({ checkoutUrl }: Pick<BaseAddresses, 'checkoutUrl'>, paymentId: string): string {
  return `${checkoutUrl}/demo-provider/payments/${paymentId}`;
}

/** Where the demo broker listens. */
export function demoReceiverAddress({ checkoutUrl }: Pick<BaseAddresses, 'checkoutUrl'>): string {
  return `${checkoutUrl}/demo-broker/webhooks`;
}

/**
 * Contract §1.3: where a book button leads, for whoever puts the checkout's base address in; the identifier may be an
 * address itself.
 */
export function checkoutUrlTemplate(kind: 'scheduled-sessions' | 'slots', identifier: string): string {
  return `{checkoutBaseUrl}/checkout/${kind}/${encodeURIComponent(identifier)}`;
}

/** Contract §2 OrderQuote: the `id` that quote and order share. It identifies and need not be navigable. */
export function orderAddress({ checkoutUrl }: Pick<BaseAddresses, 'checkoutUrl'>, id: string): string {
  return `${checkoutUrl}/api/orders/${id}`;
}

/** The UUID at the end of an order's address, or the UUID itself, in lower case as both stores keep it; undefined when it is neither. */
export function orderIdOf(address: string): string | undefined {
  const last = address.slice(address.lastIndexOf('/') + 1);
  return isUuid(last) ? last.toLowerCase() : undefined;
}

/** A registered customer's UUID, in lower case as both stores keep it, from either of its addresses (contract §2 OrderQuote `customer`); undefined when it is not one of ours. */
export function customerIdOf({ bookingApiUrl }: Pick<BaseAddresses, 'bookingApiUrl'>, address: string): string | undefined {
  for (const collection of ['customers', 'customer-accounts']) {
    const prefix = `${bookingApiUrl}/api/v2/${collection}/`;
    if (address.startsWith(prefix) && isUuid(address.slice(prefix.length))) return address.slice(prefix.length).toLowerCase();
  }
  return undefined;
}

/** The same, or the UUID by itself. */
export function customerUuidOf(addresses: Pick<BaseAddresses, 'bookingApiUrl'>, address: string): string | undefined {
  return isUuid(address) ? address.toLowerCase() : customerIdOf(addresses, address);
}

/** A registered customer's URL, which is also its `Location` and what the webhook names. (contract §2 CustomerAccount `@id`) */
export function customerAddress({ bookingApiUrl }: Pick<BaseAddresses, 'bookingApiUrl'>, id: string): string {
  return `${bookingApiUrl}/api/v2/customers/${id}`;
}

/** What one of our addresses leads to, whichever base addresses were in use when it was made; undefined for anybody else's. */
export type AddressedThing = { readonly kind: 'ORDER' | 'CHECKOUT_SESSION' | 'STANDALONE_CHECKOUT_SESSION' | 'CUSTOMER'; readonly id: string };

const THINGS = [
  ['ORDER', /\/api\/orders\/([^/?#]+)$/],
  ['CHECKOUT_SESSION', /\/api\/checkout-sessions\/([^/?#]+)$/],
  ['STANDALONE_CHECKOUT_SESSION', /\/checkout-sessions\/([^/?#]+)$/],
  ['CUSTOMER', /\/api\/v2\/customer(?:s|-accounts)\/([^/?#]+)$/],
] as const;

export function thingAt(address: string): AddressedThing | undefined {
  for (const [kind, pattern] of THINGS) {
    const [, id] = pattern.exec(address) ?? [];
    if (id !== undefined && (kind === 'ORDER' || kind === 'CUSTOMER' ? isUuid(id) : true)) return { kind, id: isUuid(id) ? id.toLowerCase() : id };
  }
  return undefined;
}
