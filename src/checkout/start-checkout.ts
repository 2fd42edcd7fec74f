import { UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import { Broker } from '../broker/broker.entity.js';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { addSeconds } from '../shared/clock.js';
import { newUuid } from '../shared/ids.js';
import { UserError } from '../shared/user-error.js';
import type { Tables } from '../store/tables.js';
import { Checkout } from './checkout.entity.js';
import { CheckoutSession } from '../checkout-session/checkout-session.entity.js';
import { CHECKOUT_LIFETIME_SECONDS } from '../checkout-session/checkout-session.lifecycle.js';
import { checkoutTokenOf } from './checkout-token.js';
import { readCheckoutTarget, type CheckoutTarget, type TargetStart } from './checkout-target.store.js';

/** There is no such target or item. */
export class UnknownCheckoutTargetError extends UserError {
  readonly __typename = 'UnknownCheckoutTargetError';
  readonly code = 'UNKNOWN_CHECKOUT_TARGET';
  readonly message = 'There is nothing to book at this address.';
}

/** It is one customer's, and another browser has started it. */
export class CheckoutStartedElsewhereError extends UserError {
  readonly __typename = 'CheckoutStartedElsewhereError';
  readonly code = 'CHECKOUT_STARTED_ELSEWHERE';
  readonly message = 'This booking was started in another browser.';
}

/** The session came to its end: booked, cancelled, or out of time. */
export class CheckoutSessionOverError extends UserError {
  readonly __typename = 'CheckoutSessionOverError';
  readonly code = 'CHECKOUT_SESSION_OVER';
  readonly message = 'This booking can no longer be started.';
}

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly linkKeys: LinkKeys;
  readonly platformOrganization: { readonly name: string; readonly url: string };
}

export type StartCheckoutError = UnknownCheckoutTargetError | CheckoutStartedElsewhereError | CheckoutSessionOverError | ItemNotBookableError;

/**
 * Starts this browser's own checkout, or lets it back into the one that it has under way there. It holds no places yet.
 * A session for one customer is bound to the first browser that starts it; a public book button starts one for everybody.
 */
export async function startCheckout(target: CheckoutTarget, brokerId: string | undefined, parts: Parts): Promise<{ readonly id: string; readonly token: string } | StartCheckoutError> {
  const view = await readCheckoutTarget(target, brokerId, { ...parts, selected: new Set() });
  if (!view) return new UnknownCheckoutTargetError();
  const { start, heldCheckout } = view;
  if (heldCheckout && (heldCheckout.state === 'OPEN' || start.isAuthenticated)) return letIn(heldCheckout.id, parts);
  if (view.isStartedElsewhere) return new CheckoutStartedElsewhereError();
  if (view.state !== 'OPEN' && start.isAuthenticated) return new CheckoutSessionOverError();
  if (view.obstacle) return new ItemNotBookableError(start.opportunity?.identifier ?? '', view.obstacle.reasons, view.obstacle.opensAt);
  try {
    return await begin(start, parts);
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return new CheckoutStartedElsewhereError(); // it was started while we looked
    throw error;
  }
}

async function letIn(id: string, { reads, linkKeys }: Parts): Promise<{ id: string; token: string }> {
  const { token_key_id } = await reads.selectFrom('checkout').where('id', '=', id).select('token_key_id').executeTakeFirstOrThrow();
  return { id, token: checkoutTokenOf(id, token_key_id, linkKeys) };
}

async function begin({ sessionIdentifier, brokerId, facts, isAuthenticated, opportunity, items, expiresAt }: TargetStart, { em, now, linkKeys }: Parts): Promise<{ id: string; token: string }> {
  if (!opportunity) throw new Error('a checkout without an item got past its checks');
  const id = newUuid();
  const tokenKeyId = linkKeys.current.id;
  em.create(Checkout, {
    id,
    session: sessionIdentifier === null ? null : em.getReference(CheckoutSession, sessionIdentifier),
    onlyOf: isAuthenticated ? sessionIdentifier : null,
    broker: brokerId === null ? null : em.getReference(Broker, brokerId),
    quoteId: facts && 'quoteId' in facts ? facts.quoteId : newUuid(),
    tokenKeyId,
    opportunity: em.getReference(Opportunity, opportunity.id),
    items,
    customer: null,
    detailsAt: null,
    is13OrOver: null,
    state: 'OPEN',
    createdAt: now,
    expiresAt: expiresAt ?? addSeconds(now, CHECKOUT_LIFETIME_SECONDS),
    endedAt: null,
  });
  await em.flush();
  return { id, token: checkoutTokenOf(id, tokenKeyId, linkKeys) };
}
