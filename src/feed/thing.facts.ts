import type { EventStatus } from '../catalogue/opportunity.entity.js';

/** What feeds publish, as far as it matters here. An IndividualFacilityUse is one court of a FacilityUse. */
export const THING_KINDS = ['SESSION_SERIES', 'SCHEDULED_SESSION', 'FACILITY_USE', 'INDIVIDUAL_FACILITY_USE', 'SLOT', 'OFFER', 'ORGANIZATION'] as const;
export type ThingKind = (typeof THING_KINDS)[number];

/** What others are occurrences of and inherit from. */
export function isParentKind(kind: ThingKind): boolean {
  return kind === 'SESSION_SERIES' || kind === 'FACILITY_USE' || kind === 'INDIVIDUAL_FACILITY_USE';
}

/** What a customer can book. */
export function isItemKind(kind: ThingKind): boolean {
  return kind === 'SCHEDULED_SESSION' || kind === 'SLOT';
}

/**
 * What we understand of one published thing. Null: the publisher does not say, so that it is inherited from the parent. It is
 * kept as it was read; what follows from it together with its parent is derived. (OpenActive, Modelling Opportunity Data 2.0)
 */
export interface ThingFacts {
  readonly kind: ThingKind;
  /** Its `@id`, an absolute URL, as published. */
  readonly id: string;
  /** The `@id` of a ScheduledSession's series, of a Slot's facility, of an IndividualFacilityUse's FacilityUse. */
  readonly parentId: string | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly url: string | null;
  /** ISO 8601: an instant ending in `Z`, or wall time without an offset, which is read in the venue's zone. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** ISO 8601, where it says when something ends and `endDate` does not. */
  readonly duration: string | null;
  /** IANA name, where a schedule says it. */
  readonly timeZone: string | null;
  readonly eventStatus: EventStatus | null;
  /** Places or uses left; unknown is not zero. */
  readonly remainingCapacity: number | null;
  readonly place: PlaceFacts | null;
  /** Concepts of `activity` and `facilityType`; empty is as good as null. */
  readonly activities: readonly ConceptFacts[] | null;
  /** Its `organizer` or `provider`: told in full, or by `@id` alone, and then `organizationId` is all there is. */
  readonly organization: OrganizationFacts | null;
  readonly organizationId: string | null;
  /** Its own offers, told in full. */
  readonly offers: readonly PublishedOffer[] | null;
  /** Offers named by `@id` alone, as items of a feed. */
  readonly offerIds: readonly string[];
}

export interface PlaceFacts {
  readonly name: string | null;
  /** On one line. */
  readonly address: string | null;
  /** Degrees, WGS 84: both or neither. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface ConceptFacts {
  /** Its address in the activity list; null for free text. */
  readonly id: string | null;
  readonly label: string;
}

export interface OrganizationFacts {
  /** Null where the publisher gives none: then nobody can onboard it by that address. */
  readonly id: string | null;
  readonly name: string | null;
  readonly url: string | null;
}

export interface PublishedOffer {
  /** Null where the publisher gives none: it is shown and cannot be booked. */
  readonly id: string | null;
  readonly name: string;
  /** In the minor unit of the currency; null when the published price cannot be represented exactly. */
  readonly priceMinor: number | null;
  /** ISO 4217; may be null at price 0. */
  readonly currency: string | null;
  /** ISO 8601 durations before the start. */
  readonly validFromBeforeStartDate: string | null;
  readonly validThroughBeforeStartDate: string | null;
  readonly isAdvanceBookingUnavailable: boolean;
  readonly latestCancellationBeforeStartDate: string | null;
  readonly allowCustomerCancellationFullRefund: boolean;
}

/** Why an item was not understood, or what had to be put right or left out in it. */
export const PROBLEM_CAUSES = [
  'NOT_AN_OBJECT',
  'UNKNOWN_KIND',
  'NO_ID',
  'BAD_ID',
  'NO_START',
  'BAD_DATE',
  'NO_NAME',
  'BAD_MODIFIED',
  'BAD_STATE',
  'TOO_LARGE',
  'SWAPPED_COORDINATES',
  'BAD_COORDINATES',
  'BAD_PRICE',
  'NO_CURRENCY',
  'BAD_DURATION',
  'BAD_CAPACITY',
  'BAD_OFFER',
  'BAD_PART',
] as const;
export type ProblemCause = (typeof PROBLEM_CAUSES)[number];

export interface ItemProblem {
  readonly cause: ProblemCause;
  /** One sentence in which what was published is quoted, for staff and for the publisher. */
  readonly detail: string;
}

/** An item of a feed, understood. */
export interface ReadItem {
  readonly own: ThingFacts;
  /** Things inside it that live and go with it: sessions of a series, the courts of a facility. */
  readonly parts: readonly ThingFacts[];
  /** Things inside it that are its parent, its organisation or offers with an id: others may tell of them too. */
  readonly context: readonly ThingFacts[];
  /** What was put right or left out; the item stands. */
  readonly problems: readonly ItemProblem[];
}
