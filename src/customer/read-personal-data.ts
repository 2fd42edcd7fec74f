import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { StaffCaller } from '../access/caller.js';
import type { Reach } from '../access/require-caller.js';
import { recordStaffChange } from '../staff/audit.js';
import type { Tables } from '../store/tables.js';
import { emailsOfCustomer } from './person.store.js';
import { readPersonalData } from './personal-data.store.js';

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
}

/** Everything held on a registered customer, as far as its broker reaches; undefined when there is none within reach. What staff look at goes on record first. */
export async function exportCustomer(id: string, reach: Reach, staff: StaffReader | undefined, { em, reads, now }: Parts): Promise<object | undefined> {
  const known = reads.selectFrom('customer').where('id', '=', id).select(['broker_id', 'email', 'identifier', 'erased_at']);
  const row = await (reach === 'EVERYBODY' ? known : known.where('broker_id', '=', reach.brokerId)).executeTakeFirst();
  if (!row) return undefined;
  if (staff) await record(staff, `customer ${id}`, em, now);
  const isErased = row.erased_at !== null; // then its address is everybody's who is erased
  const emails = isErased ? [] : [...new Set([row.email, ...(await emailsOfCustomer(reads, id))])];
  return readPersonalData(reads, { brokerId: row.broker_id, customerId: id, emails, identifier: isErased ? null : row.identifier, orderId: null });
}

/** The same on whoever has booked with an e-mail address without being registered; registered customers are named by id. For staff. */
export async function exportGuest(email: string, staff: StaffReader, { em, reads, now }: Parts): Promise<object> {
  await record(staff, 'guest', em, now);
  return readPersonalData(reads, { brokerId: null, customerId: null, emails: [email], identifier: null, orderId: null });
}

interface StaffReader {
  readonly caller: StaffCaller;
  readonly reason: string;
}

async function record({ caller, reason }: StaffReader, subject: string, em: EntityManager, now: Date): Promise<void> {
  recordStaffChange(em, caller, { action: 'personalData', subject, reason, before: null, after: null }, now);
  await em.flush();
}
