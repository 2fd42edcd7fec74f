import { ProviderOutage, type PaymentAccounts, type ProviderVerdict } from '../../src/payment/payment-accounts.js';

/** A payment provider of the test's: it says what it is told to, can be down, and remembers what it was asked. */
export class TestProvider implements PaymentAccounts {
  readonly provider = 'test';
  /** What every call throws while the provider is down. */
  failure: Error | undefined;
  /** What it says of every account. */
  says: ProviderVerdict = 'ACCEPTED';
  /** Whatever a call waits for before it does anything. */
  gate: Promise<void> = Promise.resolve();
  readonly opened: { readonly sellerId: string; readonly key: string }[] = [];
  /** The accounts that it was asked to disconnect, each as often as it was asked, in vain or not. */
  readonly asked: string[] = [];
  /** The accounts that it has disconnected, each as often as it did. */
  readonly disconnected: string[] = [];

  goDown(failure: Error = new ProviderOutage('the provider is down')): void {
    this.failure = failure;
  }

  comeBack(): void {
    this.failure = undefined;
  }

  async create({ sellerId }: { readonly sellerId: string }, key: string): Promise<string> {
    await this.#answer();
    this.opened.push({ sellerId, key });
    return `account_${key}`;
  }

  async onboardingAddress(accountId: string, { returnUrl }: { readonly returnUrl: string }): Promise<string> {
    await this.#answer();
    return `https://provider.example/${accountId}?return=${encodeURIComponent(returnUrl)}`;
  }

  async verdict(): Promise<ProviderVerdict> {
    await this.#answer();
    return this.says;
  }

  async disconnect(accountId: string): Promise<void> {
    this.asked.push(accountId);
    await this.#answer();
    this.disconnected.push(accountId);
  }

  async #answer(): Promise<void> {
    await this.gate;
    if (this.failure) throw this.failure;
  }
}
