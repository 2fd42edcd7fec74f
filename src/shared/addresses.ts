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

/** Contract §4 rows 5 and 6: a session's `id`, which is also its `Location`. */
export function checkoutSessionAddress({ checkoutUrl }: Pick<BaseAddresses, 'checkoutUrl'>, identifier: string): string {
  return `${checkoutUrl}/api/checkout-sessions/${identifier}`;
}

/** Contract §2 OrderAction: where the customer is sent. */
export function checkoutTargetAddress({ checkoutUrl }: Pick<BaseAddresses, 'checkoutUrl'>, secret: string): string {
  return `${checkoutUrl}/checkout/${secret}`;
}

/** Contract §2 OrderQuote: the `id` that quote and order share. It identifies and need not be navigable. */
export function orderAddress({ checkoutUrl }: Pick<BaseAddresses, 'checkoutUrl'>, id: string): string {
  return `${checkoutUrl}/api/orders/${id}`;
}

/** The UUID at the end of an order's address, or the UUID itself, in small letters as it is stored; undefined when it is neither. */
export function orderIdOf(address: string): string | undefined {
  const last = address.slice(address.lastIndexOf('/') + 1);
  return isUuid(last) ? last.toLowerCase() : undefined;
}

/** A registered customer's UUID, from either of its addresses (contract §2 OrderQuote `customer`); undefined when it is not one of ours. */
export function customerIdOf({ bookingApiUrl }: Pick<BaseAddresses, 'bookingApiUrl'>, address: string): string | undefined {
  for (const collection of ['customers', 'customer-accounts']) {
    const prefix = `${bookingApiUrl}/api/v2/${collection}/`;
    if (address.startsWith(prefix) && isUuid(address.slice(prefix.length))) return address.slice(prefix.length).toLowerCase();
  }
  return undefined;
}

export function customerAddress({ bookingApiUrl }: Pick<BaseAddresses, 'bookingApiUrl'>, id: string): string {
  return `${bookingApiUrl}/api/v2/customers/${id}`;
}
