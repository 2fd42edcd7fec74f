import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from './shared/clock.js';
import { lackedMigrations, type Store } from './store/open-store.js';
import { toInstant } from './store/tables.js';

/** One thing that must hold before requests are sent here. What is told of it names no person and no address. */
export interface Check {
  readonly isOk: boolean;
  /** What is the matter; the log has the cause. */
  readonly problem?: string;
  readonly overdueSeconds?: number;
}

export interface Readiness {
  readonly isReady: boolean;
  readonly checks: { readonly store: Check; readonly migrations: Check; readonly outbox: Check };
}

export interface HealthSettings {
  /** For how long a task may be overdue before this gateway calls itself not ready. */
  readonly maxOutboxLagSeconds: number;
}

/** A database that does not answer within this is not there. */
const LONGEST_CHECK_MS = 2_000;
const NOT_REACHED: Check = { isOk: false, problem: 'the database does not answer' };

/** Looks at the store with three small statements. Who asks while that is under way gets the same answer, so asking often costs little. */
export function readinessOf(store: Store, clock: Clock, { maxOutboxLagSeconds }: HealthSettings): () => Promise<Readiness> {
  let underWay: Promise<Readiness> | undefined;
  const look = async (): Promise<Readiness> => {
    const unreached = { isReady: false, checks: { store: NOT_REACHED, migrations: NOT_REACHED, outbox: NOT_REACHED } };
    if (!(await inTime(sql`select 1`.execute(store.reads).then(() => true), false))) return unreached;
    const [migrations, outbox] = await Promise.all([inTime(checkMigrations(store), NOT_REACHED), inTime(checkOutbox(store, clock.now(), maxOutboxLagSeconds), NOT_REACHED)]);
    return { isReady: migrations.isOk && outbox.isOk, checks: { store: { isOk: true }, migrations, outbox } };
  };
  return () => (underWay ??= look().finally(() => (underWay = undefined)));
}

async function checkMigrations(store: Store): Promise<Check> {
  const pending = await lackedMigrations(store);
  return pending.length === 0 ? { isOk: true } : { isOk: false, problem: `not applied: ${pending.join(', ')}` };
}

/** A failed task is due later, so what is overdue has found nobody at all to do it. */
async function checkOutbox({ reads }: Store, now: Date, maxLagSeconds: number): Promise<Check> {
  const oldest = await reads.selectFrom('outbox_task').where('done_at', 'is', null).where('due_at', '<=', now).orderBy('due_at').limit(1).select('due_at').executeTakeFirst();
  const overdueSeconds = oldest ? Math.max(0, Math.round((now.getTime() - toInstant(oldest.due_at).getTime()) / 1000)) : 0;
  return overdueSeconds <= maxLagSeconds ? { isOk: true, overdueSeconds } : { isOk: false, problem: 'tasks wait for too long', overdueSeconds };
}

/** What came of it, or the other value after a failure or too long a time. */
async function inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
  const over = new AbortController();
  const late = pause(LONGEST_CHECK_MS, otherwise, { signal: over.signal, ref: false }).catch(() => otherwise);
  try {
    return await Promise.race([work.catch(() => otherwise), late]);
  } finally {
    over.abort();
  }
}

const HEADERS = { 'cache-control': 'no-store', 'content-type': 'application/json', 'x-content-type-options': 'nosniff' };

/** `/livez`: this process answers. `/readyz`: requests may be sent here. Both for whoever runs it, without a limit on how often. */
export function mountHealth(server: FastifyInstance, readiness: () => Promise<Readiness>): void {
  server.get('/livez', (_request, reply) => reply.headers(HEADERS).send(Buffer.from('{"isAlive":true}')));
  server.get('/readyz', async (_request, reply) => {
    const ready = await readiness();
    return reply.code(ready.isReady ? 200 : 503).headers(HEADERS).send(Buffer.from(JSON.stringify(ready)));
  });
}
