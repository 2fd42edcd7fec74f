import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import { Broker } from '../broker/broker.entity.js';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { readOpportunities } from '../catalogue/opportunity.store.js';
import { Customer } from '../customer/customer.entity.js';
import { findCustomerToBook } from '../customer/customer.store.js';
import { UNDER_13 } from '../customer/person.js';
import { IdempotencyKeyInUseError, type IdempotencyKeyReusedError } from '../idempotency/idempotency-errors.js';
import { isLockTimeout, oncePerKey, problemsOfIdempotencyKey, type KeyedRequest, type Once, type RepeatKey } from '../idempotency/once-per-key.js';
import { Seller } from '../seller/seller.entity.js';
import { customerIdOf, type BaseAddresses } from '../shared/addresses.js';
import { ValidationError, type Problem } from '../shared/user-error.js';
import type { Store } from '../store/open-store.js';
import type { Tables } from '../store/tables.js';
import type { WriteLane } from '../store/write-lane.js';
import { hasWebhookEndpoint } from '../webhook/webhook-endpoint.store.js';
import { CheckoutSession } from './checkout-session.entity.js';
import { choosePlaces, problemsOfMixture, type ChosenPlace } from '../checkout/choose-places.js';
import { createAtOnce } from './create-at-once.js';
import { newSession, type NewSession } from './new-session.js';
import { OrderItem } from '../order/order-item.entity.js';
import { OrderQuote } from '../order/order-quote.entity.js';
import { CUSTOMER_URL, problemsOfSessionRequest, type SessionRequest } from './session-request.js';
import { WebhookNotRegisteredError } from './webhook-not-registered-error.js';

interface PlainParts extends Omit<UnitParts, 'em'> {
  readonly fork: () => EntityManager;
}

interface Parts extends PlainParts {
  readonly lane: WriteLane | undefined;
}

/** Within its transaction. */
interface UnitParts {
  readonly em: EntityManager;
  readonly storeKind: Store['kind'];
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly addresses: BaseAddresses;
  readonly linkKeys: LinkKeys;
}

/** A session that was made just now need not be read. */
export interface Created extends Once {
  readonly session?: NewSession;
}

export type CreateCheckoutSessionError = WebhookNotRegisteredError | ValidationError | ItemNotBookableError | IdempotencyKeyReusedError | IdempotencyKeyInUseError;

/**
 * Opens an authenticated checkout: one customer, chosen items, prices frozen. It takes no places; the customer does, in
 * the checkout. Every call makes another session, unless it repeats an idempotency key. Answers the session's identifier.
 * (contract §4 row 5)
 */
export async function createCheckoutSession(brokerId: string, request: SessionRequest, { holder, key }: RepeatKey, parts: Parts): Promise<Created | CreateCheckoutSessionError> {
  const keyed = { holder, key, operation: 'createCheckoutSession', input: request };
  const problems = problemsOfIdempotencyKey(key);
  if (problems.length > 0) return new ValidationError(problems);
  try {
    const session = await createAtOnce(brokerId, keyed, parts);
    if (session) return { reference: session.identifier, isReplayed: false, session };
  } catch (error) {
    if (isLockTimeout(error)) return new IdempotencyKeyInUseError();
    throw error;
  }
  return createPlainly(brokerId, keyed, parts);
}

/** The plain way, which decides whatever the quick one leaves: refusals, and repeats of a key. */
export async function createPlainly(brokerId: string, keyed: KeyedRequest & { readonly input: SessionRequest }, { fork, ...parts }: PlainParts): Promise<Once | CreateCheckoutSessionError> {
  const em = fork();
  return oncePerKey(keyed, { ...parts, em }, (tx) => create(brokerId, keyed.input, { ...parts, em: tx, reads: tx.getKysely<Tables>() }));
}

async function create(brokerId: string, request: SessionRequest, parts: UnitParts): Promise<string | WebhookNotRegisteredError | ValidationError | ItemNotBookableError> {
  if (!(await hasWebhookEndpoint(parts.reads, brokerId, 'ORDER_SUCCESS'))) return new WebhookNotRegisteredError();
  const ownProblems = problemsOfSessionRequest(request);
  const customer = await resolveCustomer(brokerId, request, ownProblems, parts);
  const problems = [...ownProblems, ...(customer.problem ? [customer.problem] : [])];
  if (ownProblems.length > 0) return new ValidationError(problems); // so that a request that cannot come to anything looks no items up
  const places = await lookUpPlaces(request, parts);
  if (places instanceof ItemNotBookableError) return problems.length > 0 ? new ValidationError(problems) : places;
  const found = [...problems, ...problemsOfMixture(places)];
  if (found.length > 0) return new ValidationError(found);
  return store(brokerId, request, places, customer.id, parts);
}

async function lookUpPlaces({ initialOrder: { orderedItem } }: SessionRequest, parts: UnitParts): Promise<readonly ChosenPlace[] | ItemNotBookableError> {
  const find = await readOpportunities(parts, orderedItem.map((item) => item.orderedItem));
  return choosePlaces(orderedItem, find, parts.now);
}

/** A customer URL names one of the broker's own customers; another broker's, an unknown and an erased one read the same. What is no URL has been said already. */
async function resolveCustomer(brokerId: string, { initialOrder }: SessionRequest, known: readonly Problem[], { reads, storeKind, addresses }: UnitParts): Promise<{ readonly id?: string; readonly problem?: Problem }> {
  const { url } = initialOrder.customer;
  if (url === undefined || url === null || known.some(({ path }) => path === CUSTOMER_URL)) return {};
  const id = customerIdOf(addresses, url);
  const customer = id && (await findCustomerToBook(brokerId, id, { reads, storeKind }));
  if (!customer) return { problem: { path: CUSTOMER_URL, message: 'must be the URL of a customer whom you have registered' } };
  return customer.is13OrOver === false ? { problem: { path: CUSTOMER_URL, message: UNDER_13 } } : { id: customer.id };
}

async function store(brokerId: string, request: SessionRequest, places: readonly ChosenPlace[], customerId: string | undefined, parts: UnitParts): Promise<string> {
  const { em } = parts;
  const { identifier, seller, facts, targetKeyId, targetHash, createdAt, expiresAt, items } = newSession(brokerId, request, places, customerId, parts);
  const broker = em.getReference(Broker, brokerId);
  const checkoutSession = em.create(CheckoutSession, { identifier, variant: 'AUTHENTICATED', broker, seller: em.getReference(Seller, seller.key), state: 'OPEN', facts, targetKeyId, targetHash, createdAt, expiresAt, erasedAt: null });
  const quote = em.create(OrderQuote, {
    id: facts.quoteId,
    checkoutSession,
    customer: customerId === undefined ? null : em.getReference(Customer, customerId),
    currency: facts.totalPaymentDue.currency,
    totalMinor: facts.totalPaymentDue.amountMinor,
    createdAt,
  });
  for (const { opportunityId, ...item } of items) {
    em.create(OrderItem, { ...item, quote, opportunity: em.getReference(Opportunity, opportunityId), cancellableUntil: null, status: null, accessToken: null, accessCode: null });
  }
  await em.flush();
  return identifier;
}
