import { ProviderOutage, type PaymentAccounts } from './payment-accounts.js';
import type { Payments } from './payments.js';

/** For a gateway in production that has no payment provider: nobody can connect an account or pay, and nothing pretends to. */
export const noPaymentAccounts: PaymentAccounts = {
  provider: 'none',
  create: refuse,
  onboardingAddress: refuse,
  verdict: refuse,
  disconnect: refuse,
};

export const noPayments: Payments = {
  provider: 'none',
  start: refuse,
  verdict: refuse,
  end: refuse,
  capture: refuse,
  fee: refuse,
  void: refuse,
  refund: refuse,
  refundedMinor: refuse,
  refundVerdict: refuse,
};

async function refuse(): Promise<never> {
  throw new ProviderOutage('no payment provider is set up');
}
