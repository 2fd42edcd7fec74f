import type { EntityManager } from '@mikro-orm/sql';
import { sql, type Kysely } from 'kysely';
import { newUuid } from '../shared/ids.js';
import type { Store } from '../store/open-store.js';
import { namesOf, rowsOf } from '../store/rows.js';
import type { Tables } from '../store/tables.js';
import { judgeEndpoints } from './judge-endpoints.js';
import { nextAttemptAt } from './retry-schedule.js';
import { webhookDeliveryLifecycle, type WebhookDeliveryState } from './webhook-delivery.lifecycle.js';

/** How an attempt ended. */
export interface AttemptReport {
  readonly id: string;
  /** Which attempt, from 0: a report that comes twice counts once. */
  readonly attempt: number;
  /** By the sender's clock. */
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The status of HTTP; null when there was no answer. */
  readonly status: number | null;
  /** Why there was none, in a few words. */
  readonly error: string | null;
  /** The beginning of the answer; null when there was none. */
  readonly answer: string | null;
  readonly retryAfterSeconds: number | null;
}

interface Parts {
  readonly em: EntityManager;
  readonly storeKind: Store['kind'];
  readonly now: Date;
  /** From 0 to 1, for the jitter. */
  readonly random: () => number;
}

/** A report that counts, with what it does to its delivery. */
export interface CountedAttempt extends AttemptReport {
  readonly endpointId: string;
  readonly isTest: boolean;
  readonly isAccepted: boolean;
  readonly state: WebhookDeliveryState;
  /** When it is tried again; undefined when it is not. */
  readonly next: Date | undefined;
}

/** Of an answer and of an error, in characters; a sender keeps to 2 KiB of bytes. */
const LONGEST_ANSWER = 2_048;
const LONGEST_ERROR = 200;

/**
 * Any 2xx is a success; everything else is tried again by the schedule until its last attempt, a test never. (our choice)
 * All of it in one transaction, which takes the deliveries first: a repeat, or a report of somebody whose attempt another has
 * overtaken, counts nothing. Gives those that count.
 */
export async function reportDeliveries(reports: readonly AttemptReport[], { em, storeKind, now, random }: Parts): Promise<readonly CountedAttempt[]> {
  if (reports.length === 0) return [];
  return em.transactional(async (tx) => {
    const db = tx.getKysely<Tables>();
    const counted = await judge(db, reports, { storeKind, now, random });
    if (counted.length === 0) return [];
    await moveOn(db, counted, storeKind, now);
    await keepAttempts(db, counted, storeKind);
    await judgeEndpoints(db, counted, now);
    return counted;
  });
}

type TakenRow = Pick<Tables['webhook_delivery'], 'id' | 'endpoint_id' | 'kind' | 'attempts' | 'schedule_start'>;

async function judge(db: Kysely<Tables>, reports: readonly AttemptReport[], { storeKind, now, random }: Omit<Parts, 'em'>): Promise<readonly CountedAttempt[]> {
  const { rows } = await sql<TakenRow>`select delivery.id, endpoint_id, kind, attempts, schedule_start from ${idsOf(reports, storeKind)} cross join webhook_delivery as delivery
    where delivery.id = given.id and (state = 'PENDING') is true order by delivery.id ${sql.raw(storeKind === 'postgres' ? 'for update of delivery' : '')}`.execute(db); // a cross join for SQLite, and no state to look up by: nobody is to read all that is pending
  const pending = new Map(rows.map((row) => [row.id, row]));
  const counted: CountedAttempt[] = [];
  for (const report of reports) {
    const row = pending.get(report.id);
    if (row?.attempts !== report.attempt) continue;
    pending.delete(report.id);
    const isTest = row.kind === 'TEST';
    const isAccepted = report.status !== null && report.status >= 200 && report.status < 300;
    const next = isAccepted || isTest ? undefined : nextAttemptAt(report.attempt + 1 - row.schedule_start, report.retryAfterSeconds ?? undefined, now, random());
    counted.push({ ...report, answer: storable(report.answer, LONGEST_ANSWER), error: storable(report.error, LONGEST_ERROR), endpointId: row.endpoint_id, isTest, isAccepted, state: stateAfter(isAccepted, next), next });
  }
  return counted;
}

function stateAfter(isAccepted: boolean, next: Date | undefined): WebhookDeliveryState {
  if (next) return 'PENDING';
  const state = webhookDeliveryLifecycle.next('PENDING', isAccepted ? 'ACCEPTED' : 'LAST_ATTEMPT_FAILED');
  if (!state) throw new Error('the table of states lost a row');
  return state;
}

/** Neither cut through a character. */
function storable(text: string | null, longest: number): string | null {
  return text === null ? null : text.slice(0, longest).toWellFormed();
}

/** What ended alike moves in one statement: most often all that were accepted. */
async function moveOn(db: Kysely<Tables>, counted: readonly CountedAttempt[], storeKind: Store['kind'], now: Date): Promise<void> {
  const alike = Map.groupBy(counted, ({ state, attempt, next }) => JSON.stringify([state, attempt, next]));
  for (const group of alike.values()) {
    const [first] = group;
    if (!first) continue;
    const { state, attempt, next } = first;
    const when = next ? sql`due_at = ${next}` : sql`ended_at = ${now}`;
    await sql`update webhook_delivery set state = ${state}, attempts = ${attempt + 1}, leased_until = null, ${when} where id in (select id from ${idsOf(group, storeKind)})`.execute(db);
  }
}

const ATTEMPT = { id: 'uuid', delivery_id: 'uuid', number: 'integer', at: 'instant', duration_ms: 'integer', status: 'integer', error: 'text', answer: 'text' } as const;

async function keepAttempts(db: Kysely<Tables>, counted: readonly CountedAttempt[], storeKind: Store['kind']): Promise<void> {
  const attempts = counted.map(({ id, attempt, startedAt, durationMs, status, error, answer }) => ({ id: newUuid(), delivery_id: id, number: attempt + 1, at: startedAt, duration_ms: durationMs, status, error, answer }));
  await sql`insert into webhook_attempt (${namesOf(ATTEMPT)}) select ${namesOf(ATTEMPT)} from ${rowsOf(storeKind, ATTEMPT, attempts)} where true on conflict (delivery_id, number) do nothing`.execute(db);
}

function idsOf(deliveries: readonly { readonly id: string }[], storeKind: Store['kind']) {
  return rowsOf(storeKind, { id: 'uuid' }, deliveries.map(({ id }) => ({ id })));
}
