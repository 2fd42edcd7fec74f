import { lifecycle } from '../shared/lifecycle.js';

export const PAYMENT_STATUSES = ['STARTED', 'DECLINED', 'ENDED', 'AUTHORISED', 'CAPTURED', 'VOIDING', 'VOIDED'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Our choice, row for row: the contract shows no payments. */
export const PAYMENT_MOVES = [
  { from: 'STARTED', on: 'PROVIDER_DECLINED', to: 'DECLINED' },
  { from: 'STARTED', on: 'PROVIDER_ENDED', to: 'ENDED' },
  { from: 'STARTED', on: 'PROVIDER_AUTHORISED', to: 'AUTHORISED' },
  { from: 'AUTHORISED', on: 'PROVIDER_CAPTURED', to: 'CAPTURED' },
  { from: 'AUTHORISED', on: 'PLACES_GONE', to: 'VOIDING' },
  { from: 'VOIDING', on: 'PROVIDER_VOIDED', to: 'VOIDED' },
] as const;

export const paymentLifecycle = lifecycle(PAYMENT_MOVES);
