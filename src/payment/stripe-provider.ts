import { openStripe, type StripeSettings } from './stripe-client.js';
import { stripeEvents } from './stripe-events.js';
import { stripePaymentAccounts } from './stripe-payment-accounts.js';
import { stripePayments } from './stripe-payments.js';
import type { PaymentAccounts } from './payment-accounts.js';
import type { Payments } from './payments.js';
import type { ProviderEvents } from './provider-events.js';

/** All that Stripe does for us. Its client has 200 modules, so only who has a key imports this. */
export function stripeProvider(settings: StripeSettings, webhookSecret: string | undefined): { readonly paymentAccounts: PaymentAccounts; readonly payments: Payments; readonly providerEvents: ProviderEvents | undefined } {
  const client = openStripe(settings);
  const providerEvents = webhookSecret === undefined ? undefined : stripeEvents(client, webhookSecret);
  return { paymentAccounts: stripePaymentAccounts(client), payments: stripePayments(client), providerEvents };
}
