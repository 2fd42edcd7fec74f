import type Stripe from 'stripe';
import { ProviderOutage, type PaymentAccounts, type ProviderVerdict } from './payment-accounts.js';
import { askStripe, isGoneAccount, outageOf } from './stripe-client.js';

/** Sellers' accounts at Stripe: Express accounts that charge customers themselves and that this platform may delete again. */
export function stripePaymentAccounts(stripe: Stripe): PaymentAccounts {
  return {
    provider: 'stripe',
    async create({ sellerId, name }, idempotencyKey) {
      const request: Stripe.AccountCreateParams = { type: 'express', business_profile: { name }, capabilities: { card_payments: { requested: true }, transfers: { requested: true } }, metadata: { sellerId } };
      return (await askStripe('account', () => stripe.accounts.create(request, { idempotencyKey }))).id;
    },
    async onboardingAddress(accountId, { returnUrl, refreshUrl }) {
      const link = await outageOf(() => stripe.accountLinks.create({ account: accountId, return_url: returnUrl, refresh_url: refreshUrl, type: 'account_onboarding' }));
      if (link.object !== 'account_link' || !/^https?:/.test(link.url)) throw new ProviderOutage('Stripe answered with something that is no account link');
      return link.url;
    },
    async verdict(accountId) {
      const account = await unlessGone(() => askStripe('account', () => stripe.accounts.retrieve(accountId)));
      return account ? verdictOn(account) : 'REFUSED';
    },
    async disconnect(accountId) {
      const gone = await unlessGone(() => askStripe('account', async () => stripe.accounts.del(accountId)));
      if (gone && !gone.deleted) throw new ProviderOutage('Stripe has not deleted the account');
    },
  };
}

/** An account that was deleted already, or whose seller has left us at Stripe, is not there; that is an answer, too. */
async function unlessGone<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isGoneAccount(error)) return undefined;
    throw error;
  }
}

/** Having sent the details proves nothing; being able to charge does. */
function verdictOn({ charges_enabled, details_submitted, requirements }: Stripe.Account): ProviderVerdict {
  if (charges_enabled) return 'ACCEPTED';
  if (requirements?.disabled_reason?.startsWith('rejected.')) return 'REFUSED';
  return details_submitted ? 'INFORMATION_NEEDED' : 'PENDING';
}
