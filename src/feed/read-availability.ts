import type { EventStatus } from '../catalogue/opportunity.entity.js';
import { numberOf } from './lossless-json.js';
import { allOf, quote, type Published } from './published-text.js';
import type { Reading } from './reading.js';
import type { ThingKind } from './thing.facts.js';
import { wordOf } from './words.js';

/** Both stores keep it as a 32-bit integer. */
const MAX_CAPACITY = 2_147_483_647;

const STATUSES = new Map<string, EventStatus>([
  ['eventscheduled', 'SCHEDULED'],
  ['eventrescheduled', 'SCHEDULED'], // takes place, at the dates that it has now
  ['eventcancelled', 'CANCELLED'],
  ['eventcanceled', 'CANCELLED'],
  ['eventpostponed', 'POSTPONED'],
]);

/** Null for a word that is not known. */
export function readEventStatus(value: unknown): EventStatus | null {
  for (const word of allOf(value)) {
    const status = STATUSES.get(wordOf(word));
    if (status !== undefined) return status;
  }
  return null;
}

/** Places or uses left. Fewer than none is none: some publishers oversell. */
export function readCapacity(kind: ThingKind, data: Published, reading: Reading): number | null {
  const member = kind === 'SLOT' ? 'remainingUses' : 'remainingAttendeeCapacity';
  const capacity = numberOf(data[member]);
  if (capacity === null) return null;
  if (Number.isInteger(capacity) && capacity <= MAX_CAPACITY) return Math.max(0, capacity);
  reading.note('BAD_CAPACITY', `Its ${member} is ${quote(data[member])}, which is no number of places.`);
  return null;
}
