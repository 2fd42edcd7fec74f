import type { PublishedOffer, ThingFacts } from '../../src/feed/thing.facts.js';

/** A thing of which the publisher says nothing but what a test cares for. */
export function thing(kind: ThingFacts['kind'], id: string, more: Partial<ThingFacts> = {}): ThingFacts {
  return {
    kind,
    id,
    parentId: null,
    name: null,
    description: null,
    url: null,
    startDate: null,
    endDate: null,
    duration: null,
    timeZone: null,
    eventStatus: null,
    remainingCapacity: null,
    place: null,
    activities: null,
    organization: null,
    organizationId: null,
    offers: null,
    offerIds: [],
    ...more,
  };
}

export function offer(id: string | null, priceMinor: number | null, more: Partial<PublishedOffer> = {}): PublishedOffer {
  return {
    id,
    name: 'Adult',
    priceMinor,
    currency: 'GBP',
    validFromBeforeStartDate: null,
    validThroughBeforeStartDate: null,
    isAdvanceBookingUnavailable: false,
    latestCancellationBeforeStartDate: null,
    allowCustomerCancellationFullRefund: false,
    ...more,
  };
}
