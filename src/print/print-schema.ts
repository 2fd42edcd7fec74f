import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchema } from '../schema.js';

/** schema.graphql as it stands in the repository: sorted, so that a change shows where it happened. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildSchema()))}\n`;
}

if (import.meta.main) writeFileSync('schema.graphql', printedSchema());
