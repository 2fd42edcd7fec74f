import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { Problems } from '../shared/checks.js';
import { addSeconds } from '../shared/clock.js';
import { UserError, ValidationError } from '../shared/user-error.js';
import type { Tables } from '../store/tables.js';
import { Checkout, type CheckoutItemFacts } from './checkout.entity.js';
import { checkoutSessionLifecycle } from './checkout-session.lifecycle.js';
import { CheckoutSession } from './checkout-session.entity.js';
import type { PersonFacts } from './checkout-session.facts.js';
import { checkoutStepOf, type CheckoutStep } from './checkout-step.js';
import { readCheckout, type CheckoutView } from './checkout.store.js';
import { itemOf } from './checkout-target.store.js';
import { countHeldBy, holdPlaces, releaseHolds, type PlacesWanted } from './place-counts.js';

/** The checkout is at another step: an earlier one is missing, or it is over. Nothing was changed. */
export class CheckoutStepError extends UserError {
  readonly __typename = 'CheckoutStepError';
  readonly code = 'CHECKOUT_STEP';
  readonly message = 'Another step comes first.';

  constructor(readonly step: CheckoutStep) {
    super();
  }
}

/** So many places are being held from this address that nobody else would get one. Nothing was held. */
export class TooManyHoldsError extends UserError {
  readonly __typename = 'TooManyHoldsError';
  readonly code = 'TOO_MANY_HOLDS';
  readonly message = 'Too many places are being booked from your network at this moment. Try again in a few minutes.';
}

/** What somebody types who is not known yet. */
export interface CheckoutDetails {
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
}

export interface CheckoutParts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly linkKeys: LinkKeys;
  readonly clientAddress: string;
  readonly holdTtlSeconds: number;
  readonly platformOrganization: { readonly name: string; readonly url: string };
}

/** Our choice: so many places of one item at a time may be held from one address. */
const MOST_HELD_PER_ADDRESS = 20;

export async function readForVerb(id: string, { reads, now, platformOrganization }: CheckoutParts): Promise<CheckoutView> {
  const view = await readCheckout(id, { reads, now, platformOrganization, selected: new Set() });
  if (!view) throw new Error('a caller without its checkout');
  return view;
}

/** Chooses the ticket and freezes its price. Before the details are given it can be chosen again. */
export async function chooseTicket(id: string, offerId: string, parts: CheckoutParts): Promise<undefined | CheckoutStepError | ItemNotBookableError> {
  const { step, opportunity, ticketChoices, stored } = await readForVerb(id, parts);
  if (step !== 'TICKET' || !opportunity) return stored.items?.[0]?.acceptedOffer === offerId ? undefined : new CheckoutStepError(step);
  const offer = ticketChoices.find((choice) => choice.id === offerId);
  if (!offer) return new ItemNotBookableError(opportunity.identifier, ['UNKNOWN_OFFER']);
  const scheduledSessionId = stored.session && 'scheduledSessionId' in stored.session ? stored.session.scheduledSessionId : undefined;
  await parts.em.nativeUpdate(Checkout, { id, state: 'OPEN', items: null }, { items: [itemOf(opportunity, { id: offerId, price: offer.price }, scheduledSessionId)] });
  return undefined;
}

/** Goes back to the choice of a ticket: where there is a choice, and before the details are given. */
export async function reopenTicketChoice(id: string, parts: CheckoutParts): Promise<undefined | CheckoutStepError> {
  const { step, isCustomerFixed } = await readForVerb(id, parts);
  if (isCustomerFixed || (step !== 'TICKET' && step !== 'DETAILS')) return new CheckoutStepError(step);
  await parts.em.nativeUpdate(Checkout, { id, state: 'OPEN', detailsAt: null }, { items: null });
  return undefined;
}

/**
 * Takes the details, or the agreement to those that the broker sent, and holds the places from now on. Until it is
 * booked the details can be given again; the places stay held.
 */
export async function submitDetails(id: string, details: CheckoutDetails | undefined, parts: CheckoutParts): Promise<undefined | CheckoutStepError | ValidationError | ItemNotBookableError | TooManyHoldsError> {
  const view = await readForVerb(id, parts);
  if (!['DETAILS', 'AGE', 'PRICE_CHANGED', 'CHECK'].includes(view.step)) return refusalOf(view);
  const problems = view.isCustomerFixed ? [] : problemsOfDetails(details);
  if (problems.length > 0) return new ValidationError(problems);
  const customer: PersonFacts | null = view.isCustomerFixed || !details ? null : { identifier: null, ...details, is13OrOver: null };
  return hold(view, parts, { ...(customer && { customer }), detailsAt: parts.now });
}

function problemsOfDetails(details: CheckoutDetails | undefined) {
  const problems = new Problems();
  problems.text(['givenName'], details?.givenName ?? '');
  problems.text(['familyName'], details?.familyName ?? '');
  problems.email(['email'], details?.email ?? '');
  return problems.found;
}

/** Holds the places for a full term again. */
export async function renewHold(id: string, parts: CheckoutParts): Promise<undefined | CheckoutStepError | ItemNotBookableError | TooManyHoldsError> {
  const view = await readForVerb(id, parts);
  if (!['AGE', 'PRICE_CHANGED', 'CHECK'].includes(view.step)) return refusalOf(view);
  return hold(view, parts, {});
}

