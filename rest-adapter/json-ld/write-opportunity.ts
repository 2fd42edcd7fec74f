import type { OfferFactsFragment, OpportunityFactsFragment, OrganizationFactsFragment } from '../generated/operations.js';
import { CHECKOUT_URL_TEMPLATE, TIME_ZONE } from './vocabulary.js';

type ScheduledSession = Extract<OpportunityFactsFragment, { __typename: 'ScheduledSession' }>;
type Slot = Extract<OpportunityFactsFragment, { __typename: 'Slot' }>;

/** An opportunity with its parent and offers, in OpenActive's words; bookable if and only if it has the template. (contract §1.3) */
export function writeOpportunity(opportunity: OpportunityFactsFragment): object {
  return {
    type: opportunity.__typename,
    id: opportunity.id,
    identifier: opportunity.identifier,
    startDate: opportunity.startDate,
    ...(opportunity.endDate !== null && { endDate: opportunity.endDate }),
    eventStatus: EVENT_STATUSES[opportunity.eventStatus],
    ...(opportunity.__typename === 'Slot' ? writeSlot(opportunity) : writeScheduledSession(opportunity)),
    offers: opportunity.offers.map(writeOffer),
    ...(opportunity.checkoutUrlTemplate !== null && { [CHECKOUT_URL_TEMPLATE]: opportunity.checkoutUrlTemplate }),
  };
}

const EVENT_STATUSES = {
  SCHEDULED: 'https://schema.org/EventScheduled',
  CANCELLED: 'https://schema.org/EventCancelled',
  POSTPONED: 'https://schema.org/EventPostponed',
} as const satisfies Record<OpportunityFactsFragment['eventStatus'], string>;

function writeScheduledSession({ remainingAttendeeCapacity, superEvent, timeZone }: ScheduledSession): object {
  const { organizer, ...parent } = superEvent;
  return {
    ...(remainingAttendeeCapacity !== null && { remainingAttendeeCapacity }),
    superEvent: { type: 'SessionSeries', ...writeParent(parent, timeZone), organizer: writeOrganization(organizer) },
  };
}

function writeSlot({ remainingUses, facilityUse, timeZone }: Slot): object {
  const { provider, ...parent } = facilityUse;
  return {
    ...(remainingUses !== null && { remainingUses }),
    facilityUse: { type: 'FacilityUse', ...writeParent(parent, timeZone), provider: writeOrganization(provider) },
  };
}

type Parent = Omit<ScheduledSession['superEvent'], 'organizer'>;

function writeParent({ id, name, description, url, location, offers }: Parent, timeZone: string): object {
  return {
    id,
    name,
    ...(description !== null && { description }),
    ...(url !== null && { url }),
    location: {
      type: 'Place',
      name: location.name,
      ...(location.address !== null && { address: { type: 'PostalAddress', streetAddress: location.address } }),
      [TIME_ZONE]: timeZone,
    },
    offers: offers.map(writeOffer),
  };
}

function writeOrganization({ id, name, url }: OrganizationFactsFragment): object {
  return { type: 'Organization', id, name, ...(url !== null && { url }) };
}

function writeOffer({ id, name, price, validFromBeforeStartDate, validThroughBeforeStartDate }: OfferFactsFragment): object {
  return {
    type: 'Offer',
    ...(id !== null && { id }),
    name,
    ...(price && { price: Number(price.amount) }),
    ...(price?.currency && { priceCurrency: price.currency }),
    ...(validFromBeforeStartDate !== null && { validFromBeforeStartDate }),
    ...(validThroughBeforeStartDate !== null && { validThroughBeforeStartDate }),
  };
}
