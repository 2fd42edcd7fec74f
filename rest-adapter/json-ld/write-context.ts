import { TERMS, wireTermOf, type Term } from './terms.js';
import { CONTEXT, type Vocabulary } from './vocabulary.js';

/**
 * What stands at `{platform_url}`: every term of our own, and what OpenActive's context, which always stands before it,
 * leaves open about the members that we write. With both, a document expands without loss and is the same when it is
 * compacted again: arrays of one item stay arrays, addresses stay whole.
 */
export function writeContext({ platformUrl }: Pick<Vocabulary, 'platformUrl'>): object {
  const values = TERMS.filter(({ kind }) => kind !== 'value');
  return {
    [CONTEXT]: {
      '@version': 1.1,
      platform: `${platformUrl}/`,
      ...Object.fromEntries(values.map((term) => [wireTermOf(term), definitionOf(term, `${platformUrl}/${term.name}`)])),
      ...ARRAYS,
      OrderItem: { '@id': 'https://schema.org/OrderItem', '@context': { orderedItem: 'https://schema.org/orderedItem' } },
    },
  };
}

function definitionOf({ isAddress, isArray }: Term, address: string): string | object {
  if (isAddress) return { '@id': address, '@type': '@id', '@context': { platform: null } }; // else compacting would write platform:BackToBrokerLink
  return isArray ? { '@id': address, '@container': '@set' } : address;
}

/** Members of other vocabularies that hold arrays here. An OrderItem's own `orderedItem` is one thing. (contract §2) */
const ARRAYS = {
  orderedItem: { '@id': 'https://schema.org/orderedItem', '@container': '@set' },
  potentialAction: { '@id': 'https://schema.org/potentialAction', '@container': '@set' },
  accessCode: { '@id': 'https://schema.org/accessCode', '@container': '@set' },
  offers: { '@id': 'https://schema.org/offers', '@container': '@set' },
  activity: { '@id': 'https://openactive.io/activity', '@type': '@id', '@container': '@set' },
  facilityType: { '@id': 'https://openactive.io/facilityType', '@type': '@id', '@container': '@set' },
} as const;
