import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Awaitable } from '../shared/awaitable.js';
import { parameter, Prepared } from '../store/prepared.js';
import type { Tables } from '../store/tables.js';

/** A minute as it stands after a request has been counted. */
export interface Minute {
  readonly requests: number;
  readonly fields: number;
  readonly leftMs: number;
}

/** Counts one more request of somebody, and fields that it has spent since the last one. The first request begins a minute. */
export type CountRequest = (holder: string, fields: number) => Awaitable<Minute>;

const MINUTE_MS = 60_000;

/** Counts in this process, for SQLite, which has no other. */
export function ownMinutes(): CountRequest {
  const minutes = new Map<string, { endsAtMs: number; requests: number; fields: number }>();
  let sweptAtMs = 0;
  return (holder, fields) => {
    const nowMs = performance.now();
    if (nowMs - sweptAtMs > MINUTE_MS) {
      sweptAtMs = nowMs;
      for (const [key, { endsAtMs }] of minutes) if (endsAtMs <= nowMs) minutes.delete(key);
    }
    const known = minutes.get(holder);
    const minute = known && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + MINUTE_MS, requests: 0, fields: 0 };
    minute.requests += 1;
    minute.fields += fields;
    minutes.set(holder, minute);
    return { requests: minute.requests, fields: minute.fields, leftMs: minute.endsAtMs - nowMs };
  };
}

/**
 * Counts for all processes on one PostgreSQL, in one statement and by the database's clock. Its table is unlogged: a crash
 * forgives what was spent. Whoever comes while a statement of the same holder runs is counted by the next one, with all
 * others who wait; each still learns which request of the minute its own was.
 */
export function sharedMinutes(reads: Kysely<Tables>): CountRequest {
  const counting = new Map<string, readonly Waiting[]>();
  const countAll = async (holder: string, batch: readonly Waiting[]): Promise<void> => {
    counting.set(holder, []);
    await tell(batch, countTogether(reads, holder, batch));
    const next = counting.get(holder) ?? [];
    counting.delete(holder);
    if (next.length > 0) void countAll(holder, next);
  };
  const begin = AsyncLocalStorage.bind(countAll); // no one request's time ends what others wait for
  return (holder, fields) =>
    new Promise<Minute>((resolve, reject) => {
      const one = { fields, resolve, reject };
      const others = counting.get(holder);
      if (others) counting.set(holder, [...others, one]);
      else void begin(holder, [one]);
    });
}

interface Waiting {
  readonly fields: number;
  readonly resolve: (minute: Minute) => void;
  readonly reject: (cause: unknown) => void;
}

/** Who came first gets the smallest number. */
async function tell(batch: readonly Waiting[], running: Promise<Minute>): Promise<void> {
  try {
    const { requests, fields, leftMs } = await running;
    for (const [index, { resolve }] of batch.entries()) resolve({ requests: requests - (batch.length - 1 - index), fields, leftMs });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

interface MinuteRow {
  readonly requests: number;
  readonly fields: number;
  readonly left_ms: number | string;
}

const COUNT = new Prepared<Readonly<Record<'key' | 'requests' | 'fields', unknown>>, MinuteRow>((on) => ({
  compile: () =>
    sql<MinuteRow>`
      insert into rate_minute as m (holder, ends_at, requests, fields) values (${parameter('key')}, now() + interval '1 minute', ${parameter('requests')}, ${parameter('fields')})
      on conflict (holder) do update set
        requests = case when m.ends_at <= now() then excluded.requests else m.requests + excluded.requests end,
        fields = case when m.ends_at <= now() then excluded.fields else m.fields + excluded.fields end,
        ends_at = case when m.ends_at <= now() then excluded.ends_at else m.ends_at end
      returning requests, fields, extract(epoch from ends_at - now()) * 1000 as left_ms`.compile(on),
}));

async function countTogether(reads: Kysely<Tables>, holder: string, batch: readonly Waiting[]): Promise<Minute> {
  const spent = batch.reduce((sum, { fields }) => sum + fields, 0);
  const [row] = await COUNT.rows(reads, { key: hash('sha256', holder, 'base64url'), requests: batch.length, fields: spent });
  if (!row) throw new Error('a counted minute came back without a row');
  return { requests: row.requests, fields: row.fields, leftMs: Number(row.left_ms) };
}

/** Forgets minutes that are over. Gives how many. */
export async function forgetMinutes(reads: Kysely<Tables>): Promise<number> {
  const { numAffectedRows } = await sql`delete from rate_minute where ends_at < now()`.execute(reads);
  return Number(numAffectedRows ?? 0);
}
