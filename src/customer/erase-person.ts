import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { CheckoutSessionFacts } from '../checkout-session/checkout-session.facts.js';
import { checkoutSessionLifecycle } from '../checkout-session/checkout-session.lifecycle.js';
import { releaseHolds } from '../checkout/place-counts.js';
import { addTask } from '../outbox/add-task.js';
import { fromJson, type Tables } from '../store/tables.js';
import { webhookDeliveryLifecycle } from '../webhook/webhook-delivery.lifecycle.js';
import { orderWithoutPerson, withoutPerson } from './erased-person.js';
import { findPerson, type PersonSought } from './person.store.js';

type Db = Kysely<Tables>;

export interface Erased {
  readonly sessions: readonly string[];
  readonly orders: readonly string[];
}

/** Rows that one statement may name. */
const AT_ONCE = 500;

/**
 * Replaces a person everywhere: what is under way is given up, what is booked and paid stays without a name. Checkouts come
 * first, then sessions, orders, deliveries, and last the places, each by id: nobody who books or cancels takes them in another
 * order, and what they were about to write is found after they did. `known` are sessions that were erased a moment ago, in
 * which somebody may be booking still. Answers the sessions and orders that named somebody until now.
 */
export async function erasePerson(sought: PersonSought, tx: EntityManager, now: Date, known: readonly string[] = []): Promise<Erased> {
  const db = tx.getKysely<Tables>();
  const before = await findPerson(db, sought);
  const checkouts = [...new Set([...before.checkouts, ...(await checkoutsOf(known, db))])].toSorted();
  const givenUp: GivenUp[] = [];
  for (const id of checkouts) givenUp.push(...(await giveUpCheckout(id, db, now)));
  for (const id of before.sessions) await eraseSession(id, db, now);
  const orders = [...new Set([...before.orders, ...(await findPerson(db, sought)).orders])].toSorted();
  const erased: string[] = [];
  for (const id of orders) if (await eraseOrder(id, db, now)) erased.push(id);
  const own = sought.customerId === null ? [] : [sought.customerId];
  await eraseDeliveries([...orders, ...own], db, now);
  await forgetWhatTells([...orders, ...own], [...before.sessions, ...own], db);
  await settle(givenUp, tx, now);
  return { sessions: before.sessions, orders: erased };
}

interface GivenUp {
  readonly id: string;
  readonly quote_id: string;
}

async function checkoutsOf(sessions: readonly string[], db: Db): Promise<readonly string[]> {
  if (sessions.length === 0) return [];
  return (await db.selectFrom('checkout').where('session_identifier', 'in', sessions).select('id').execute()).map(({ id }) => id);
}

/** Also of a checkout that has ended what was typed goes. */
async function giveUpCheckout(id: string, db: Db, now: Date): Promise<readonly GivenUp[]> {
  const state = checkoutSessionLifecycle.next('OPEN', 'PERSON_ERASED');
  if (!state) throw new Error('the table of states lost a row');
  await db.updateTable('checkout').set({ customer: null, is_13_or_over: null }).where('id', '=', id).execute();
  return db.updateTable('checkout').set({ state, ended_at: now }).where('id', '=', id).where('state', '=', 'OPEN').returning(['id', 'quote_id']).execute();
}

/** Places are free at once; money that is on its way goes back from the outbox. */
async function settle(givenUp: readonly GivenUp[], tx: EntityManager, now: Date): Promise<void> {
  await releaseHolds(tx, ...givenUp.map(({ id }) => id));
  for (const { quote_id } of givenUp) {
    const payment = await tx.getKysely<Tables>().selectFrom('payment').where('order_quote_id', '=', quote_id).select('id').executeTakeFirst();
    if (payment) addTask(tx, 'ADVANCE_ORDER', quote_id, now);
  }
}

/** Mails in the demo mailbox, what a task had to say of its failure, and the names that a caller gave to its requests. */
async function forgetWhatTells(subjects: readonly string[], references: readonly string[], db: Db): Promise<void> {
  for (const id of subjects) await db.deleteFrom('demo_mail').where('id', 'like', `order-%${id}@courtside`).execute();
  await inParts(subjects, async (part) => void (await db.updateTable('outbox_task').set({ last_error: null }).where('subject', 'in', part).execute()));
  await inParts(references, async (part) => void (await db.deleteFrom('idempotency_key').where('reference', 'in', part).execute()));
}

/** Erased is for ever, so that only the first one finds it not to be. */
export async function eraseSession(identifier: string, db: Db, now: Date): Promise<void> {
  const taken = await db.updateTable('checkout_session').set({ erased_at: now }).where('identifier', '=', identifier).where('erased_at', 'is', null).returning('facts').executeTakeFirst();
  if (!taken) return;
  const facts = JSON.stringify(withoutPerson(fromJson(taken.facts) as CheckoutSessionFacts)); // no other variant names anybody
  await db.updateTable('checkout_session').set({ facts }).where('identifier', '=', identifier).execute();
  const state = checkoutSessionLifecycle.next('OPEN', 'PERSON_ERASED');
  if (state) await db.updateTable('checkout_session').set({ state }).where('identifier', '=', identifier).where('state', '=', 'OPEN').execute();
}

/** The same of an order; whether it named somebody until now. */
export async function eraseOrder(id: string, db: Db, now: Date): Promise<boolean> {
  const taken = await db.updateTable('customer_order').set({ erased_at: now }).where('quote_id', '=', id).where('erased_at', 'is', null).returning('facts').executeTakeFirst();
  if (!taken) return false;
  await db.updateTable('customer_order').set({ facts: JSON.stringify(orderWithoutPerson(fromJson(taken.facts))) }).where('quote_id', '=', id).execute();
  return true;
}

/** What has not arrived is withdrawn; of what has, that it did is kept, and neither its bytes nor what was answered. */
async function eraseDeliveries(subjects: readonly string[], db: Db, now: Date): Promise<void> {
  const state = webhookDeliveryLifecycle.next('PENDING', 'PERSON_ERASED');
  if (!state || state !== webhookDeliveryLifecycle.next('EXHAUSTED', 'PERSON_ERASED')) throw new Error('the table of states lost a row');
  await inParts(subjects, async (part) => {
    const ids = (await db.selectFrom('webhook_delivery').where('subject', 'in', part).orderBy('id').select('id').execute()).map(({ id }) => id);
    for (const id of ids) {
      await db.updateTable('webhook_delivery').set({ facts: null, body: null }).where('id', '=', id).execute();
      await db.updateTable('webhook_delivery').set({ state, ended_at: now, leased_until: null }).where('id', '=', id).where('state', 'in', ['PENDING', 'EXHAUSTED']).execute();
      await db.updateTable('webhook_attempt').set({ answer: null, error: null }).where('delivery_id', '=', id).execute();
      await db.deleteFrom('demo_webhook').where('webhook_id', '=', id).execute();
    }
  });
}

async function inParts(ids: readonly string[], work: (part: readonly string[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE) await work(ids.slice(from, from + AT_ONCE));
}
