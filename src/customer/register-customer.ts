import type { EntityManager } from '@mikro-orm/sql';
import { Broker } from '../broker/broker.entity.js';
import type { IdempotencyKeyInUseError, IdempotencyKeyReusedError } from '../idempotency/idempotency-errors.js';
import { oncePerKey, problemsOfIdempotencyKey, type Once, type RepeatKey } from '../idempotency/once-per-key.js';
import { newUuid } from '../shared/ids.js';
import { ValidationError } from '../shared/user-error.js';
import type { Store } from '../store/open-store.js';
import { Customer } from './customer.entity.js';
import { problemsOfPerson, type PersonRequest } from './person.js';

interface Parts {
  readonly em: EntityManager;
  readonly storeKind: Store['kind'];
  readonly now: Date;
}

export type RegisterCustomerError = ValidationError | IdempotencyKeyReusedError | IdempotencyKeyInUseError;

/**
 * Takes in a customer of one broker. Every call takes in another, the same person too, unless it repeats an idempotency
 * key. Answers the customer's id. (our choice: the contract shows no endpoint for it)
 */
export async function registerCustomer(brokerId: string, person: PersonRequest, { holder, key }: RepeatKey, parts: Parts): Promise<Once | RegisterCustomerError> {
  const keyProblems = problemsOfIdempotencyKey(key);
  if (keyProblems.length > 0) return new ValidationError(keyProblems);
  return oncePerKey({ holder, key, operation: 'registerCustomer', input: person }, parts, async (tx) => {
    const problems = problemsOfPerson(person);
    if (problems.length > 0) return new ValidationError(problems);
    const { identifier = null, givenName, familyName, email, is13OrOver = null } = person;
    const told = { identifier, givenName, familyName, email, is13OrOver };
    const { id } = tx.create(Customer, { id: newUuid(), broker: tx.getReference(Broker, brokerId), ...told, createdAt: parts.now, changedAt: null, erasedAt: null });
    await tx.flush();
    return id;
  });
}
