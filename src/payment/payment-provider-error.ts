import { UserError } from '../shared/user-error.js';
import { ProviderOutage } from './payment-accounts.js';

/** The provider did not answer, or not as it should. Nothing was changed; trying again is safe. */
export class PaymentProviderError extends UserError {
  readonly __typename = 'PaymentProviderError';
  readonly code = 'PAYMENT_PROVIDER';
  readonly message = 'The payment provider does not answer at the moment. Please try again in a few minutes.';
}

/** Whatever a provider throws is an outage of the provider's, and an expected outcome here. */
export async function askProvider<T>(ask: () => Promise<T>): Promise<T | PaymentProviderError> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderOutage) return new PaymentProviderError();
    throw error;
  }
}
