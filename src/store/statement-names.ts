/** How many texts get a name. Each stays prepared on every connection that has run it, so what comes in ever new forms goes without. */
const MOST_NAMES = 400;

const names = new Map<string, string>();

/**
 * A statement with a name, so that PostgreSQL parses and plans it once for a connection. One without values gets none: its
 * values may stand in its text. One that selects `*` gets none either: once a migration adds a column, PostgreSQL refuses
 * what it has prepared ("cached plan must not change result type"), and the version before must go on meanwhile.
 */
export function named(text: string, values: unknown): { readonly name: string; readonly text: string; readonly values: unknown[] } | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const name = names.get(text) ?? newName(text);
  return name === undefined ? undefined : { name, text, values };
}

function newName(text: string): string | undefined {
  if (names.size >= MOST_NAMES || text.includes('*')) return undefined;
  const name = `courtside_${names.size}`;
  names.set(text, name);
  return name;
}
