import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
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

/** What pg's Client has beside its types: what the server has given it for being cancelled, and the line below, before anybody is asked for a password. */
interface Cancelled {
  readonly processID: number | null;
  readonly secretKey: number | null;
}
interface Line extends EventEmitter {
  connect(port: number | string, host?: string): void;
  readonly sslNegotiation: string;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
  readonly stream: Duplex;
}

/**
 * Asks as the protocol has it (CancelRequest), over a line of its own: the pool's may all be busy with what is to be cancelled.
 * It takes no place among the server's connections, and a pooler in between knows whose statement is meant, where
 * `pg_cancel_backend` would name a process that is none. Comes back when the other side hangs up: the signal is out then.
 */
async function cancel(client: PoolClient, url: string): Promise<void> {
  const { processID, secretKey } = client as PoolClient & Partial<Cancelled>;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return;
  const { host, port, ssl, connection } = new Client({ connectionString: url });
  const line = connection as unknown as Line; // of the same object, what its types leave out
  const gone = Promise.withResolvers<void>();
  const timer = setTimeout(() => line.stream.destroy(), LONGEST_CANCEL_MS);
  line.on('error', () => {}); // then it ends, too
  line.once('end', gone.resolve);
  line.once('connect', () => {
    if (!ssl) line.cancel(processID, secretKey);
    else if (line.sslNegotiation !== 'direct') line.requestSsl();
  });
  line.once('sslconnect', () => line.cancel(processID, secretKey));
  if (host.startsWith('/')) line.connect(`${host}/.s.PGSQL.${port}`);
  else line.connect(port, host);
  await gone.promise;
  clearTimeout(timer);
}
