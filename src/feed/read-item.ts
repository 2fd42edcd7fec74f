import { isPublished, quote, readAddress, type Published } from './published-text.js';
import { offerThing, readOffer } from './read-offer.js';
import { organizationThing, readOrganization } from './read-organization.js';
import { readParts } from './read-parts.js';
import { readParent, readThing } from './read-thing.js';
import { Reading } from './reading.js';
import type { ItemProblem, ReadItem, ThingFacts, ThingKind } from './thing.facts.js';
import { idOf, kindOf, typesOf } from './words.js';

/** What an item of a feed says, whatever way it is written, or why it is not understood. Never throws; the kind is its feed's word for it. */
export function readItem(kind: string, data: unknown): ReadItem | ItemProblem {
  if (!isPublished(data)) return { cause: 'NOT_AN_OBJECT', detail: `Its data is ${quote(data)}, not an object.` };
  const thingKind = kindOf(data, kind);
  if (thingKind === undefined) return { cause: 'UNKNOWN_KIND', detail: `It is ${quote(typesOf(data)[0] ?? kind)}, which is not read here.` };
  const id = readId(data);
  if (typeof id !== 'string') return id;
  const reading = new Reading();
  const own = readOwn(thingKind, id, data, reading);
  if ('cause' in own) return own;
  readParts(own, data, reading);
  return { own, parts: reading.parts, context: reading.context, problems: reading.problems };
}

function readId(data: Published): string | ItemProblem {
  const id = idOf(data);
  if (id === undefined || id === null || id === '') return { cause: 'NO_ID', detail: 'It has no @id.' };
  return readAddress(id) ?? { cause: 'BAD_ID', detail: `Its @id is ${quote(id)}, which is no absolute URL.` };
}

function readOwn(kind: ThingKind, id: string, data: Published, reading: Reading): ThingFacts | ItemProblem {
  if (kind === 'OFFER') return offerThing(id, readOffer(data, reading));
  if (kind === 'ORGANIZATION') return organizationThing(id, readOrganization(data, reading));
  return readThing(kind, id, readParent(kind, id, data, reading), data, reading);
}
