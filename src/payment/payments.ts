/** What a provider says of a payment. `OPEN`: the customer is not done. `ENDED`: its page is closed and nothing was set aside. */
export type PaymentVerdict = 'OPEN' | 'DECLINED' | 'AUTHORISED' | 'CAPTURED' | 'VOIDED' | 'ENDED';

/** What a provider says of a refund. */
export type RefundVerdict = 'PENDING' | 'DONE' | 'FAILED';

export interface PaymentRequest {
  /** Our own name for it, for the provider's records. */
  readonly paymentId: string;
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly description: string;
  /** For the provider's own form; null for a person who is erased. */
  readonly email: string | null;
  /** Where the customer goes on; coming there proves nothing. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** When the provider closes its page by itself, at the latest. */
  readonly endsAt: Date;
}

/**
 * A payment provider, as far as payments go: money is set aside first and taken later, on the seller's own account. Every
 * call may take long and may throw `ProviderOutage`, so none is made inside a transaction; each bears being repeated, by a
 * key or by its nature.
 */
export interface Payments {
  readonly provider: string;
  /** Opens a page on which the customer pays. The key makes a repeat the same payment. */
  start(accountId: string, request: PaymentRequest, idempotencyKey: string): Promise<{ readonly providerPaymentId: string; readonly url: string }>;
  /** What it says now. */
  verdict(accountId: string, providerPaymentId: string): Promise<PaymentVerdict>;
  /** Closes the customer's page, if nothing was set aside yet. */
  end(accountId: string, providerPaymentId: string): Promise<void>;
  /** Takes what was set aside. */
  capture(accountId: string, providerPaymentId: string, idempotencyKey: string): Promise<void>;
  /** What it keeps of what was taken, in the minor unit of the payment; null when it does not say. */
  fee(accountId: string, providerPaymentId: string): Promise<number | null>;
  /** Gives back what was set aside. */
  void(accountId: string, providerPaymentId: string, idempotencyKey: string): Promise<void>;
  /** Gives back some of what was taken. The key makes a repeat the same refund. */
  refund(accountId: string, providerPaymentId: string, amountMinor: number, idempotencyKey: string): Promise<{ readonly refundId: string; readonly verdict: RefundVerdict }>;
  /** How much of what was taken it says has gone back or is on its way, by whomever. */
  refundedMinor(accountId: string, providerPaymentId: string): Promise<number>;
  /** What became of a refund. */
  refundVerdict(accountId: string, refundId: string): Promise<RefundVerdict>;
}
