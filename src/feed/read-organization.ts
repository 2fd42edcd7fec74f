import { firstOf, isPublished, quote, readAddress, readName, type Published } from './published-text.js';
import { thing, type Reading } from './reading.js';
import type { OrganizationFacts, ThingFacts } from './thing.facts.js';
import { idOf, isReference } from './words.js';

type WhoseFacts = Pick<ThingFacts, 'organization' | 'organizationId'>;

/** Who organises or provides it: an organisation or a person, in full, by `@id`, or by name alone. */
export function readOrganizer(value: unknown, reading: Reading): WhoseFacts {
  const organizer = firstOf(value);
  if (!isPublished(organizer)) return readMention(organizer);
  const organization = readOrganization(organizer, reading);
  const { id, name, url } = organization;
  if (isReference(organizer) || (name === null && url === null)) return { organization: null, organizationId: id };
  if (id !== null) reading.addContext(organizationThing(id, organization));
  return { organization, organizationId: id };
}

function readMention(value: unknown): WhoseFacts {
  const id = readAddress(value) ?? null;
  const name = id === null ? readName(value) : null;
  return { organization: name === null ? null : { id: null, name, url: null }, organizationId: id };
}

export function readOrganization(data: Published, reading: Reading): OrganizationFacts {
  const id = idOf(data);
  const address = readAddress(id) ?? null;
  if (address === null && id !== undefined && id !== null) reading.note('BAD_ID', `The @id of its organisation is ${quote(id)}, which is no absolute URL.`);
  return { id: address, name: readName(data['name'] ?? data['legalName']), url: readAddress(data['url']) ?? null };
}

/** An organisation as a thing of its own. */
export function organizationThing(id: string, organization: OrganizationFacts): ThingFacts {
  return thing('ORGANIZATION', id, { name: organization.name, url: organization.url, organization, organizationId: id });
}
