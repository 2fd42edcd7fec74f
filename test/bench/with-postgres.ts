import { Client } from 'pg';
import { startPostgresServer } from '../support/postgres.js';

/** An empty database on a server of its own, or on that of POSTGRES_URL; both are as they were afterwards. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const given = process.env['POSTGRES_URL'];
  if (given !== undefined) return inDatabase(given, work);
  const server = await startPostgresServer(['synchronous_commit=on', 'fsync=on', 'shared_buffers=256MB', 'max_wal_size=4GB']);
  try {
    await inDatabase(server.url, work);
  } finally {
    await server.stop();
  }
}

async function inDatabase(server: string, work: (url: string) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query('drop database if exists courtside_bench');
  await client.query('create database courtside_bench');
  try {
    await work(`${server}/courtside_bench`);
  } finally {
    await client.query('drop database courtside_bench');
    await client.end();
  }
}
