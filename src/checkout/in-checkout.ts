import type { EntityManager } from '@mikro-orm/sql';
import type { LinkKeys } from '../access/link-keys.js';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { UserError } from '../shared/user-error.js';
import type { Tables } from '../store/tables.js';
import { Checkout } from './checkout.entity.js';
import { CheckoutSession } from '../checkout-session/checkout-session.entity.js';
import { checkoutSessionLifecycle } from '../checkout-session/checkout-session.lifecycle.js';
import type { CheckoutStep } from './checkout-step.js';
import { readCheckout, type CheckoutView } from './checkout.store.js';

/** The checkout is at another step: an earlier one is missing, or it is over. Nothing was changed. */
export class CheckoutStepError extends UserError {
  readonly __typename = 'CheckoutStepError';
  readonly code = 'CHECKOUT_STEP';
  readonly message = 'Another step comes first.';

  constructor(readonly step: CheckoutStep) {
    super();
  }
}

export interface CheckoutParts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly linkKeys: LinkKeys;
  readonly clientAddress: string;
  readonly holdTtlSeconds: number;
  readonly platformOrganization: { readonly name: string; readonly url: string };
}

/** Carries a refusal out of the transaction, so that nothing of it stays. */
class Refused extends Error {
  constructor(readonly outcome: UserError) {
    super(outcome.message);
  }
}

/**
 * Does one thing in a checkout, alone: the first statement takes the checkout's row, what is read after it no second click
 * or tab can change, and whatever `work` refuses leaves nothing behind.
 */
export async function inCheckout<E extends UserError>(id: string, { em, now, platformOrganization }: CheckoutParts, work: (view: CheckoutView, tx: EntityManager) => Promise<undefined | E>): Promise<undefined | E> {
  try {
    return await em.transactional(async (tx) => {
      await tx.nativeUpdate(Checkout, { id, state: 'OPEN' }, { state: 'OPEN' });
      const view = await readCheckout(id, { reads: tx.getKysely<Tables>(), now, platformOrganization, selected: new Set() });
      if (!view) throw new Error('a caller without its checkout');
      const refused = await work(view, tx);
      if (refused) throw new Refused(refused);
      return undefined;
    });
  } catch (error) {
    if (error instanceof Refused) return error.outcome as E; // thrown above, with what `work` returned
    throw error;
  }
}

/** Ends a checkout, and with it the session that is for one customer. When it is given up, what was typed is forgotten. */
export async function endCheckout({ id, state: from, stored: { sessionIdentifier, isAuthenticated } }: CheckoutView, on: 'ORDER_CONFIRMED' | 'CUSTOMER_CANCELLED', tx: EntityManager, now: Date): Promise<void> {
  const state = checkoutSessionLifecycle.next(from, on);
  if (!state) throw new Error(`a checkout that is ${from} has no end by ${on}`);
  await tx.nativeUpdate(Checkout, id, { state, endedAt: now, ...(on === 'CUSTOMER_CANCELLED' && { customer: null }) });
  if (isAuthenticated && sessionIdentifier !== null) await tx.nativeUpdate(CheckoutSession, { identifier: sessionIdentifier, state: { $in: ['OPEN', 'EXPIRED'] } }, { state });
}

/** Why a checkout does not go on from here. */
export function refusalOf({ step, obstacle, opportunity }: CheckoutView): CheckoutStepError | ItemNotBookableError {
  return step === 'NOT_BOOKABLE' && obstacle ? new ItemNotBookableError(opportunity?.identifier ?? '', obstacle.reasons, obstacle.opensAt) : new CheckoutStepError(step);
}
