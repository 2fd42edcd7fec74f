import type Stripe from 'stripe';
import { ProviderOutage, type PaymentAccounts, type ProviderVerdict } from './payment-accounts.js';
import { askStripe } from './stripe-client.js';

/** Sellers' accounts at Stripe: Express accounts that charge customers themselves and that this platform may delete again. */
export function stripePaymentAccounts(stripe: Stripe): PaymentAccounts {
  return {
    provider: 'stripe',
    async create({ sellerId, name }, idempotencyKey) {
      const request: Stripe.AccountCreateParams = { type: 'express', business_profile: { name }, capabilities: { card_payments: { requested: true }, transfers: { requested: true } }, metadata: { sellerId } };
      return (await askStripe('account', () => stripe.accounts.create(request, { idempotencyKey }))).id;
    },
    async onboardingAddress(accountId, { returnUrl, refreshUrl }) {
      const link = await stripe.accountLinks.create({ account: accountId, return_url: returnUrl, refresh_url: refreshUrl, type: 'account_onboarding' });
      if (link.object !== 'account_link' || !link.url.startsWith('http')) throw new ProviderOutage('Stripe answered with something that is no account link');
      return link.url;
    },
    async verdict(accountId) {
      return verdictOn(await askStripe('account', () => stripe.accounts.retrieve(accountId)));
    },
    async disconnect(accountId) {
      const gone = await askStripe('account', async () => stripe.accounts.del(accountId));
      if (!gone.deleted) throw new ProviderOutage('Stripe has not deleted the account');
    },
  };
}

/** Having sent the details proves nothing; being able to charge does. */
function verdictOn({ charges_enabled, details_submitted, requirements }: Stripe.Account): ProviderVerdict {
  if (charges_enabled) return 'ACCEPTED';
  if (requirements?.disabled_reason?.startsWith('rejected.')) return 'REFUSED';
  return details_submitted ? 'INFORMATION_NEEDED' : 'PENDING';
}
