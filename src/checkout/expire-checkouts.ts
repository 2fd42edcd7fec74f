import type { EntityManager } from '@mikro-orm/sql';
import { Order } from '../order/order.entity.js';
import { addTask } from '../outbox/add-task.js';
import { Checkout } from './checkout.entity.js';
import { checkoutSessionLifecycle, type CheckoutSessionState } from '../checkout-session/checkout-session.lifecycle.js';
import { CheckoutSession } from '../checkout-session/checkout-session.entity.js';

const MOST_AT_ONCE = 500;

/**
 * Ends the checkouts and sessions whose time is over, and says how many: readers see them as ended at once, so this is for
 * lists and for forgetting what was typed. Their holds run out by themselves.
 */
export async function expireCheckouts(em: EntityManager, now: Date): Promise<number> {
  const state = checkoutSessionLifecycle.next('OPEN', 'TIME_RAN_OUT');
  if (!state) throw new Error('the table of states lost a row');
  const over = await em.find(Checkout, { state: 'OPEN', expiresAt: { $lte: now } }, { fields: ['id', 'quoteId'], limit: MOST_AT_ONCE });
  if (over.length > 0) await em.transactional((tx) => end(over, state, tx, now));
  const sessions = await em.find(CheckoutSession, { state: 'OPEN', expiresAt: { $lte: now } }, { fields: ['identifier'], limit: MOST_AT_ONCE });
  if (sessions.length > 0) await em.nativeUpdate(CheckoutSession, { identifier: { $in: sessions.map(({ identifier }) => identifier) }, state: 'OPEN' }, { state });
  return over.length + sessions.length;
}

/** An order that waits to be paid is given up, once a payment that is under way has come to its end. */
async function end(over: readonly Pick<Checkout, 'id' | 'quoteId'>[], state: CheckoutSessionState, tx: EntityManager, now: Date): Promise<void> {
  await tx.nativeUpdate(Checkout, { id: { $in: over.map(({ id }) => id) }, state: 'OPEN' }, { state, customer: null, endedAt: now });
  const waiting = await tx.find(Order, { quote: { $in: over.map(({ quoteId }) => quoteId) }, state: 'PENDING_PAYMENT' });
  for (const { quote } of waiting) addTask(tx, 'ADVANCE_ORDER', quote.id, now);
}
