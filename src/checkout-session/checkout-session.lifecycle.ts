import { lifecycle } from '../shared/lifecycle.js';

/** Our choice: a session for one customer, and everybody's checkout, lives a day. */
export const CHECKOUT_LIFETIME_SECONDS = 24 * 60 * 60;

export const CHECKOUT_SESSION_STATES = ['OPEN', 'COMPLETED', 'EXPIRED', 'CANCELLED'] as const;
export type CheckoutSessionState = (typeof CHECKOUT_SESSION_STATES)[number];

/** Our choice, row for row: the contract's §3 shows no states of a checkout session. */
export const CHECKOUT_SESSION_MOVES = [
  { from: 'OPEN', on: 'ORDER_CONFIRMED', to: 'COMPLETED' },
  { from: 'EXPIRED', on: 'ORDER_CONFIRMED', to: 'COMPLETED' }, // a payment that came late, and the places were still there
  { from: 'OPEN', on: 'TIME_RAN_OUT', to: 'EXPIRED' },
  { from: 'OPEN', on: 'CUSTOMER_CANCELLED', to: 'CANCELLED' },
  { from: 'OPEN', on: 'PERSON_ERASED', to: 'CANCELLED' },
] as const;

export const checkoutSessionLifecycle = lifecycle(CHECKOUT_SESSION_MOVES);
