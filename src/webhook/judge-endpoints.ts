import type { Kysely } from 'kysely';
import { addSeconds } from '../shared/clock.js';
import type { Tables } from '../store/tables.js';
import type { DisabledReason } from './webhook-endpoint.entity.js';

/** What a receiver says that wants no more, ever. */
const GONE = 410;
/** An endpoint at which nothing else has happened for so long hears no more. (our choice) */
export const LONGEST_FAILING_DAYS = 5;
const DAY_SECONDS = 86_400;
/** A body that we cannot write is no fault of the receiver's. */
export const UNWRITABLE = 'cannot be written';

/** What counts of an attempt for the endpoint it went to. */
interface EndedAttempt {
  readonly endpointId: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly isTest: boolean;
  readonly isAccepted: boolean;
}

/** What attempts say about where they went, in the order in which they ended. Tests say nothing. */
export async function judgeEndpoints(db: Kysely<Tables>, counted: readonly EndedAttempt[], now: Date): Promise<void> {
  const telling = counted.filter(({ isTest, error }) => !isTest && error !== UNWRITABLE).toSorted((a, b) => endOf(a) - endOf(b));
  const byEndpoint = [...Map.groupBy(telling, ({ endpointId }) => endpointId)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const failing = await readFailing(db, byEndpoint.map(([endpointId]) => endpointId));
  for (const [endpointId, attempts] of byEndpoint) {
    if (failing.has(endpointId) && attempts.some(({ isAccepted }) => isAccepted)) await db.updateTable('webhook_endpoint').set({ failing_since: null }).where('id', '=', endpointId).where('failing_since', 'is not', null).execute();
    if (attempts.at(-1)?.isAccepted === false) await noteFailure(db, endpointId, now);
    if (attempts.some(({ status }) => status === GONE)) await disable(db, endpointId, 'GONE', now);
  }
}

/** Most often none, and then nothing is written. */
async function readFailing(db: Kysely<Tables>, endpointIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (endpointIds.length === 0) return new Set();
  const rows = await db.selectFrom('webhook_endpoint').where('id', 'in', endpointIds).where('failing_since', 'is not', null).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

function endOf({ startedAt, durationMs }: EndedAttempt): number {
  return startedAt.getTime() + durationMs;
}

async function noteFailure(db: Kysely<Tables>, endpointId: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await db.updateTable('webhook_endpoint').set({ failing_since: now }).where('id', '=', endpointId).where('failing_since', 'is', null).executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const tooLong = await db.selectFrom('webhook_endpoint').where('id', '=', endpointId).where('failing_since', '<=', addSeconds(now, -LONGEST_FAILING_DAYS * DAY_SECONDS)).select('id').executeTakeFirst();
  if (tooLong) await disable(db, endpointId, 'FAILING', now);
}

async function disable(db: Kysely<Tables>, endpointId: string, reason: DisabledReason, now: Date): Promise<void> {
  await db.updateTable('webhook_endpoint').set({ disabled_at: now, disabled_reason: reason }).where('id', '=', endpointId).where('disabled_at', 'is', null).execute();
}
