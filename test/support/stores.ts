import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { freshFolder } from './run-folder.js';

export const STORES = ['sqlite', 'postgres'] as const;
export type StoreKind = (typeof STORES)[number];

/** The address of an empty database of this kind, of its own for whoever asks. */
export async function freshDatabaseUrl(kind: StoreKind): Promise<string> {
  if (kind === 'sqlite') return `sqlite:${join(freshFolder(), 'test.db')}`;
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${server}/${name}`;
}
