import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import { Broker } from '../broker/broker.entity.js';
import { readBrokers } from '../broker/broker.store.js';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { readOpportunityById } from '../catalogue/opportunity.store.js';
import type { IdempotencyKeyInUseError, IdempotencyKeyReusedError } from '../idempotency/idempotency-errors.js';
import { oncePerKey, problemsOfIdempotencyKey, type Once, type RepeatKey } from '../idempotency/once-per-key.js';
import { Seller } from '../seller/seller.entity.js';
import type { BaseAddresses } from '../shared/addresses.js';
import { Problems } from '../shared/checks.js';
import { newIdentifier } from '../shared/ids.js';
import { ValidationError } from '../shared/user-error.js';
import type { Store } from '../store/open-store.js';
import type { Tables } from '../store/tables.js';
import { CheckoutSession } from './checkout-session.entity.js';
import type { StandaloneSessionFacts } from './checkout-session.facts.js';
import { newTarget } from '../checkout/target.js';

interface Parts {
  readonly em: EntityManager;
  readonly storeKind: Store['kind'];
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly addresses: BaseAddresses;
  readonly linkKeys: LinkKeys;
  readonly platformOrganization: { readonly name: string; readonly url: string };
}

export type CreateStandaloneSessionError = ValidationError | ItemNotBookableError | IdempotencyKeyReusedError | IdempotencyKeyInUseError;

/**
 * Makes a public book button for a ScheduledSession: a template that any number of people may start a checkout from, for
 * as long as the item can be booked. It runs under the broker's name, or the platform's when nobody's key came along.
 * Every call makes another, unless a broker repeats an idempotency key. Answers the session's identifier. (contract §4 row 7)
 */
export async function createStandaloneSession(
  brokerId: string | undefined,
  scheduledSessionId: string,
  { holder, key }: RepeatKey,
  parts: Parts,
): Promise<Once | CreateStandaloneSessionError> {
  const problems = new Problems();
  problems.httpUrl(['scheduledSessionId'], scheduledSessionId);
  const found = [...problems.found, ...(holder === undefined ? [] : problemsOfIdempotencyKey(key))];
  if (found.length > 0) return new ValidationError(found);
  const keyed = { holder, key, operation: 'createStandaloneCheckoutSession', input: { scheduledSessionId } };
  return oncePerKey(keyed, parts, (tx) => create(brokerId, scheduledSessionId, { ...parts, em: tx, reads: tx.getKysely<Tables>() }));
}

async function create(brokerId: string | undefined, scheduledSessionId: string, parts: Parts): Promise<string | ItemNotBookableError> {
  const opportunity = await readOpportunityById(parts, 'SCHEDULED_SESSION', scheduledSessionId);
  if (!opportunity) return new ItemNotBookableError(scheduledSessionId, ['UNKNOWN_ITEM']);
  const { isBookable, reasons, opensAt } = opportunity.bookability;
  if (!isBookable) return new ItemNotBookableError(opportunity.identifier, reasons, opensAt);
  const { em, now, linkKeys } = parts;
  const identifier = newIdentifier();
  em.create(CheckoutSession, {
    identifier,
    variant: 'STANDALONE',
    broker: brokerId === undefined ? null : em.getReference(Broker, brokerId),
    seller: em.getReference(Seller, opportunity.sellerKey),
    state: 'OPEN',
    facts: await freeze(brokerId, scheduledSessionId, parts),
    ...newTarget(identifier, linkKeys),
    createdAt: now,
    expiresAt: null,
    erasedAt: null,
  });
  await em.flush();
  return identifier;
}

async function freeze(brokerId: string | undefined, scheduledSessionId: string, { reads, addresses, platformOrganization }: Parts): Promise<StandaloneSessionFacts> {
  const broker = brokerId === undefined ? platformOrganization : (await readBrokers([brokerId], { reads, selected: new Set() })).get(brokerId);
  if (!broker) throw new Error('a caller without its broker');
  const { vocabUrl, platformUrl, checkoutUrl } = addresses;
  return { version: 1, vocabUrl, platformUrl, checkoutUrl, broker: { name: broker.name, url: broker.url }, scheduledSessionId };
}
