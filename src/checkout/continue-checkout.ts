import type { EntityManager } from '@mikro-orm/sql';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { addTask } from '../outbox/add-task.js';
import { Problems } from '../shared/checks.js';
import { addSeconds } from '../shared/clock.js';
import { UserError, ValidationError } from '../shared/user-error.js';
import { Checkout, type CheckoutItemFacts } from './checkout.entity.js';
import type { PersonFacts } from '../checkout-session/checkout-session.facts.js';
import type { CheckoutView } from './checkout.store.js';
import { itemOf } from './checkout-target.store.js';
import { CheckoutStepError, endCheckout, inCheckout, refusalOf, type CheckoutParts } from './in-checkout.js';
import { countHeldBy, holdPlaces, releaseHolds } from './place-counts.js';
import { placesWanted } from './place-order.js';

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

/** Our choice: so many places of one item at a time may be held from one address. */
const MOST_HELD_PER_ADDRESS = 20;

/** Chooses the ticket and freezes its price. A repeat changes nothing. */
export async function chooseTicket(id: string, offerId: string, parts: CheckoutParts): Promise<undefined | CheckoutStepError | ItemNotBookableError> {
  return inCheckout(id, parts, async ({ step, opportunity, ticketChoices, stored }, tx) => {
    if (step !== 'TICKET' || !opportunity) return stored.items?.[0]?.acceptedOffer === offerId ? undefined : new CheckoutStepError(step);
    const offer = ticketChoices.find((choice) => choice.id === offerId);
    if (!offer) return new ItemNotBookableError(opportunity.identifier, ['UNKNOWN_OFFER']);
    const scheduledSessionId = stored.session && 'scheduledSessionId' in stored.session ? stored.session.scheduledSessionId : undefined;
    await tx.nativeUpdate(Checkout, id, { items: [itemOf(opportunity, { id: offerId, price: offer.price }, scheduledSessionId)] });
    return undefined;
  });
}

/** Goes back to the choice of a ticket: where there is one, the broker has not made it, and before the details are given. */
export async function reopenTicketChoice(id: string, parts: CheckoutParts): Promise<undefined | CheckoutStepError> {
  return inCheckout(id, parts, async ({ step, isCustomerFixed, ticketChoices }, tx) => {
    if (isCustomerFixed || ticketChoices.length < 2 || (step !== 'TICKET' && step !== 'DETAILS')) return new CheckoutStepError(step);
    await tx.nativeUpdate(Checkout, id, { items: null });
    return undefined;
  });
}

/**
 * Takes the details, or the agreement to those that the broker sent, and holds the places from now on. Until it is
 * booked the details can be given again; the places stay held.
 */
export async function submitDetails(id: string, details: CheckoutDetails | undefined, parts: CheckoutParts): Promise<undefined | CheckoutStepError | ValidationError | ItemNotBookableError | TooManyHoldsError> {
  return inCheckout(id, parts, async (view, tx) => {
    if (!['DETAILS', 'AGE', 'PRICE_CHANGED', 'CHECK'].includes(view.step)) return refusalOf(view);
    const problems = view.isCustomerFixed ? [] : problemsOfDetails(details);
    if (problems.length > 0) return new ValidationError(problems);
    const customer: PersonFacts | null = view.isCustomerFixed || !details ? null : { identifier: null, ...details, is13OrOver: null };
    await tx.nativeUpdate(Checkout, id, { customer, detailsAt: parts.now });
    return hold(view, tx, parts);
  });
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
  return inCheckout(id, parts, async (view, tx) => (['AGE', 'PRICE_CHANGED', 'CHECK'].includes(view.step) ? hold(view, tx, parts) : refusalOf(view)));
}

async function hold(view: CheckoutView, tx: EntityManager, { now, linkKeys, clientAddress, holdTtlSeconds }: CheckoutParts): Promise<undefined | ItemNotBookableError | TooManyHoldsError> {
  const wanted = placesWanted(view);
  const holder = linkKeys.current.addressMark(clientAddress);
  const fullTerm = Math.min(addSeconds(now, holdTtlSeconds).getTime(), view.expiresAt.getTime());
  const expiresAt = new Date(Math.max(fullTerm, view.holdExpiresAt?.getTime() ?? 0)); // never shorter: a payment that came to nothing had them held for longer
  const full = await holdPlaces(tx, wanted, { checkoutId: view.id, holder, expiresAt }, now);
  if (full !== undefined) return new ItemNotBookableError(identifierOf(view, full), ['FULL']);
  const held = await countHeldBy(tx, [...wanted.keys()], holder, now);
  return held > MOST_HELD_PER_ADDRESS ? new TooManyHoldsError() : undefined;
}

/** Takes the answer to whether the customer is 13 or over. A no ends the checkout, and what was typed is forgotten. (contract §2 Person) */
export async function confirmAge(id: string, is13OrOver: boolean, parts: CheckoutParts): Promise<undefined | CheckoutStepError> {
  return inCheckout(id, parts, async (view, tx) => {
    const { step } = view;
    if (step !== 'AGE') return (is13OrOver && step === 'CHECK') || (!is13OrOver && step === 'UNDER_13') ? undefined : new CheckoutStepError(step);
    await tx.nativeUpdate(Checkout, id, { is13OrOver });
    if (!is13OrOver) await giveUp(view, tx, parts.now);
    return undefined;
  });
}

/**
 * Agrees to the prices of this moment, which differ from those that were shown before; `totalMinor` is what is agreed to, so
 * that a price that changes once more is asked about once more. A repeat changes nothing.
 */
export async function acceptPrices(id: string, totalMinor: number, parts: CheckoutParts): Promise<undefined | CheckoutStepError> {
  return inCheckout(id, parts, async ({ step, currentTotal, places, stored: { items } }, tx) => {
    if (step !== 'PRICE_CHANGED' || !places || !items) return step === 'CHECK' ? undefined : new CheckoutStepError(step);
    if (currentTotal?.amountMinor !== totalMinor) return new CheckoutStepError(step);
    const repriced = items.map((item, index): CheckoutItemFacts => ({ ...item, price: places[index]?.offer.price ?? item.price }));
    await tx.nativeUpdate(Checkout, id, { items: repriced });
    return undefined;
  });
}

/** Gives a checkout up: its places are free at once, and what was typed is forgotten. A repeat changes nothing. */
export async function cancelCheckout(id: string, parts: CheckoutParts): Promise<undefined | CheckoutStepError> {
  return inCheckout(id, parts, async (view, tx) => {
    if (view.state === 'CANCELLED') return undefined;
    if (view.state !== 'OPEN') return new CheckoutStepError(view.step);
    await giveUp(view, tx, parts.now);
    return undefined;
  });
}

/** A payment under way is ended from the outbox; if the money comes all the same, it goes back. */
async function giveUp(view: CheckoutView, tx: EntityManager, now: Date): Promise<void> {
  await endCheckout(view, 'CUSTOMER_CANCELLED', tx, now);
  await releaseHolds(tx, view.id);
  if (view.stored.payment) addTask(tx, 'ADVANCE_ORDER', view.stored.quoteId, now);
}

export function identifierOf({ stored }: Pick<CheckoutView, 'stored'>, opportunityId: string): string {
  return stored.items?.find((item) => item.opportunityId === opportunityId)?.identifier ?? opportunityId;
}
