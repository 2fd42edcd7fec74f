import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { addSeconds } from '../shared/clock.js';
import type { Tables } from '../store/tables.js';

const DAY = 86_400;
/** Our choice: after that nobody asks what a delivered webhook said. What was not delivered is kept, so that it can be. */
export const DELIVERED_KEPT_SECONDS = 30 * DAY;
/** Our choice: after that nobody asks how often a webhook was tried that has come to its end. */
export const ATTEMPTS_KEPT_SECONDS = 90 * DAY;
const MOST_AT_ONCE = 500;

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
}

/**
 * Forgets what webhooks have said to whom, once it is not needed any more, and says of how many deliveries and attempts;
 * at most 500 of each at a time. A delivery that is sent again meanwhile keeps what it has.
 */
export async function forgetDeliveries(parts: Parts): Promise<number> {
  return (await forgetBodies(parts)) + (await forgetAttempts(parts));
}

async function forgetBodies({ em, reads, now }: Parts): Promise<number> {
  const last = addSeconds(now, -DELIVERED_KEPT_SECONDS);
  const old = await reads.selectFrom('webhook_delivery').where('state', '=', 'DELIVERED').where('ended_at', '<=', last).where('facts', 'is not', null).limit(MOST_AT_ONCE).select('id').execute();
  if (old.length === 0) return 0;
  return em.transactional(async (tx) => {
    const ids = old.map(({ id }) => id);
    const db = tx.getKysely<Tables>();
    const forgotten = await db.updateTable('webhook_delivery').set({ facts: null, body: null }).where('id', 'in', ids).where('state', '=', 'DELIVERED').where('ended_at', '<=', last).returning('id').execute();
    const forgottenIds = forgotten.map(({ id }) => id);
    if (forgottenIds.length > 0) await db.updateTable('webhook_attempt').set({ answer: null }).where('delivery_id', 'in', forgottenIds).where('answer', 'is not', null).execute();
    return forgotten.length;
  });
}

async function forgetAttempts({ em, reads, now }: Parts): Promise<number> {
  const last = addSeconds(now, -ATTEMPTS_KEPT_SECONDS);
  const old = await reads
    .selectFrom('webhook_attempt as attempt')
    .innerJoin('webhook_delivery as delivery', 'delivery.id', 'attempt.delivery_id')
    .where('attempt.at', '<=', last)
    .where('delivery.ended_at', 'is not', null)
    .limit(MOST_AT_ONCE)
    .select('attempt.id')
    .execute();
  if (old.length === 0) return 0;
  const ended = em.getKysely<Tables>().selectFrom('webhook_delivery').where('ended_at', 'is not', null).select('id');
  const { numDeletedRows } = await em
    .getKysely<Tables>()
    .deleteFrom('webhook_attempt')
    .where('id', 'in', old.map(({ id }) => id))
    .where('delivery_id', 'in', ended)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
