import type { EntityManager } from '@mikro-orm/sql';
import type { StaffCaller } from '../access/caller.js';
import { UnknownOrderError } from '../order/cancel-order-items.js';
import { recordStaffChange } from '../staff/audit.js';
import { leaveNoTrace } from '../store/leave-no-trace.js';
import { retryDeadlock } from '../store/retry-deadlock.js';
import type { Tables } from '../store/tables.js';
import { eraseStragglers, type EraseParts } from './erase-customer.js';
import { erasePerson } from './erase-person.js';
import { registeredWith, type PersonSought } from './person.store.js';

/** By e-mail address, in whatever case, wherever it stands; or one order alone. */
export type GuestSought = { readonly email: string } | { readonly orderId: string };

interface StaffWithReason {
  readonly caller: StaffCaller;
  readonly reason: string;
}

export interface ErasedGuest {
  /** How many orders name nobody any more. */
  readonly erasedOrders: number;
  /** Whoever is registered with a broker is that broker's customer, and is erased as such. */
  readonly registeredCustomers: readonly string[];
}

/** Erases somebody who has booked without being registered, whichever broker they came through. A repeat finds nobody, and changes nothing. */
export async function eraseGuest(guest: GuestSought, staff: StaffWithReason, { em, storeKind, now }: EraseParts): Promise<ErasedGuest | UnknownOrderError> {
  const emails = 'email' in guest ? [guest.email] : [];
  const orderId = 'orderId' in guest ? guest.orderId : null;
  const sought: PersonSought = { brokerId: null, customerId: null, emails, identifier: null, orderId };
  const outcome = await retryDeadlock(() => em.fork().transactional((tx) => erase(guest, sought, staff, tx, now)));
  if (outcome instanceof UnknownOrderError) return outcome;
  await eraseStragglers(sought, outcome.sessions, em, now);
  await leaveNoTrace(em, storeKind);
  return outcome.erased;
}

async function erase(guest: GuestSought, sought: PersonSought, { caller, reason }: StaffWithReason, tx: EntityManager, now: Date): Promise<{ readonly erased: ErasedGuest; readonly sessions: readonly string[] } | UnknownOrderError> {
  const db = tx.getKysely<Tables>();
  const { orderId } = sought;
  const quote = orderId === null ? undefined : await db.selectFrom('order_quote').where('id', '=', orderId).select('customer_id').executeTakeFirst();
  if (orderId !== null && !quote) return new UnknownOrderError();
  const { orders, sessions } = await erasePerson(sought, tx, now);
  const registeredCustomers = 'email' in guest ? await registeredWith(db, guest.email) : [quote?.customer_id ?? []].flat();
  const change = { action: 'eraseGuest', subject: orderId === null ? 'guest' : `order ${orderId}`, reason, before: null, after: { checkoutSessions: sessions.length, orders } };
  if (orders.length + sessions.length > 0) recordStaffChange(tx, caller, change, now);
  return { erased: { erasedOrders: orders.length, registeredCustomers }, sessions };
}
