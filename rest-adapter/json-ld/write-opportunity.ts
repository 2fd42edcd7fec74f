import type { ActivityFactsFragment, OfferFactsFragment, OpportunityFactsFragment, OrganizationFactsFragment, PlaceFactsFragment } from '../generated/operations.js';
import { CHECKOUT_URL_TEMPLATE, TIME_ZONE } from './vocabulary.js';

type ScheduledSession = Extract<OpportunityFactsFragment, { __typename: 'ScheduledSession' }>;
type Slot = Extract<OpportunityFactsFragment, { __typename: 'Slot' }>;

/** An opportunity with its parent and offers, in OpenActive's words; bookable if and only if it has the template. (contract §1.3) */
export function writeOpportunity(opportunity: OpportunityFactsFragment): object {
  return {
    type: opportunity.__typename,
    id: opportunity.id,
    identifier: opportunity.identifier,
    startDate: withoutMillis(opportunity.startDate),
    ...(opportunity.endDate !== null && { endDate: withoutMillis(opportunity.endDate), duration: durationOf(opportunity.startDate, opportunity.endDate) }),
    ...(opportunity.__typename === 'Slot' ? writeSlot(opportunity) : writeScheduledSession(opportunity)),
    offers: opportunity.offers.map(writeOffer),
    ...(opportunity.checkoutUrlTemplate !== null && { [CHECKOUT_URL_TEMPLATE]: opportunity.checkoutUrlTemplate }),
    ...(opportunity.attribution && writeAttribution(opportunity.attribution)),
  };
}

/** OpenActive's words for a Dataset, and schema.org's for what something is taken from, by the prefix that OpenActive's context has for it. */
function writeAttribution({ publisher, licence, url }: NonNullable<OpportunityFactsFragment['attribution']>): object {
  return { ...(licence !== null && { license: licence }), publisher: { type: 'Organization', name: publisher }, 'schema:isBasedOn': url };
}

/** OpenActive's instants have no fractions of a second. */
function withoutMillis(instant: string): string {
  return instant.replace(/\.\d+Z$/, 'Z');
}

/** By the clock, as ISO 8601: wherever there is an end, OpenActive wants this as well. */
function durationOf(start: string, end: string): string {
  const minutes = Math.floor((Date.parse(end) - Date.parse(start)) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return minutes === 0 ? 'PT0S' : `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`;
}

const EVENT_STATUSES = {
  SCHEDULED: 'https://schema.org/EventScheduled',
  CANCELLED: 'https://schema.org/EventCancelled',
  POSTPONED: 'https://schema.org/EventPostponed',
} as const satisfies Record<OpportunityFactsFragment['eventStatus'], string>;

function writeScheduledSession({ eventStatus, remainingAttendeeCapacity, superEvent, timeZone }: ScheduledSession): object {
  const { organizer, ...parent } = superEvent;
  return {
    eventStatus: EVENT_STATUSES[eventStatus],
    ...(remainingAttendeeCapacity !== null && { remainingAttendeeCapacity }),
    superEvent: { type: 'SessionSeries', ...writeParent(parent, 'activity', timeZone), organizer: writeOrganization(organizer) },
  };
}

/** OpenActive has no status of a Slot: one that does not take place has no template, as any that cannot be booked. */
function writeSlot({ remainingUses, facilityUse, timeZone }: Slot): object {
  const { provider, ...parent } = facilityUse;
  return {
    ...(remainingUses !== null && { remainingUses }),
    facilityUse: { type: 'FacilityUse', ...writeParent(parent, 'facilityType', timeZone), provider: writeOrganization(provider) },
  };
}

type Parent = Omit<ScheduledSession['superEvent'], 'organizer'>;

function writeParent({ id, name, description, url, location, activities, offers }: Parent, activityMember: 'activity' | 'facilityType', timeZone: string): object {
  return {
    id,
    name,
    ...(description !== null && { description }),
    ...(url !== null && { url }),
    ...(activities.length > 0 && { [activityMember]: activities.map(writeConcept) }),
    location: writePlace(location, timeZone),
    offers: offers.map(writeOffer),
  };
}

/** A concept's address is its scheme's with a fragment. (SKOS, as OpenActive publishes its lists) */
function writeConcept({ id, label }: ActivityFactsFragment): object {
  const inScheme = id?.includes('#') ? id.slice(0, id.indexOf('#')) : null;
  return { type: 'Concept', ...(id !== null && { id }), prefLabel: label, ...(inScheme !== null && { inScheme }) };
}

function writePlace({ name, address, latitude, longitude }: PlaceFactsFragment, timeZone: string): object {
  return {
    type: 'Place',
    name,
    ...(address !== null && { address: { type: 'PostalAddress', streetAddress: address } }),
    ...(latitude !== null && longitude !== null && { geo: { type: 'GeoCoordinates', latitude, longitude } }),
    [TIME_ZONE]: timeZone,
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
