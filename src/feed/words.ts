import { isPublished, readAddress, type Published } from './published-text.js';
import type { ThingKind } from './thing.facts.js';

/** By what is left of a type or a kind when only its letters are looked at. */
const KINDS = new Map<string, ThingKind>([
  ['sessionseries', 'SESSION_SERIES'],
  ['scheduledsession', 'SCHEDULED_SESSION'],
  ['facilityuse', 'FACILITY_USE'],
  ['individualfacilityuse', 'INDIVIDUAL_FACILITY_USE'],
  ['slot', 'SLOT'],
  ['facilityuseslot', 'SLOT'],
  ['individualfacilityuseslot', 'SLOT'],
  ['offer', 'OFFER'],
  ['organization', 'ORGANIZATION'],
]);

const VOCABULARY = /^(?:https?:\/\/(?:www\.)?(?:openactive\.io|schema\.org)\/#?|(?:oa|openactive|schema):)/i;
const MAX_WORD_LENGTH = 200;

/** A word of the vocabulary by its letters alone: `oa:Slot `, `https://openactive.io/Slot` and `slot` are one. Empty for what is no word. */
export function wordOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_WORD_LENGTH) return '';
  return value.trim().replace(VOCABULARY, '').replace(/[^a-z]+/gi, '').toLowerCase();
}

/** What the data says it is; where it says nothing, what its feed or its place says. Undefined: nothing that is read here. */
export function kindOf(data: Published, fallback: string): ThingKind | undefined {
  const types = typesOf(data);
  return types.length === 0 ? kindNamed(fallback) : firstKnown(types);
}

/** The words in which it says what it is. */
export function typesOf(data: Published): readonly string[] {
  const type = data['@type'] ?? data['type'];
  if (typeof type === 'string') return type.trim() === '' ? [] : [type];
  return Array.isArray(type) ? type.filter((word): word is string => typeof word === 'string' && word.trim() !== '') : [];
}

function firstKnown(types: readonly string[]): ThingKind | undefined {
  for (const type of types) {
    const kind = kindNamed(type);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function kindNamed(name: string): ThingKind | undefined {
  const word = wordOf(name);
  return KINDS.get(word) ?? KINDS.get(word.replace(/s$/, '')); // many feeds name their kind in the plural
}

/** As published: whether it is an address at all is for `readAddress` to say. */
export function idOf(data: Published): unknown {
  return data['@id'] ?? data['id'];
}

/** Whether nothing is told of it but its `@id` and its type. */
export function isReference(data: Published): boolean {
  return Object.keys(data).every((member) => member.startsWith('@') || member === 'id' || member === 'type');
}

/** The `@id` of what is named by it alone, as text or as an object; undefined for what is told in full. */
export function referenceOf(value: unknown): string | undefined {
  return isPublished(value) && isReference(value) ? readAddress(idOf(value)) : readAddress(value);
}
