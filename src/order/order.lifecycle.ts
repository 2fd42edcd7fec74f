import { lifecycle } from '../shared/lifecycle.js';

export const ORDER_STATES = [
  'CREATED',
  'PENDING_PAYMENT',
  'AUTHORISED',
  'BOOKED',
  'CONFIRMED',
  'PARTLY_CANCELLED',
  'CANCELLED',
  'FAILED',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Our choice, row for row: the contract's §3 shows only that a confirmed order exists. */
export const ORDER_MOVES = [
  { from: 'CREATED', on: 'FREE_PLACES_BOOKED', to: 'CONFIRMED' },
  { from: 'PENDING_PAYMENT', on: 'FREE_PLACES_BOOKED', to: 'CONFIRMED' }, // its price has become free after a payment that came to nothing
  { from: 'CREATED', on: 'PAYMENT_STARTED', to: 'PENDING_PAYMENT' },
  { from: 'PENDING_PAYMENT', on: 'PAYMENT_AUTHORISED', to: 'AUTHORISED' },
  { from: 'AUTHORISED', on: 'PLACES_BOOKED', to: 'BOOKED' },
  { from: 'BOOKED', on: 'PAYMENT_CAPTURED', to: 'CONFIRMED' },
  { from: 'CREATED', on: 'GIVEN_UP', to: 'FAILED' },
  { from: 'PENDING_PAYMENT', on: 'GIVEN_UP', to: 'FAILED' },
  { from: 'AUTHORISED', on: 'GIVEN_UP', to: 'FAILED' },
  { from: 'BOOKED', on: 'GIVEN_UP', to: 'FAILED' },
  { from: 'CONFIRMED', on: 'SOME_ITEMS_CANCELLED', to: 'PARTLY_CANCELLED' },
  { from: 'PARTLY_CANCELLED', on: 'SOME_ITEMS_CANCELLED', to: 'PARTLY_CANCELLED' },
  { from: 'CONFIRMED', on: 'ALL_ITEMS_CANCELLED', to: 'CANCELLED' },
  { from: 'PARTLY_CANCELLED', on: 'ALL_ITEMS_CANCELLED', to: 'CANCELLED' },
] as const;

export type OrderTrigger = (typeof ORDER_MOVES)[number]['on'];

export const orderLifecycle = lifecycle(ORDER_MOVES);
