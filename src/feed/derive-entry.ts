import { Temporal } from 'temporal-polyfill';
import type { EventStatus } from '../catalogue/opportunity.entity.js';
import type { ConceptFacts, PublishedOffer, ThingFacts } from './thing.facts.js';

/** What the catalogue says of a series or facility. */
export interface ParentEntry {
  readonly id: string;
  /** Set on an occurrence's own copy of its parent: the parent's id. */
  readonly publishedId: string | null;
  readonly type: 'SESSION_SERIES' | 'FACILITY_USE';
  readonly name: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly sellerId: string;
  /** What its organiser is called where nobody tells of it by its id. */
  readonly sellerName: string | null;
  readonly locationName: string;
  readonly locationAddress: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly timeZone: string;
  readonly activities: readonly ConceptFacts[];
  readonly offers: readonly PublishedOffer[];
}

/** What it says of a session or slot. */
export interface ItemEntry {
  readonly id: string;
  readonly type: 'SCHEDULED_SESSION' | 'SLOT';
  readonly parentId: string;
  readonly startDate: Date;
  readonly endDate: Date | null;
  readonly eventStatus: EventStatus;
  readonly remainingCapacity: number | null;
  readonly offers: readonly PublishedOffer[];
  readonly lowestPriceMinor: number | null;
  readonly lowestPriceCurrency: string | null;
}

/** A thing together with what it inherits from: itself first, its parent, its parent's parent. None is missing. */
export type Lineage = readonly [ThingFacts, ...ThingFacts[]];

/** Where the publisher and the house have to say something that the thing does not. */
export interface Defaults {
  readonly timeZone: string;
  /** Offers that things name by their ids alone. */
  readonly offers: ReadonlyMap<string, PublishedOffer>;
}

/** A child's word wins as a whole over its parent's; ids and times are never inherited. (Modelling Opportunity Data, inheritance) */
export function parentEntryOf(lineage: Lineage, { timeZone, offers }: Defaults): ParentEntry {
  const [own] = lineage;
  const place = said(lineage, 'place');
  const organization = said(lineage, 'organization');
  const activities = said(lineage, 'activities') ?? [];
  const name = said(lineage, 'name') ?? activities[0]?.label ?? organization?.name ?? hostOf(own.id);
  return {
    id: own.id,
    publishedId: null,
    type: own.kind === 'SESSION_SERIES' || own.kind === 'SCHEDULED_SESSION' ? 'SESSION_SERIES' : 'FACILITY_USE',
    name,
    description: said(lineage, 'description'),
    url: said(lineage, 'url'), // a court without a page of its own is on its facility's
    sellerId: sellerIdOf(lineage),
    sellerName: organization?.name ?? null,
    locationName: place?.name ?? place?.address ?? organization?.name ?? name,
    locationAddress: place?.address ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    timeZone: said(lineage, 'timeZone') ?? timeZone,
    activities,
    offers: offersOf(lineage, offers),
  };
}

/** Members that make an occurrence differ from its series or facility where it says them itself. */
const OWN_WORDS = ['name', 'description', 'place', 'activities', 'timeZone'] as const;

/** An occurrence's own copy of its parent, where it says things differently; undefined where it does not. */
export function ownParentOf(lineage: Lineage, defaults: Defaults): ParentEntry | undefined {
  const [own, ...inherited] = lineage;
  const [parent] = inherited;
  if (parent && !isOtherwise(own, [parent, ...inherited.slice(1)])) return undefined;
  const entry = parentEntryOf(lineage, defaults);
  return { ...entry, publishedId: parent?.id ?? null, url: parent?.url ?? own.url, offers: offersOf(inherited, defaults.offers) };
}

function isOtherwise(own: ThingFacts, inherited: Lineage): boolean {
  const organizer = own.organization?.id ?? own.organizationId;
  if (organizer !== null && organizer !== sellerIdOf(inherited)) return true;
  return OWN_WORDS.some((word) => isSaid(own[word]) && JSON.stringify(own[word]) !== JSON.stringify(said(inherited, word)));
}

/** Undefined where no time can be read. */
export function itemEntryOf(lineage: Lineage, parent: ParentEntry, { offers }: Defaults): ItemEntry | undefined {
  const [own] = lineage;
  const startDate = own.startDate === null ? undefined : instantOf(own.startDate, parent.timeZone);
  if (!startDate) return undefined;
  const ownOffers = offersOf([own], offers);
  const cheapest = cheapestOf([...ownOffers, ...parent.offers]);
  return {
    id: own.id,
    type: own.kind === 'SLOT' ? 'SLOT' : 'SCHEDULED_SESSION',
    parentId: parent.id,
    startDate,
    endDate: endOf(own, startDate, parent.timeZone),
    eventStatus: said(lineage, 'eventStatus') ?? 'SCHEDULED',
    remainingCapacity: own.remainingCapacity,
    offers: ownOffers,
    lowestPriceMinor: cheapest?.priceMinor ?? null,
    lowestPriceCurrency: cheapest?.currency ?? null,
  };
}

function said<M extends keyof ThingFacts>(lineage: readonly ThingFacts[], member: M): ThingFacts[M] | null {
  for (const thing of lineage) {
    const value = thing[member];
    if (isSaid(value)) return value;
  }
  return null;
}

/** An empty list says nothing. */
function isSaid(value: unknown): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0);
}

/** The contract's sellerId is the organiser's id. One without an id is known by the address of what it runs. (our choice) */
function sellerIdOf(lineage: Lineage): string {
  const teller = lineage.find(({ organization, organizationId }) => organization !== null || organizationId !== null);
  return teller?.organization?.id ?? teller?.organizationId ?? `${(teller ?? lineage[0]).id}#organizer`;
}

/** The nearest thing's offers first; further up only those with other ids. */
function offersOf(lineage: readonly ThingFacts[], known: ReadonlyMap<string, PublishedOffer>): readonly PublishedOffer[] {
  const found: PublishedOffer[] = [];
  for (const { offers, offerIds } of lineage) {
    const named = offerIds.flatMap((id) => known.get(id) ?? []);
    const here = [...(offers ?? []), ...named].filter(({ id }) => id === null || !found.some((offer) => offer.id === id));
    found.push(...here);
  }
  return found;
}

/** By the number alone where currencies differ: one currency a publisher is what there is. */
function cheapestOf(offers: readonly PublishedOffer[]): PublishedOffer | undefined {
  const priced = offers.filter(({ id, priceMinor }) => id !== null && priceMinor !== null);
  return priced.toSorted((a, b) => (a.priceMinor ?? 0) - (b.priceMinor ?? 0))[0];
}

function instantOf(text: string, timeZone: string): Date | undefined {
  try {
    const instant = text.endsWith('Z') ? Temporal.Instant.from(text) : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant();
    return new Date(instant.epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** As published, else the start and the duration: days on the venue's calendar, hours by the clock. */
function endOf({ endDate, duration }: ThingFacts, start: Date, timeZone: string): Date | null {
  const end = endDate !== null ? instantOf(endDate, timeZone) : duration !== null ? after(start, duration, timeZone) : undefined;
  return end && end >= start ? end : null;
}

function after(start: Date, duration: string, timeZone: string): Date | undefined {
  try {
    const end = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(timeZone).add(Temporal.Duration.from(duration));
    return new Date(end.epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
