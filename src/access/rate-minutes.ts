import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../store/tables.js';

/** A minute as it stands after a request has been counted. */
export interface Minute {
  readonly requests: number;
  readonly fields: number;
  readonly leftMs: number;
}

/** Counts one more request of somebody, and fields that it has spent since the last one. The first request begins a minute. */
export type CountRequest = (holder: string, fields: number) => Promise<Minute>;

const MINUTE_MS = 60_000;

/** Counts in this process, for SQLite, which has no other. */
export function ownMinutes(): CountRequest {
  const minutes = new Map<string, { endsAtMs: number; requests: number; fields: number }>();
  let sweptAtMs = 0;
  return async (holder, fields) => {
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

/** Counts for all processes on one PostgreSQL, in one statement and by the database's clock. Its table is unlogged: a crash forgives what was spent. */
export function sharedMinutes(reads: Kysely<Tables>): CountRequest {
  return async (holder, fields) => {
    const key = createHash('sha256').update(holder).digest('base64url');
    const { rows } = await sql<{ requests: number; fields: number; left_ms: number | string }>`
      insert into rate_minute as m (holder, ends_at, requests, fields) values (${key}, now() + interval '1 minute', 1, ${fields})
      on conflict (holder) do update set
        requests = case when m.ends_at <= now() then 1 else m.requests + 1 end,
        fields = case when m.ends_at <= now() then excluded.fields else m.fields + excluded.fields end,
        ends_at = case when m.ends_at <= now() then excluded.ends_at else m.ends_at end
      returning requests, fields, extract(epoch from ends_at - now()) * 1000 as left_ms`.execute(reads);
    const [row] = rows;
    if (!row) throw new Error('a counted minute came back without a row');
    return { requests: row.requests, fields: row.fields, leftMs: Number(row.left_ms) };
  };
}

/** Forgets minutes that are over. Gives how many. */
export async function forgetMinutes(reads: Kysely<Tables>): Promise<number> {
  const { numAffectedRows } = await sql`delete from rate_minute where ends_at < now()`.execute(reads);
  return Number(numAffectedRows ?? 0);
}
