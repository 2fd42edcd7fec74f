import type { EntityManager } from '@mikro-orm/sql';
import type { StaffCaller } from '../access/caller.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { ValidationError } from '../shared/user-error.js';
import { recordStaffChange } from '../staff/audit.js';
import type { Tables } from '../store/tables.js';
import { notifyCustomerChange } from '../webhook/notify-customer-change.js';
import { CustomerErasedError } from './customer-erased-error.js';
import { problemsOfChange, type PersonChange } from './person.js';
import { UnknownCustomerError } from './unknown-customer-error.js';

/** Who changes: the broker whose customer it is, or one of staff, who says why. */
export type ChangedBy = { readonly brokerId: string } | { readonly staff: StaffCaller; readonly reason: string };

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly addresses: BaseAddresses;
}

export type ChangeCustomerError = ValidationError | UnknownCustomerError | CustomerErasedError;

/**
 * Changes a customer's details: of two changes at once to one detail the later one stays, and neither touches what it does not
 * name. What changes nothing leaves no trace. A change that is not the broker's own is told to the broker. (contract §4 row 9)
 */
export async function changeCustomer(id: string, change: PersonChange, by: ChangedBy, { em, now, addresses }: Parts): Promise<undefined | ChangeCustomerError> {
  const problems = problemsOfChange(change);
  if (problems.length > 0) return new ValidationError(problems);
  return em.transactional(async (tx) => {
    const before = await takeCustomer(id, by, tx);
    if (!before) return new UnknownCustomerError();
    if (before.erased_at !== null) return new CustomerErasedError();
    const changed = columnsThatChange(before, change);
    if (changed.length === 0) return undefined;
    const values = Object.fromEntries(changed.map(({ column, value }) => [column, value]));
    await tx.getKysely<Tables>().updateTable('customer').set({ ...values, changed_at: now }).where('id', '=', id).where('erased_at', 'is', null).execute();
    if ('brokerId' in by) return undefined;
    const names = changed.map(({ member }) => member);
    recordStaffChange(tx, by.staff, { action: 'changeCustomer', subject: `customer ${id}`, reason: by.reason, before: null, after: { changed: names } }, now); // the names alone: the record outlives the person's data
    await notifyCustomerChange({ brokerId: before.broker_id, customerId: id }, { tx, addresses, now });
    return undefined;
  });
}

type Row = Tables['customer'];

/** Takes the customer's row first, so that of two changes at once, or of a change and an erasure, the second sees the first. */
async function takeCustomer(id: string, by: ChangedBy, tx: EntityManager): Promise<Row | undefined> {
  const one = tx
    .getKysely<Tables>()
    .updateTable('customer')
    .set((is) => ({ email: is.ref('email') }))
    .where('id', '=', id);
  return ('brokerId' in by ? one.where('broker_id', '=', by.brokerId) : one).returningAll().executeTakeFirst();
}

const COLUMNS = { identifier: 'identifier', givenName: 'given_name', familyName: 'family_name', email: 'email', is13OrOver: 'is_13_or_over' } as const satisfies Record<keyof PersonChange, keyof Row>;

interface ChangedColumn {
  readonly member: keyof PersonChange;
  readonly column: keyof Row;
  readonly value: string | boolean | null;
}

function columnsThatChange(before: Row, change: PersonChange): readonly ChangedColumn[] {
  const named = Object.entries(COLUMNS) as [keyof PersonChange, keyof Row][]; // entries forgets the names
  return named.flatMap(([member, column]) => {
    const value = change[member];
    const is = member === 'is13OrOver' && before.is_13_or_over !== null ? Boolean(before.is_13_or_over) : before[column];
    return value === undefined || value === is ? [] : [{ member, column, value }];
  });
}
