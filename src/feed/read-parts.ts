import { allOf, isPublished, quote, readAddress, type Published } from './published-text.js';
import { readThing } from './read-thing.js';
import type { Reading } from './reading.js';
import type { ItemProblem, ThingFacts, ThingKind } from './thing.facts.js';
import { idOf, isReference, kindOf } from './words.js';

interface PartRule {
  readonly member: string;
  readonly kind: ThingKind;
  /** What it is where it does not say. */
  readonly type: string;
}

const SLOTS: PartRule = { member: 'event', kind: 'SLOT', type: 'Slot' };
const PARTS = new Map<ThingKind, readonly PartRule[]>([
  ['SESSION_SERIES', [{ member: 'subEvent', kind: 'SCHEDULED_SESSION', type: 'ScheduledSession' }]],
  ['FACILITY_USE', [{ member: 'individualFacilityUse', kind: 'INDIVIDUAL_FACILITY_USE', type: 'IndividualFacilityUse' }, SLOTS]],
  ['INDIVIDUAL_FACILITY_USE', [SLOTS]],
]);

/** Sessions of a series, courts and slots of a facility, slots of a court. Ends: each kind of part is further down. */
export function readParts(owner: ThingFacts, data: Published, reading: Reading): void {
  for (const rule of PARTS.get(owner.kind) ?? []) {
    for (const value of allOf(data[rule.member])) if (!isMention(value)) readPart(rule, value, owner, reading);
  }
}

/** Named by `@id` alone: a feed of its own tells of it. */
function isMention(value: unknown): boolean {
  return isPublished(value) ? isReference(value) && idOf(value) !== undefined : readAddress(value) !== undefined;
}

function readPart(rule: PartRule, value: unknown, owner: ThingFacts, reading: Reading): void {
  const part = isPublished(value) ? understand(rule, value, owner, reading) : problemOf(`It is ${quote(value)}, not an object.`);
  if ('cause' in part) reading.note('BAD_PART', `A ${rule.member} of it is left out. ${part.detail}`);
  else reading.addPart(part);
  if ('id' in part && isPublished(value)) readParts(part, value, reading);
}

function understand({ kind, type }: PartRule, data: Published, owner: ThingFacts, reading: Reading): ThingFacts | ItemProblem {
  const id = readAddress(idOf(data));
  if (kindOf(data, type) !== kind) return problemOf(`It is no ${type}.`);
  if (id === undefined) return problemOf(`Its @id is ${quote(idOf(data))}, which is no absolute URL.`);
  if (id === owner.id || id === owner.parentId) return problemOf(`Its @id is ${quote(id)}, which is that of what it belongs to.`);
  return readThing(kind, id, owner.id, data, reading);
}

function problemOf(detail: string): ItemProblem {
  return { cause: 'BAD_PART', detail };
}
