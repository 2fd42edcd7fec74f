import type { CheckoutSessionState } from '../checkout-session/checkout-session.lifecycle.js';

export const CHECKOUT_STEPS = ['TICKET', 'DETAILS', 'AGE', 'PRICE_CHANGED', 'CHECK', 'PAYING', 'DONE', 'FAILED', 'NOT_BOOKABLE', 'UNDER_13', 'CANCELLED', 'EXPIRED'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

export interface CheckoutStepFacts {
  readonly state: CheckoutSessionState;
  readonly hasTicket: boolean;
  readonly hasDetails: boolean;
  /** Null while nobody has said, in the broker's request or on the page. */
  readonly is13OrOver: boolean | null;
  /** Whether everything chosen, or without a choice anything at all, can be booked by this checkout now. */
  readonly isBookable: boolean;
  /** Whether money is on its way, so that nothing else can be done before that is settled. */
  readonly isPaying: boolean;
  /** Whether the places had gone when the money came, so that it went back. */
  readonly hasFailed: boolean;
  /** Whether a price is another one now than when it was shown. */
  readonly hasPriceChanged: boolean;
}

/** What a checkout needs next. A pure rule: going back, reloading and a second tab all end at the same step. */
export function checkoutStepOf({ state, hasTicket, hasDetails, is13OrOver, isBookable, isPaying, hasFailed, hasPriceChanged }: CheckoutStepFacts): CheckoutStep {
  if (hasFailed) return 'FAILED';
  if (isPaying) return 'PAYING';
  if (state === 'COMPLETED') return 'DONE';
  if (state === 'CANCELLED') return is13OrOver === false ? 'UNDER_13' : 'CANCELLED';
  if (state === 'EXPIRED') return 'EXPIRED';
  if (!isBookable) return 'NOT_BOOKABLE';
  if (!hasTicket) return 'TICKET';
  if (!hasDetails) return 'DETAILS';
  if (is13OrOver !== true) return 'AGE';
  return hasPriceChanged ? 'PRICE_CHANGED' : 'CHECK';
}
