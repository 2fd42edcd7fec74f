import { sql, type RawBuilder } from 'kysely';

/** Whether a column contains a text, in capitals or not (on SQLite as far as ASCII goes). It reads every row that nothing else rules out. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape ${sql.lit('\\')}`;
}
