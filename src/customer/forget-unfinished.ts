import type { EntityManager } from '@mikro-orm/sql';
import { addSeconds } from '../shared/clock.js';
import { retryDeadlock } from '../store/retry-deadlock.js';
import type { Tables } from '../store/tables.js';
import { eraseOrder, eraseSession } from './erase-person.js';

const DAY_SECONDS = 24 * 60 * 60;
/** Our choice: so long after its creation a session that came to nothing names its customer at the latest, and so does an order that failed. */
export const UNFINISHED_KEPT_SECONDS = 7 * DAY_SECONDS;
/** A caller's own name for a request means nothing after a day, and may be somebody's. */
const IDEMPOTENCY_KEY_KEPT_SECONDS = DAY_SECONDS;
const MOST_AT_ONCE = 100;

/** Forgets who did not book in the end, some at a time, and says how many. Money that is still on its way keeps its order until it has arrived. */
export async function forgetUnfinished(em: EntityManager, now: Date): Promise<number> {
  const db = em.getKysely<Tables>();
  const latest = addSeconds(now, -UNFINISHED_KEPT_SECONDS);
  const failed = await db.selectFrom('customer_order').where('state', '=', 'FAILED').where('erased_at', 'is', null).where('created_at', '<=', latest).limit(MOST_AT_ONCE).select('quote_id').execute();
  const sessions = await db
    .selectFrom('checkout_session as session')
    .where('session.state', 'in', ['EXPIRED', 'CANCELLED'])
    .where('session.erased_at', 'is', null)
    .where('session.created_at', '<=', latest)
    .where('session.variant', '=', 'AUTHENTICATED')
    .where((is) =>
      is.not(
        is.exists(
          is.selectFrom('order_quote as quote').innerJoin('customer_order as order', 'order.quote_id', 'quote.id').whereRef('quote.checkout_session_identifier', '=', 'session.identifier').where('order.state', '!=', 'FAILED').select('quote.id'),
        ),
      ),
    )
    .limit(MOST_AT_ONCE)
    .select('session.identifier')
    .execute();
  if (failed.length + sessions.length > 0) {
    const [orders, ended] = [failed.map(({ quote_id }) => quote_id).toSorted(), sessions.map(({ identifier }) => identifier).toSorted()]; // other processes look, too
    const forget = async (tx: EntityManager): Promise<void> => {
      for (const quoteId of orders) await eraseOrder(quoteId, tx.getKysely<Tables>(), now);
      for (const identifier of ended) await eraseSession(identifier, tx.getKysely<Tables>(), now);
    };
    await retryDeadlock(() => em.fork().transactional(forget));
  }
  return failed.length + sessions.length;
}

/** Forgets idempotency keys that count no longer, and says how many. */
export async function forgetIdempotencyKeys(em: EntityManager, now: Date): Promise<number> {
  const { numDeletedRows } = await em.getKysely<Tables>().deleteFrom('idempotency_key').where('created_at', '<', addSeconds(now, -IDEMPOTENCY_KEY_KEPT_SECONDS)).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
