import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { StaffCaller } from '../access/caller.js';
import type { CheckoutSessionFacts, PersonFacts } from '../checkout-session/checkout-session.facts.js';
import { customerIdOf, thingAt, type AddressedThing, type BaseAddresses } from '../shared/addresses.js';
import { UserError } from '../shared/user-error.js';
import { fromJson, type Tables } from '../store/tables.js';
import { recordStaffChange } from './audit.js';

/** Nobody is to be revealed there. */
export class UnknownPersonError extends UserError {
  readonly __typename = 'UnknownPersonError';
  readonly code = 'UNKNOWN_PERSON';
  readonly message = 'This is the address of no order, no authenticated checkout session and no customer here, or nobody is known there any more.';
}

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly addresses: BaseAddresses;
  readonly staff: StaffCaller;
}

/** Shows who booked, or wants to. That it was shown, to whom and why goes on record first, without a word of who it is. Every call shows and records again. */
export async function revealPersonalData(url: string, reason: string, { em, reads, now, addresses, staff }: Parts): Promise<PersonFacts | UnknownPersonError> {
  const thing = thingAt(url);
  const person = thing && (await findPerson(thing, reads, addresses));
  if (!thing || !person) return new UnknownPersonError();
  const subject = `${thing.kind.toLowerCase().replaceAll('_', ' ')} ${thing.id}`;
  await em.transactional(async (tx) => recordStaffChange(tx, staff, { action: 'revealPersonalData', subject, reason, before: null, after: null }, now));
  return person;
}

async function findPerson({ kind, id }: AddressedThing, reads: Kysely<Tables>, addresses: BaseAddresses): Promise<PersonFacts | undefined> {
  if (kind === 'ORDER') {
    const row = await reads.selectFrom('customer_order').where('quote_id', '=', id).select('facts').executeTakeFirst();
    return row && toPerson(fromJson(row.facts).customer);
  }
  if (kind === 'CUSTOMER') return findCustomer(id, reads);
  const row = await reads.selectFrom('checkout_session').where('identifier', '=', id).where('variant', '=', 'AUTHENTICATED').select('facts').executeTakeFirst();
  if (!row) return undefined;
  const { customer } = fromJson(row.facts) as CheckoutSessionFacts; // the variant says so
  if (customer.kind === 'PERSON') return toPerson(customer);
  const registered = customerIdOf(addresses, customer.url);
  return registered === undefined ? undefined : findCustomer(registered, reads);
}

async function findCustomer(id: string, reads: Kysely<Tables>): Promise<PersonFacts | undefined> {
  const row = await reads.selectFrom('customer').where('id', '=', id).selectAll().executeTakeFirst();
  return row && { identifier: row.identifier, givenName: row.given_name, familyName: row.family_name, email: row.email, is13OrOver: row.is_13_or_over === null ? null : Boolean(row.is_13_or_over) };
}

function toPerson({ identifier, givenName, familyName, email, is13OrOver }: PersonFacts): PersonFacts {
  return { identifier, givenName, familyName, email, is13OrOver };
}
