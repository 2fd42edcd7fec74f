import { z } from 'zod';
import { CHECKOUT_URL_TEMPLATE, CONTEXT, OPPORTUNITY_LIST, TIME_ZONE } from '../json-ld/vocabulary.js';
import { ContextPair } from '../json-ld/wire-rules.js';

/* What the events API says, in OpenActive's words. Open data has identifiers of any form, so they are text here. */

const instant = z.string().meta({ format: 'date-time' });
const duration = (description: string) => z.string().optional().meta({ format: 'duration', description });

const Offer = z.object({
  type: z.literal('Offer'),
  id: z.string().optional().meta({ description: 'What a checkout session names as its acceptedOffer; an offer without one cannot be booked.' }),
  name: z.string(),
  price: z.number().min(0).optional().meta({ description: 'Of one place, in units of the currency.' }),
  priceCurrency: z.string().optional().meta({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' }),
  validFromBeforeStartDate: duration('How long before the start booking opens.'),
  validThroughBeforeStartDate: duration('How long before the start booking closes.'),
});

const Organization = z.object({ type: z.literal('Organization'), id: z.string(), name: z.string(), url: z.string().optional() });

const Place = z.object({
  type: z.literal('Place'),
  name: z.string(),
  address: z.object({ type: z.literal('PostalAddress'), streetAddress: z.string() }).optional(),
  geo: z.object({ type: z.literal('GeoCoordinates'), latitude: z.number(), longitude: z.number() }).optional(),
  [TIME_ZONE]: z.string().meta({ description: 'An IANA time zone, as Europe/London.' }),
});

const Concept = z.object({ type: z.literal('Concept'), id: z.string().optional(), prefLabel: z.string(), inScheme: z.string().optional() });

const PARENT = { id: z.string(), name: z.string(), description: z.string().optional(), url: z.string().optional(), location: Place, offers: z.array(Offer) };

export const SessionSeries = z.object({ type: z.literal('SessionSeries'), ...PARENT, activity: z.array(Concept).optional(), organizer: Organization });
export const FacilityUse = z.object({ type: z.literal('FacilityUse'), ...PARENT, facilityType: z.array(Concept).optional(), provider: Organization });

const OCCURRENCE = {
  id: z.string().meta({ description: 'Its id in open data: what a standalone checkout names.' }),
  identifier: z.string().meta({ description: 'What an authenticated checkout names.' }),
  startDate: instant,
  endDate: instant.optional(),
  duration: duration('From start to end, by the clock.'),
  license: z.string().optional().meta({ description: 'The licence of the open data that this was taken from.' }),
  publisher: z.object({ type: z.literal('Organization'), name: z.string() }).optional(),
  'schema:isBasedOn': z.string().optional().meta({ description: 'The open data that this was taken from.' }),
  offers: z.array(Offer).meta({ description: 'Its own offers; those of its parent hold as well.' }),
  [CHECKOUT_URL_TEMPLATE]: z.string().optional().meta({ description: 'There if and only if this can be booked now: with the checkout base address in place of {checkoutBaseUrl}, it opens a checkout.' }),
};

const EventStatus = z.enum(['https://schema.org/EventScheduled', 'https://schema.org/EventCancelled', 'https://schema.org/EventPostponed']);

export const ScheduledSession = z.object({ type: z.literal('ScheduledSession'), ...OCCURRENCE, eventStatus: EventStatus, remainingAttendeeCapacity: z.int().optional(), superEvent: SessionSeries });
export const Slot = z.object({ type: z.literal('Slot'), ...OCCURRENCE, remainingUses: z.int().optional(), facilityUse: FacilityUse });

/** Contract §1.3, read by its identifier. */
export const Opportunity = z.union([ScheduledSession.extend({ [CONTEXT]: ContextPair }), Slot.extend({ [CONTEXT]: ContextPair })]);

export const OpportunityList = z.object({
  [CONTEXT]: ContextPair,
  type: z.literal(OPPORTUNITY_LIST),
  items: z.array(z.union([ScheduledSession, Slot])),
  next: z.string().optional().meta({ format: 'uri-reference', description: 'The page after this one, relative to the address of this; left out on the last.' }),
});
