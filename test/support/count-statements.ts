import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Client } from 'pg';

const heard: string[] = [];
/** What every request pays once on PostgreSQL; rate-limits.test.ts counts it. */
const RATE = /^\s*insert into rate_minute/;
/** What a caller's key is looked up with, once a second at most; known-keys.test.ts counts it. */
const KEY = /^select\b[^(]*\bfrom ["`]api_key["`] where ["`]id["`] = \S+$/;
/** What begins and ends a look that the reads of one turn share on SQLite; node-sqlite.test.ts counts it. */
const LOOK = /^(?:begin deferred|end)$/;
/** What every gateway asks once a second by itself, whatever anybody else does: what is to be done, to be sent, to be harvested, to be ended and to be forgotten. */
const LOOKS = /^select\b.*\bfrom ["`](?:outbox_task|webhook_(?:delivery|credential|attempt))\b|^select\b.*\bfrom ["`]webhook_endpoint["`] as ["`]endpoint["`] where exists|^select ["`]c0["`]\.["`]\w+["`](?:, ["`]c0["`]\.["`]\w+["`])* from ["`]checkout(?:_session)?["`] as|^delete from ["`]idempotency_key\b|^select ["`]quote_id["`] from ["`]customer_order["`] where ["`]state["`]|^select ["`]id["`] from ["`](?:feed|stale_thing)["`]|^select ["`]session["`]\.["`]identifier["`] from ["`]checkout_session["`]/s;

/**
 * Hears every SQL statement that this process runs from now on, at the very end of the databases' own clients, so that no
 * way through Kysely or the ORM gets around it: plain reads, units of work, and what begins and ends their transactions.
 */
export function countStatements(): { during<T>(work: () => Promise<T>): Promise<readonly [statements: readonly string[], result: T]> } {
  hearAll();
  return {
    during: async (work) => {
      const before = heard.length;
      const result = await work();
      return [heard.slice(before).filter((sql) => !LOOKS.test(sql) && !RATE.test(sql) && !KEY.test(sql) && !LOOK.test(sql)), result] as const;
    },
  };
}

const hearAll = once(() => {
  hear(Client.prototype, 'query', (_client, query) => (typeof query === 'string' ? query : (query as { text: string }).text)); // the two ways in which pg is asked
  hear(DatabaseSync.prototype, 'exec', (_database, sql) => String(sql));
  for (const method of ['all', 'get', 'iterate', 'run'] as const) hear(StatementSync.prototype, method, (statement) => (statement as StatementSync).sourceSQL);
});

/** Puts an ear at a method of all objects of a class. */
function hear<M extends string>(prototype: Record<M, unknown>, method: M, sqlOf: (self: unknown, first: unknown) => string): void {
  const original = prototype[method] as (...args: unknown[]) => unknown; // a method, by its name
  Object.assign(prototype, {
    [method](this: unknown, ...args: unknown[]) {
      heard.push(sqlOf(this, args[0]));
      return original.apply(this, args);
    },
  });
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
