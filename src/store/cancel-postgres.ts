import { Client, type Pool, type PoolClient } from 'pg';
import { onOverTime, requireTime } from '../shared/time-limit.js';
import { named } from './statement-names.js';

/** What ends a transaction must always get through. */
const ENDS = /^\s*(rollback|commit|release)/i;
const LONGEST_CANCEL_MS = 2_000;

/**
 * Holds every connection of the pool to the time limit of the operation that uses it: no statement begins after its
 * end, and one that runs then is cancelled on the server. The connection comes back when the cancelling is done, so that
 * it never meets somebody else's statement.
 */
export function cancelOverTime(pool: Pool, url: string): void {
  pool.on('connect', (client) => {
    const query = (...given: unknown[]): unknown => Reflect.apply(Client.prototype.query, client, given); // oxlint-disable-line typescript/unbound-method -- it is bound here
    const bound = (...given: unknown[]): unknown => {
      const [text, values, callback] = given;
      if (typeof text !== 'string' || typeof callback === 'function' || ENDS.test(text)) return query(...given);
      const asked = named(text, values);
      return cancellable(client, url, () => (asked ? query(asked) : query(...given)) as Promise<unknown>);
    };
    client.query = bound as typeof client.query; // the same, for every overload
  });
}

async function cancellable(client: PoolClient, url: string, query: () => Promise<unknown>): Promise<unknown> {
  requireTime();
  let cancelling: Promise<void> | undefined;
  const settled = onOverTime(() => (cancelling = cancel(client, url).catch(() => {}))); // it ends by itself, then
  try {
    return await query();
  } finally {
    settled();
    await cancelling;
  }
}

/** A connection of its own: the pool's may all be busy with what is to be cancelled. Past a pooler it reaches nothing; set `statement_timeout` there. */
async function cancel(client: PoolClient, url: string): Promise<void> {
  const { processID } = client as PoolClient & { readonly processID?: number | null }; // of pg's Client, which its types leave out
  if (processID === undefined || processID === null) return;
  const control = new Client({ connectionString: url, application_name: 'courtside cancel', connectionTimeoutMillis: LONGEST_CANCEL_MS });
  control.on('error', () => {});
  await control.connect();
  try {
    await control.query('select pg_cancel_backend($1)', [processID]);
  } finally {
    await control.end();
  }
}
