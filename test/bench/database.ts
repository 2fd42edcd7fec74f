import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/** Runs a statement and gives its rows. */
export type Ask = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Says that nothing more is asked. */
export const END = '';

/** A connection of the bench's own, on either database. */
export async function openDatabase(databaseUrl: string): Promise<Ask> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { timeout: 10_000 });
    return async (text) => (text === END ? (database.close(), []) : database.prepare(text).all());
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return async (text) => (text === END ? (await client.end(), []) : (await client.query<Record<string, unknown>>(text)).rows);
}
