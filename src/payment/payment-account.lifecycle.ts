import { lifecycle } from '../shared/lifecycle.js';

export const PAYMENT_ACCOUNT_STATUSES = ['ONBOARDING', 'CONNECTED', 'INFORMATION_NEEDED', 'REFUSED', 'DISCONNECTING', 'DISCONNECTED'] as const;
export type PaymentAccountStatus = (typeof PAYMENT_ACCOUNT_STATUSES)[number];

/** Our choice, row for row: the contract says only that an account is connected and disconnected. */
export const PAYMENT_ACCOUNT_MOVES = [
  { from: 'ONBOARDING', on: 'PROVIDER_ACCEPTED', to: 'CONNECTED' },
  { from: 'ONBOARDING', on: 'PROVIDER_ASKED', to: 'INFORMATION_NEEDED' },
  { from: 'ONBOARDING', on: 'PROVIDER_REFUSED', to: 'REFUSED' },
  { from: 'INFORMATION_NEEDED', on: 'PROVIDER_ACCEPTED', to: 'CONNECTED' },
  { from: 'INFORMATION_NEEDED', on: 'PROVIDER_REFUSED', to: 'REFUSED' },
  { from: 'CONNECTED', on: 'PROVIDER_ASKED', to: 'INFORMATION_NEEDED' },
  { from: 'CONNECTED', on: 'PROVIDER_REFUSED', to: 'REFUSED' },
  { from: 'REFUSED', on: 'PROVIDER_ACCEPTED', to: 'CONNECTED' },
  { from: 'REFUSED', on: 'PROVIDER_ASKED', to: 'INFORMATION_NEEDED' },
  { from: 'ONBOARDING', on: 'SELLER_LEFT', to: 'DISCONNECTING' },
  { from: 'INFORMATION_NEEDED', on: 'SELLER_LEFT', to: 'DISCONNECTING' },
  { from: 'REFUSED', on: 'SELLER_LEFT', to: 'DISCONNECTING' },
  { from: 'CONNECTED', on: 'SELLER_LEFT', to: 'DISCONNECTING' },
  { from: 'ONBOARDING', on: 'PROVIDER_DISCONNECTED', to: 'DISCONNECTED' },
  { from: 'INFORMATION_NEEDED', on: 'PROVIDER_DISCONNECTED', to: 'DISCONNECTED' },
  { from: 'REFUSED', on: 'PROVIDER_DISCONNECTED', to: 'DISCONNECTED' },
  { from: 'CONNECTED', on: 'PROVIDER_DISCONNECTED', to: 'DISCONNECTED' },
  { from: 'DISCONNECTING', on: 'PROVIDER_DISCONNECTED', to: 'DISCONNECTED' },
] as const;

export const paymentAccountLifecycle = lifecycle(PAYMENT_ACCOUNT_MOVES);
