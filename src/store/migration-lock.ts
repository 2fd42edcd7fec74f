import { DatabaseSync } from 'node:sqlite';

/** Any number that nobody else locks in this database. */
const ADVISORY_LOCK = 5_020_318;
const LONGEST_WAIT_MS = 120_000;

/** One at a time migrates: on PostgreSQL whoever holds a lock of the session, which goes with the connection, however the process ends. */
export async function lockedPostgres<T>(url: string, work: () => Promise<T>): Promise<T> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url, application_name: 'courtside migrate' });
  client.on('error', () => {}); // the lock is gone with it; what is under way is a transaction of its own
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

/** On SQLite whoever holds a transaction on a file beside the database, which stays there, empty. */
export async function lockedSqlite<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(`${path}.migrating`, { timeout: LONGEST_WAIT_MS });
  try {
    lock.exec('begin exclusive');
    return await work();
  } finally {
    lock.close();
  }
}
