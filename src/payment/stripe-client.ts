import { Stripe } from 'stripe';
import { ProviderOutage } from './payment-accounts.js';

export interface StripeSettings {
  readonly secretKey: string;
  /** Where Stripe's API is; undefined for the real one. */
  readonly apiBase: string | undefined;
}

const TIMEOUT_MS = 15_000;

/** Stripe's own client, which repeats nothing by itself: who asks has a key and an outbox. */
export function openStripe({ secretKey, apiBase }: StripeSettings): Stripe {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  const elsewhere = base && { host: base.hostname, port: base.port, protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const) };
  return new Stripe(secretKey, { ...elsewhere, maxNetworkRetries: 0, timeout: TIMEOUT_MS, telemetry: false, appInfo: { name: 'Courtside' } });
}

/**
 * Asks Stripe for one object and looks at what came: a body without `error` is taken for an answer by the client whatever
 * its status, so only an object of the right kind with an id is one.
 */
export async function askStripe<T extends { readonly object: string; readonly id: string }>(object: T['object'], ask: () => Promise<T>): Promise<T> {
  const answer = await outageOf(ask);
  if (typeof answer !== 'object' || answer === null || answer.object !== object || typeof answer.id !== 'string' || answer.id === '') throw new ProviderOutage(`Stripe answered with something that is no ${object}`);
  return answer;
}

/** What is Stripe's fault, or nobody's, and goes away by waiting. A request that Stripe refuses is our own bug and stays one. */
export async function outageOf<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isPassing = error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError || error instanceof Stripe.errors.StripeRateLimitError;
    if (isPassing) throw new ProviderOutage(error.message, { cause: error });
    throw error;
  }
}

/** Whether Stripe refuses because it has no such account of ours, or not any more. */
export function isGoneAccount(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid';
}

/** Whether Stripe may refuse because the thing has moved on already: captured, cancelled, completed. Not each such refusal has a code of its own. */
export function isUnexpectedState(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== 'resource_missing';
}
