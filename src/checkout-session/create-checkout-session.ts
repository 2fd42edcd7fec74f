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
import type { IdempotencyKeyInUseError, IdempotencyKeyReusedError } from '../idempotency/idempotency-errors.js';
import { oncePerKey, problemsOfIdempotencyKey, type Once, type RepeatKey } from '../idempotency/once-per-key.js';
import { Seller } from '../seller/seller.entity.js';
import { customerIdOf, type BaseAddresses } from '../shared/addresses.js';
import { addSeconds } from '../shared/clock.js';
import { newIdentifier, newUuid } from '../shared/ids.js';
import { ValidationError, type Problem } from '../shared/user-error.js';
import type { Store } from '../store/open-store.js';
import type { Tables } from '../store/tables.js';
import { hasWebhookEndpoint } from '../webhook/webhook-endpoint.store.js';
import { CheckoutSession } from './checkout-session.entity.js';
import type { CheckoutSessionFacts } from './checkout-session.facts.js';
import { CHECKOUT_LIFETIME_SECONDS } from './checkout-session.lifecycle.js';
import { choosePlaces, problemsOfMixture, type ChosenPlace } from '../checkout/choose-places.js';
import { freezeFacts } from './freeze-facts.js';
import { OrderItem } from '../order/order-item.entity.js';
import { OrderQuote } from '../order/order-quote.entity.js';
import { CUSTOMER_URL, problemsOfSessionRequest, type SessionRequest } from './session-request.js';
import { newTarget } from '../checkout/target.js';
import { WebhookNotRegisteredError } from './webhook-not-registered-error.js';

interface Parts {
  readonly em: EntityManager;
  readonly storeKind: Store['kind'];
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly addresses: BaseAddresses;
  readonly linkKeys: LinkKeys;
}

export type CreateCheckoutSessionError = WebhookNotRegisteredError | ValidationError | ItemNotBookableError | IdempotencyKeyReusedError | IdempotencyKeyInUseError;

/**
 * Opens an authenticated checkout: one customer, chosen items, prices frozen. It takes no places; the customer does, in
 * the checkout. Every call makes another session, unless it repeats an idempotency key. Answers the session's identifier.
 * (contract §4 row 5)
 */
export async function createCheckoutSession(brokerId: string, request: SessionRequest, { holder, key }: RepeatKey, parts: Parts): Promise<Once | CreateCheckoutSessionError> {
  const keyed = { holder, key, operation: 'createCheckoutSession', input: request };
  const problems = problemsOfIdempotencyKey(key);
  if (problems.length > 0) return new ValidationError(problems);
  return oncePerKey(keyed, parts, (tx) => create(brokerId, request, { ...parts, em: tx, reads: tx.getKysely<Tables>() }));
}

async function create(brokerId: string, request: SessionRequest, parts: Parts): Promise<string | WebhookNotRegisteredError | ValidationError | ItemNotBookableError> {
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

async function lookUpPlaces({ initialOrder: { orderedItem } }: SessionRequest, parts: Parts): Promise<readonly ChosenPlace[] | ItemNotBookableError> {
  const find = await readOpportunities(parts, orderedItem.map((item) => item.orderedItem));
  return choosePlaces(orderedItem, find, parts.now);
}

/** A customer URL names one of the broker's own customers; another broker's, an unknown and an erased one read the same. What is no URL has been said already. */
async function resolveCustomer(brokerId: string, { initialOrder }: SessionRequest, known: readonly Problem[], { reads, storeKind, addresses }: Parts): Promise<{ readonly id?: string; readonly problem?: Problem }> {
  const { url } = initialOrder.customer;
  if (url === undefined || url === null || known.some(({ path }) => path === CUSTOMER_URL)) return {};
  const id = customerIdOf(addresses, url);
  const customer = id && (await findCustomerToBook(brokerId, id, { reads, storeKind }));
  if (!customer) return { problem: { path: CUSTOMER_URL, message: 'must be the URL of a customer whom you have registered' } };
  return customer.is13OrOver === false ? { problem: { path: CUSTOMER_URL, message: UNDER_13 } } : { id: customer.id };
}

async function store(brokerId: string, request: SessionRequest, places: readonly ChosenPlace[], customerId: string | undefined, parts: Parts): Promise<string> {
  const { em, now, linkKeys } = parts;
  const identifier = newIdentifier();
  const facts = freezeFacts(newUuid(), request, places, parts.addresses);
  const session = em.create(CheckoutSession, {
    identifier,
    variant: 'AUTHENTICATED',
    broker: em.getReference(Broker, brokerId),
    seller: em.getReference(Seller, sellerOf(places)),
    state: 'OPEN',
    facts,
    ...newTarget(identifier, linkKeys),
    createdAt: now,
    expiresAt: addSeconds(now, CHECKOUT_LIFETIME_SECONDS),
    erasedAt: null,
  });
  storeQuote(session, facts, places, customerId, parts);
  await em.flush();
  return identifier;
}

function storeQuote(session: CheckoutSession, facts: CheckoutSessionFacts, places: readonly ChosenPlace[], customerId: string | undefined, { em, now }: Parts): void {
  const quote = em.create(OrderQuote, {
    id: facts.quoteId,
    checkoutSession: session,
    customer: customerId === undefined ? null : em.getReference(Customer, customerId),
    currency: facts.totalPaymentDue.currency,
    totalMinor: facts.totalPaymentDue.amountMinor,
    createdAt: now,
  });
  for (const [position, { opportunity, acceptedOffer, priceMinor }] of places.entries()) {
    em.create(OrderItem, { id: newUuid(), quote, position, opportunity: em.getReference(Opportunity, opportunity.id), acceptedOffer, priceMinor, cancellableUntil: null, status: null, accessToken: null, accessCode: null });
  }
}

function sellerOf([first]: readonly ChosenPlace[]): string {
  if (!first) throw new Error('an order without items got past its checks');
  return first.opportunity.sellerKey;
}
