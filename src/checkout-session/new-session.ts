import type { LinkKeys } from '../access/link-keys.js';
import type { ChosenPlace } from '../checkout/choose-places.js';
import { newTarget } from '../checkout/target.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { addSeconds } from '../shared/clock.js';
import { newIdentifier, newUuid } from '../shared/ids.js';
import type { CheckoutSessionFacts } from './checkout-session.facts.js';
import { CHECKOUT_LIFETIME_SECONDS } from './checkout-session.lifecycle.js';
import { freezeFacts } from './freeze-facts.js';
import type { SessionRequest } from './session-request.js';

/** All that is stored of a new session, whichever way it is written. */
export interface NewSession {
  readonly identifier: string;
  readonly brokerId: string;
  readonly customerId: string | undefined;
  readonly seller: { readonly key: string; readonly id: string; readonly name: string; readonly url: string | null };
  readonly facts: CheckoutSessionFacts;
  readonly targetKeyId: string;
  readonly targetHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly items: readonly NewItem[];
}

interface NewItem {
  readonly id: string;
  readonly position: number;
  readonly opportunityId: string;
  readonly acceptedOffer: string;
  readonly priceMinor: number;
}

interface Parts {
  readonly now: Date;
  readonly addresses: BaseAddresses;
  readonly linkKeys: LinkKeys;
}

/** It has an identifier already where that was needed before. */
export function newSession(brokerId: string, request: SessionRequest, places: readonly ChosenPlace[], customerId: string | undefined, { now, addresses, linkKeys }: Parts, identifier = newIdentifier()): NewSession {
  const [first] = places;
  if (!first) throw new Error('an order without items got past its checks');
  const { sellerKey, organizer } = first.opportunity;
  return {
    identifier,
    brokerId,
    customerId,
    seller: { key: sellerKey, ...organizer },
    facts: freezeFacts(newUuid(), request, places, addresses),
    ...newTarget(identifier, linkKeys),
    createdAt: now,
    expiresAt: addSeconds(now, CHECKOUT_LIFETIME_SECONDS),
    items: places.map(({ opportunity, acceptedOffer, priceMinor }, position) => ({ id: newUuid(), position, opportunityId: opportunity.id, acceptedOffer, priceMinor })),
  };
}
