import type { Facts } from './facts.ts';

/** A delivery that is due, with all that sending takes. */
export interface Due {
  readonly id: string;
  readonly facts: string | OrderFacts;
  readonly url: string;
  readonly webhook_key: string;
  readonly signing_secret: string;
}

type OrderFacts = Omit<Facts, 'navigationLinks'> & { readonly places: readonly { readonly accessToken: string; readonly accessCode: string }[] };

export interface Ended {
  readonly id: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number;
  readonly answer: string;
}

export interface DrainStore {
  /** Takes what is due under a lease and keeps its bytes, in one transaction. */
  claim(most: number): Promise<readonly Due[]>;
  /** Writes how attempts ended, in one transaction. */
  report(ended: readonly Ended[]): Promise<void>;
}

export const LEASE_MS = 60_000;

/** The bytes of a success webhook. (contract §6) */
export function bodyOf({ facts: stored }: Pick<Due, 'facts'>): string {
  const { vocabUrl, platformUrl, checkoutUrl, quoteId, customer, broker, orderedItem, places } = typeof stored === 'string' ? (JSON.parse(stored) as OrderFacts) : stored; // what was frozen there
  const { identifier: member, givenName, familyName, email, is13OrOver } = customer;
  return JSON.stringify({
    '@context': [vocabUrl, platformUrl],
    type: 'Order',
    id: `${checkoutUrl}/api/orders/${quoteId}`,
    customer: { type: 'Person', ...(member !== null && { identifier: member }), givenName, familyName, email, ...(is13OrOver !== null && { 'platform:is13OrOver': is13OrOver }) },
    broker: { type: 'Organization', name: broker.name, url: broker.url },
    orderedItem: orderedItem.map(({ acceptedOffer, type, identifier }, index) => ({
      type: 'OrderItem',
      acceptedOffer,
      orderedItem: { type: type === 'SLOT' ? 'Slot' : 'ScheduledSession', identifier },
      orderItemStatus: `${vocabUrl}OrderConfirmed`,
      accessToken: [{ type: 'Barcode', text: places[index]?.accessToken }],
      accessCode: [{ type: 'PropertyValue', name: 'PIN', value: places[index]?.accessCode }],
    })),
  });
}
