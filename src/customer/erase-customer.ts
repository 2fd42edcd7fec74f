import type { EntityManager } from '@mikro-orm/sql';
import type { StaffCaller } from '../access/caller.js';
import type { Reach } from '../access/require-caller.js';
import { recordStaffChange } from '../staff/audit.js';
import { leaveNoTrace } from '../store/leave-no-trace.js';
import type { Store } from '../store/open-store.js';
import { retryDeadlock } from '../store/retry-deadlock.js';
import { toInstant, type Tables } from '../store/tables.js';
import { ERASED_PERSON } from './erased-person.js';
import { erasePerson } from './erase-person.js';
import { emailsOfCustomer, type PersonSought } from './person.store.js';
import { UnknownCustomerError } from './unknown-customer-error.js';

export interface EraseParts {
  readonly em: EntityManager;
  readonly storeKind: Store['kind'];
  readonly now: Date;
}

export interface CustomerErasure {
  readonly id: string;
  readonly reach: Reach;
  /** Who of us did it, and why; undefined when the broker did. */
  readonly staff?: { readonly caller: StaffCaller; readonly reason: string } | undefined;
}

/**
 * Erases a registered customer: the record, and what the broker holds on the same person by its own id for them or by their
 * e-mail address (our choice), in one transaction. What another broker holds is its own. A repeat changes nothing, but takes
 * along what may have been booked at the same moment.
 */
export async function eraseCustomer(erasure: CustomerErasure, { em, storeKind, now }: EraseParts): Promise<{ readonly erasedAt: Date } | UnknownCustomerError> {
  const first = await retryDeadlock(() => em.fork().transactional((tx) => eraseRecord(erasure, tx, now)));
  if (first instanceof UnknownCustomerError) return first;
  await eraseStragglers(first.sought, first.sessions, em, now);
  await leaveNoTrace(em, storeKind);
  const { erased_at } = await em.getKysely<Tables>().selectFrom('customer').where('id', '=', erasure.id).select('erased_at').executeTakeFirstOrThrow();
  return { erasedAt: toInstant(erased_at ?? now) };
}

/** Rounds after which somebody books faster than we erase. */
const MOST_ROUNDS = 5;

/** A booking that was under way while we erased, and had read the person before, is found once it is written. */
export async function eraseStragglers(sought: PersonSought, known: readonly string[], em: EntityManager, now: Date): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { sessions, orders } = await retryDeadlock(() => em.fork().transactional((tx) => erasePerson(sought, tx, now, known)));
    if (sessions.length + orders.length === 0) return;
  }
}

async function eraseRecord({ id, reach, staff }: CustomerErasure, tx: EntityManager, now: Date): Promise<{ readonly sought: PersonSought; readonly sessions: readonly string[] } | UnknownCustomerError> {
  const db = tx.getKysely<Tables>();
  const own = db.selectFrom('customer').where('id', '=', id).select(['id', 'broker_id']);
  const known = await (reach === 'EVERYBODY' ? own : own.where('broker_id', '=', reach.brokerId)).executeTakeFirst();
  if (!known) return new UnknownCustomerError();
  const taken = await db.updateTable('customer').set({ erased_at: now }).where('id', '=', id).where('erased_at', 'is', null).returning(['email', 'identifier']).executeTakeFirst();
  const emails = taken ? [...new Set([taken.email, ...(await emailsOfCustomer(db, id))])] : [];
  const sought = { brokerId: known.broker_id, customerId: id, emails, identifier: taken?.identifier ?? null, orderId: null };
  if (!taken) return { sought, sessions: [] };
  const { identifier, givenName, familyName, email } = ERASED_PERSON;
  await db.updateTable('customer').set({ identifier, given_name: givenName, family_name: familyName, email, is_13_or_over: null }).where('id', '=', id).execute();
  const { sessions, orders } = await erasePerson(sought, tx, now);
  if (staff) recordStaffChange(tx, staff.caller, { action: 'eraseCustomer', subject: `customer ${id}`, reason: staff.reason, before: null, after: { checkoutSessions: sessions.length, orders: orders.length } }, now);
  return { sought, sessions };
}