/** Takes the answer to whether the customer is 13 or over. A no ends the checkout, and what was typed is forgotten. (contract §2 Person) */
export async function confirmAge(id: string, is13OrOver: boolean, parts: CheckoutParts): Promise<undefined | CheckoutStepError> {
  const { step, stored } = await readForVerb(id, parts);
  if (step !== 'AGE') return (is13OrOver && step === 'CHECK') || (!is13OrOver && step === 'UNDER_13') ? undefined : new CheckoutStepError(step);
  if (!is13OrOver) return end(id, stored.sessionIdentifier, stored.isAuthenticated, { is13OrOver: false }, parts);
  await parts.em.nativeUpdate(Checkout, { id, state: 'OPEN' }, { is13OrOver: true });
  return undefined;
}

/** Agrees to the prices of this moment, which differ from those that were shown. */
export async function acceptPrices(id: string, parts: CheckoutParts): Promise<undefined | CheckoutStepError> {
  const { step, stored } = await readForVerb(id, parts);
  if (step !== 'PRICE_CHANGED' || !stored.places || !stored.items) return step === 'CHECK' ? undefined : new CheckoutStepError(step);
  const items = stored.items.map((item, index): CheckoutItemFacts => ({ ...item, price: stored.places?.[index]?.offer.price ?? item.price }));
  await parts.em.nativeUpdate(Checkout, { id, state: 'OPEN' }, { items });
  return undefined;
}

/** Gives a checkout up: its places are free at once, and what was typed is forgotten. A repeat changes nothing. */
export async function cancelCheckout(id: string, parts: CheckoutParts): Promise<undefined | CheckoutStepError> {
  const { state, step, stored } = await readForVerb(id, parts);
  if (state === 'CANCELLED') return undefined;
  return state === 'OPEN' ? end(id, stored.sessionIdentifier, stored.isAuthenticated, {}, parts) : new CheckoutStepError(step);
}

async function end(id: string, sessionIdentifier: string | null, isAuthenticated: boolean, answer: { readonly is13OrOver?: false }, { em, now }: CheckoutParts): Promise<undefined | CheckoutStepError> {
  return em.transactional(async (tx) => {
    const state = checkoutSessionLifecycle.next('OPEN', 'CUSTOMER_CANCELLED');
    if (!state) throw new Error('the table of states lost a row');
    const isMine = await tx.nativeUpdate(Checkout, { id, state: 'OPEN' }, { state, customer: null, endedAt: now, ...answer });
    if (isMine !== 1) {
      const step = await stepOfEnded(id, tx);
      return step === 'CANCELLED' || step === 'UNDER_13' ? undefined : new CheckoutStepError(step); // the second click found the first one's work
    }
    await releaseHolds(tx, id);
    if (isAuthenticated && sessionIdentifier !== null) await tx.nativeUpdate(CheckoutSession, { identifier: sessionIdentifier, state: 'OPEN' }, { state });
    return undefined;
  });
}

/** Where a checkout is that has ended while we looked. */
export async function stepOfEnded(id: string, tx: EntityManager): Promise<CheckoutStep> {
  const { state, is13OrOver } = await tx.findOneOrFail(Checkout, id, { refresh: true });
  return checkoutStepOf({ state, is13OrOver: is13OrOver ?? null, hasTicket: false, hasDetails: false, isBookable: false, hasPriceChanged: false });
}

/** Leaves the transaction, so that nothing of it stays. */
class Refused extends Error {
  constructor(readonly outcome: CheckoutStepError | ItemNotBookableError | TooManyHoldsError) {
    super(outcome.message);
  }
}

async function hold(view: CheckoutView, parts: CheckoutParts, changes: { readonly customer?: PersonFacts; readonly detailsAt?: Date }): Promise<undefined | CheckoutStepError | ItemNotBookableError | TooManyHoldsError> {
  const { em, now, linkKeys, clientAddress, holdTtlSeconds } = parts;
  const wanted = placesWanted(view);
  const holder = linkKeys.current.addressMark(clientAddress);
  const expiresAt = new Date(Math.min(addSeconds(now, holdTtlSeconds).getTime(), view.expiresAt.getTime()));
  try {
    await em.transactional(async (tx) => {
      const isOpen = await tx.nativeUpdate(Checkout, { id: view.id, state: 'OPEN' }, { state: 'OPEN', ...changes });
      if (isOpen !== 1) throw new Refused(new CheckoutStepError(await stepOfEnded(view.id, tx)));
      const full = await holdPlaces(tx, wanted, { checkoutId: view.id, holder, expiresAt }, now);
      if (full !== undefined) throw new Refused(new ItemNotBookableError(identifierOf(view, full), ['FULL']));
      if ((await countHeldBy(tx, [...wanted.keys()], holder, now)) > MOST_HELD_PER_ADDRESS) throw new Refused(new TooManyHoldsError());
    });
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    throw error;
  }
}

/** The same item twice is two places. */
export function placesWanted({ stored }: Pick<CheckoutView, 'stored'>): PlacesWanted {
  const wanted = new Map<string, number>();
  for (const { opportunityId } of stored.items ?? []) wanted.set(opportunityId, (wanted.get(opportunityId) ?? 0) + 1);
  return wanted;
}

export function identifierOf({ stored }: Pick<CheckoutView, 'stored'>, opportunityId: string): string {
  return stored.items?.find((item) => item.opportunityId === opportunityId)?.identifier ?? opportunityId;
}

/** Why a checkout does not go on from here. */
export function refusalOf({ step, obstacle, opportunity }: CheckoutView): CheckoutStepError | ItemNotBookableError {
  return step === 'NOT_BOOKABLE' && obstacle ? new ItemNotBookableError(opportunity?.identifier ?? '', obstacle.reasons, obstacle.opensAt) : new CheckoutStepError(step);
}
