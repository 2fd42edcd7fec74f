import { readFileSync, writeFileSync } from 'node:fs';
import { Environment } from '../config.js';
import { mutationErrorsTable, RestDoor, restErrorsTable, routesTable, settingsTable, webhookKindsTable } from './document-tables.js';
import { buildSchema } from '../schema.js';

/** The documents that have tables of ours between marks. */
export const DOCUMENTS = ['docs/operator.md', 'docs/broker-graphql.md', 'docs/broker-rest.md', 'docs/webhooks.md'] as const;

const MARKED = /(<!-- generated: (\S+) -->\n)[^]*?(<!-- end of generated -->)/g;

/** A document with what stands between its marks made anew. Throws where a mark names no table. */
export function refreshed(text: string): string {
  const tables = allTables();
  return text.replaceAll(MARKED, (_whole, begin: string, name: string, end: string) => {
    const made = tables[name];
    if (made === undefined) throw new Error(`there is no table ${name}`);
    return `${begin}\n${made}\n\n${end}`;
  });
}

function allTables(): Readonly<Record<string, string>> {
  const schema = buildSchema();
  const door = RestDoor.parse(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
  return {
    settings: settingsTable(Environment),
    routes: routesTable(door),
    'rest-errors': restErrorsTable(door),
    'mutation-errors': mutationErrorsTable(schema),
    'webhook-kinds': webhookKindsTable(schema),
  };
}

if (import.meta.main) {
  for (const path of DOCUMENTS) writeFileSync(path, refreshed(readFileSync(path, 'utf8')));
}
