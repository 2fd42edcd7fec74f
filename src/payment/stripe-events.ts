import { Stripe } from 'stripe';
import type { ProviderEvents, VerifiedEvent } from './provider-events.js';

const TOLERANCE_SECONDS = 300;

/** Stripe's signed events. What they say of a status is not believed but fetched: they come late, twice and in any order. */
export function stripeEvents(stripe: Stripe, webhookSecret: string): ProviderEvents {
  return {
    verify(body, signature, now) {
      try {
        return toVerified(stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS, undefined, now.getTime()));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return undefined;
        throw error;
      }
    },
  };
}

function toVerified(event: Stripe.Event): VerifiedEvent {
  return { id: event.id, type: event.type, accountId: event.account ?? null, about: aboutOf(event) };
}

function aboutOf(event: Stripe.Event): VerifiedEvent['about'] {
  if (event.type === 'account.updated') return { kind: 'ACCOUNT' };
  if (event.type === 'account.application.deauthorized') return { kind: 'ACCOUNT_GONE' };
  if (event.type === 'checkout.session.completed' || event.type === 'checkout.session.expired') return { kind: 'PAYMENT', providerPaymentId: event.data.object.id };
  return { kind: 'NOTHING' };
}
