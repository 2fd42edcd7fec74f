/** What a provider says about an account. */
export type ProviderVerdict = 'PENDING' | 'ACCEPTED' | 'INFORMATION_NEEDED' | 'REFUSED';

/** The provider does not answer, or not as it should. What was asked may or may not have happened; asking again is safe. */
export class ProviderOutage extends Error {}

/** A payment provider, as far as accounts go. Every call may take long and may throw `ProviderOutage`, so none is made inside a transaction. */
export interface PaymentAccounts {
  readonly provider: string;
  /** Opens an account for a seller and says what the provider calls it. The key makes a repeat the same account. */
  create(seller: { readonly sellerId: string; readonly name: string }, idempotencyKey: string): Promise<string>;
  /** Where the seller gives the provider its details. `returnUrl` is no proof of anything; `refreshUrl` asks for a new address. */
  onboardingAddress(accountId: string, addresses: { readonly returnUrl: string; readonly refreshUrl: string }): Promise<string>;
  /** What the provider says now. */
  verdict(accountId: string): Promise<ProviderVerdict>;
  /** Ends the connection. Twice is the same as once. */
  disconnect(accountId: string): Promise<void>;
}
