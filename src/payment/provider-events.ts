/** What a provider has told us, once its signature was found good. */
export interface VerifiedEvent {
  readonly id: string;
  readonly type: string;
  /** Whose account it is about. */
  readonly accountId: string | null;
  readonly about: { readonly kind: 'ACCOUNT' } | { readonly kind: 'ACCOUNT_GONE' } | { readonly kind: 'PAYMENT'; readonly providerPaymentId: string } | { readonly kind: 'NOTHING' };
}

/** Looks at the raw bytes and the signature of an incoming event; undefined when it is not the provider's, or too old. */
export interface ProviderEvents {
  verify(body: string, signature: string, now: Date): VerifiedEvent | undefined;
}
