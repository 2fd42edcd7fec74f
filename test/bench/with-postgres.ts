import startPostgres from '../support/postgres.js';
import { Client } from 'pg';

/** An empty database on a server of its own, or on that of POSTGRES_URL; both are as they were afterwards. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const given = process.env['POSTGRES_URL'];
  if (given !== undefined) return inDatabase(given, work);
  const provided: { url?: string } = {};
  const stop = await startPostgres({ provide: (_name, url) => Object.assign(provided, { url }) });
  try {
    await inDatabase(provided.url ?? '', work);
  } finally {
    await stop();
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
