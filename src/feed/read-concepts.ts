import { allOf, isPublished, readAddress, readName } from './published-text.js';
import type { ConceptFacts } from './thing.facts.js';
import { idOf } from './words.js';

/** Of one item; the whole activity list has fewer than 800. */
const MAX_CONCEPTS = 50;

/** Activities and kinds of facility, each once: by its address in a list, or by its words. Without words it cannot be shown and is left out. */
export function readConcepts(...values: readonly unknown[]): readonly ConceptFacts[] | null {
  const concepts = new Map<string, ConceptFacts>();
  for (const value of values.flatMap(allOf).slice(0, MAX_CONCEPTS)) {
    const concept = readConcept(value);
    const key = concept && (concept.id ?? concept.label.toLowerCase());
    if (concept && key !== null && !concepts.has(key)) concepts.set(key, concept);
  }
  return concepts.size === 0 ? null : [...concepts.values()];
}

function readConcept(value: unknown): ConceptFacts | null {
  const isObject = isPublished(value);
  const label = readName(isObject ? value['prefLabel'] ?? value['name'] : value);
  if (label === null || (!isObject && readAddress(value) !== undefined)) return null;
  return { id: (isObject ? readAddress(idOf(value)) : undefined) ?? null, label };
}
