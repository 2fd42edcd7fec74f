import { ProviderOutage, type PaymentAccounts } from './payment-accounts.js';

/** For a gateway in production that has no payment provider: nobody can connect an account, and nothing pretends to. */
export const noPaymentAccounts: PaymentAccounts = {
  provider: 'none',
  create: refuse,
  onboardingAddress: refuse,
  verdict: refuse,
  disconnect: refuse,
};

async function refuse(): Promise<never> {
  throw new ProviderOutage('no payment provider is set up');
}
