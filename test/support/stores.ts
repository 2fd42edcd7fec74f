import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { migrate, openStore } from '../../src/store/open-store.js';
import { freshFolder } from './run-folder.js';

export const STORES = ['sqlite', 'postgres'] as const;
export type StoreKind = (typeof STORES)[number];

/** The address of an empty database of this kind, of its own for whoever asks. */
export async function freshDatabaseUrl(kind: StoreKind): Promise<string> {
  if (kind === 'sqlite') return `sqlite:${join(freshFolder(), 'test.db')}`;
  return onServer((client) => createDatabase(client));
}

/** The same for who does not mind if migrations have run there: a copy of one that they ran on once, which is faster. */
export async function migratedDatabaseUrl(kind: StoreKind): Promise<string> {
  if (kind === 'sqlite') return copyOfMigratedFile();
  return onServer(async (client) => {
    await client.query('select pg_advisory_lock(1)'); // given back with the connection
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount === 0) await migrateTemplate(client);
    return createDatabase(client, TEMPLATE);
  });
}

async function copyOfMigratedFile(): Promise<string> {
  const [template, file] = [join(inject('runFolder'), 'migrated.db'), join(freshFolder(), 'test.db')];
  if (!existsSync(template)) await migrateFile(template);
  await copyFile(template, file);
  return `sqlite:${file}`;
}

/** Who comes second at the same time takes the place of the same. */
async function migrateFile(path: string): Promise<void> {
  const own = join(freshFolder(), 'migrated.db');
  await migrateAt(`sqlite:${own}`);
  await rename(own, path);
}

const TEMPLATE = 'migrated';

/** It gets its name when it is done, so that nobody copies half of it. */
async function migrateTemplate(client: Client): Promise<void> {
  const url = await createDatabase(client);
  await migrateAt(url);
  await client.query(`alter database ${url.slice(url.lastIndexOf('/') + 1)} rename to ${TEMPLATE}`);
}

async function migrateAt(url: string): Promise<void> {
  const store = await openStore(url);
  await migrate(store);
  await store.close();
}

async function createDatabase(client: Client, template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await client.query(`create database ${name} template ${template} strategy file_copy`); // a third of what it costs by way of the log
  return `${inject('postgresUrl')}/${name}`;
}

async function onServer(work: (client: Client) => Promise<string>): Promise<string> {
  const client = new Client({ connectionString: `${inject('postgresUrl')}/postgres` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
