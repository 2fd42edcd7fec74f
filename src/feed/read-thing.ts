import { firstOf, isPublished, quote, readAddress, readDescription, readName, type Published } from './published-text.js';
import { readCapacity, readEventStatus } from './read-availability.js';
import { readConcepts } from './read-concepts.js';
import { readDates } from './read-dates.js';
import { readOffers } from './read-offer.js';
import { readOrganizer } from './read-organization.js';
import { readPlace } from './read-place.js';
import { readTimeZone } from './read-schedule.js';
import type { Reading } from './reading.js';
import type { ItemProblem, ThingFacts, ThingKind } from './thing.facts.js';
import { idOf, isReference, kindOf } from './words.js';

/** What takes place, or where one can go: everything but offers and organisations. */
export function readThing(kind: ThingKind, id: string, parentId: string | null, data: Published, reading: Reading): ThingFacts | ItemProblem {
  const dates = readDates(kind, data, reading);
  if ('cause' in dates) return dates;
  const timeZone = readTimeZone(data['eventSchedule']);
  return {
    kind,
    id,
    parentId,
    name: readName(data['name']),
    description: readDescription(data['description']),
    url: readAddress(data['url']) ?? null,
    startDate: dates.startDate,
    endDate: dates.endDate,
    duration: dates.duration,
    timeZone,
    eventStatus: readEventStatus(data['eventStatus']),
    remainingCapacity: readCapacity(kind, data, reading),
    place: readPlace(data['location'], timeZone, reading),
    activities: readConcepts(data['activity'], data['facilityType']),
    ...readOrganizer(data['organizer'] ?? data['provider'], reading),
    ...readOffers(data['offers'], reading),
  };
}

interface ParentRule {
  readonly members: readonly string[];
  /** What it may be; the first where it does not say. */
  readonly kinds: readonly [string, ...ThingKind[]];
}

const PARENTS = new Map<ThingKind, ParentRule>([
  ['SCHEDULED_SESSION', { members: ['superEvent'], kinds: ['SessionSeries', 'SESSION_SERIES'] }],
  ['SLOT', { members: ['facilityUse'], kinds: ['FacilityUse', 'FACILITY_USE', 'INDIVIDUAL_FACILITY_USE'] }],
  ['INDIVIDUAL_FACILITY_USE', { members: ['aggregateFacilityUse', 'facilityUse'], kinds: ['FacilityUse', 'FACILITY_USE'] }],
]);

/** The `@id` of its parent, which is context where it is told of. Ends: each kind of parent is further up. */
export function readParent(kind: ThingKind, id: string, data: Published, reading: Reading): string | null {
  const rule = PARENTS.get(kind);
  const value = firstOf(rule?.members.map((member) => data[member]).find((each) => each !== undefined && each !== null));
  if (rule === undefined || value === undefined || value === null) return null;
  const parentId = readAddress(isPublished(value) ? idOf(value) : value);
  if (parentId === undefined || parentId === id) {
    noteBadParent(value, reading);
    return null;
  }
  if (isPublished(value) && !isReference(value)) readContext(rule, parentId, value, reading);
  return parentId;
}

function noteBadParent(value: unknown, reading: Reading): void {
  const id = isPublished(value) ? idOf(value) : value;
  if (id === undefined || id === null) reading.note('NO_ID', 'What it belongs to has no @id, and is left out.');
  else reading.note('BAD_ID', `The @id of what it belongs to is ${quote(id)}, which is not the address of another thing.`);
}

function readContext({ kinds: [byPlace, ...kinds] }: ParentRule, id: string, data: Published, reading: Reading): void {
  const kind = kindOf(data, byPlace);
  const parent = kind !== undefined && kinds.includes(kind) ? readThing(kind, id, readParent(kind, id, data, reading), data, reading) : undefined;
  if (parent === undefined || 'cause' in parent) reading.note('BAD_PART', `What it belongs to, ${quote(id)}, is left out: it is no ${byPlace}.`);
  else reading.addContext(parent);
}
