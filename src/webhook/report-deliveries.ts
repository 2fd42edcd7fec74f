import type { EntityManager } from '@mikro-orm/sql';
import type { Tables } from '../store/tables.js';
import { nextAttemptAt } from './retry-schedule.js';
import { webhookDeliveryLifecycle } from './webhook-delivery.lifecycle.js';

/** What a sender has rendered, before it sends it. */
export interface RenderedBody {
  readonly id: string;
  readonly body: string;
}

/** How an attempt ended. */
export interface AttemptReport {
  readonly id: string;
  /** Which attempt, from 0: a report that comes twice counts once. */
  readonly attempt: number;
  /** The status of HTTP; null when there was no answer. */
  readonly status: number | null;
  /** Why there was none, in a few words. */
  readonly error: string | null;
  readonly retryAfterSeconds: number | null;
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  /** From 0 to 1, for the jitter. */
  readonly random: () => number;
}

/** Keeps the bytes of deliveries before they are sent for the first time. The first writer wins, and everybody is told what it wrote. */
export async function recordBodies(rendered: readonly RenderedBody[], { em }: Pick<Parts, 'em'>): Promise<readonly RenderedBody[]> {
  return em.transactional(async (tx) => {
    for (const { id, body } of rendered.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await tx.getKysely<Tables>().updateTable('webhook_delivery').set({ body }).where('id', '=', id).where('state', '=', 'PENDING').where('body', 'is', null).execute();
    }
    const ids = rendered.map(({ id }) => id);
    const kept = ids.length === 0 ? [] : await tx.getKysely<Tables>().selectFrom('webhook_delivery').where('id', 'in', ids).select(['id', 'body']).execute();
    return kept.flatMap(({ id, body }) => (body === null ? [] : { id, body }));
  });
}

/** Any 2xx is a success; everything else is tried again by the schedule until its last attempt. (our choice) */
export async function reportDeliveries(reports: readonly AttemptReport[], parts: Parts): Promise<void> {
  for (const report of reports) await reportOne(report, parts);
}

const GONE = 410;

async function reportOne({ id, attempt, status, error, retryAfterSeconds }: AttemptReport, { em, now, random }: Parts): Promise<void> {
  const isAccepted = status !== null && status >= 200 && status < 300;
  const attempts = attempt + 1;
  const next = isAccepted ? undefined : nextAttemptAt(attempts, retryAfterSeconds ?? undefined, now, random());
  const state = isAccepted ? webhookDeliveryLifecycle.next('PENDING', 'ACCEPTED') : next ? 'PENDING' : webhookDeliveryLifecycle.next('PENDING', 'LAST_ATTEMPT_FAILED');
  if (!state) throw new Error('the table of states lost a row');
  await em.transactional(async (tx) => {
    const db = tx.getKysely<Tables>();
    const moved = await db
      .updateTable('webhook_delivery')
      .set({ state, attempts, last_status: status, last_error: error, ...(next ? { due_at: next } : { ended_at: now }) })
      .where('id', '=', id)
      .where('state', '=', 'PENDING')
      .where('attempts', '=', attempt)
      .returning('endpoint_id')
      .executeTakeFirst();
    if (moved && status === GONE) await db.updateTable('webhook_endpoint').set({ disabled_at: now }).where('id', '=', moved.endpoint_id).where('disabled_at', 'is', null).execute();
  });
}
