import { ProviderOutage, type PaymentAccounts } from '../../src/payment/payment-accounts.js';
import type { PaymentRequest, Payments, PaymentVerdict, RefundVerdict } from '../../src/payment/payments.js';

export type PaymentCall = Exclude<keyof Payments, 'provider'>;

interface Kept {
  readonly id: string;
  readonly accountId: string;
  readonly request: PaymentRequest;
  state: PaymentVerdict;
  refundedMinor: number;
}

/**
 * A payment provider of the test's, strict where a real one is: a payment is captured or voided only when money was set
 * aside, an account that is disconnected does nothing any more, and an effect has one key: the same key again changes
 * nothing, another one is refused. It can be down, slow, or lose its answer once it has done what it was asked to.
 */
export class TestPayments implements Payments {
  readonly provider = 'test';
  /** What every call throws while the provider is down. */
  failure: Error | undefined;
  /** Whatever a call waits for before it does anything. */
  gate: Promise<void> = Promise.resolve();
  /** What becomes of a refund. */
  refundsAre: RefundVerdict = 'DONE';
  /** Each call, answered or not. */
  readonly asked: PaymentCall[] = [];
  /** What was done, in this order and each as often as it was: `capture pay_…`. */
  readonly done: string[] = [];
  readonly #payments = new Map<string, Kept>();
  readonly #keys = new Map<string, string>();
  readonly #disconnected = new Set<string>();
  #losing: { readonly call: PaymentCall; readonly when: 'BEFORE' | 'AFTER' } | undefined;

  goDown(failure: Error = new ProviderOutage('the provider is down')): void {
    this.failure = failure;
  }

  comeBack(): void {
    this.failure = undefined;
  }

  /** The next call of this name throws, before it does anything or after it did. */
  loseNext(call: PaymentCall, when: 'BEFORE' | 'AFTER'): void {
    this.#losing = { call, when };
  }

  /** The customer does something on the page that was opened for a payment of this account. Nothing happens on a page that is closed. */
  customerDoes(id: string, what: 'AUTHORISED' | 'DECLINED'): boolean {
    const payment = this.#find(id);
    if (payment.state !== 'OPEN') return false;
    payment.state = what;
    this.done.push(`${what.toLowerCase()} ${id}`);
    return true;
  }

  /** Takes up a payment that was opened, and paid, with somebody who is gone. */
  adopt(id: string, accountId: string, request: PaymentRequest): void {
    this.#payments.set(id, { id, accountId, request, state: 'AUTHORISED', refundedMinor: 0 });
  }

  read(id: string): Readonly<Kept> {
    return this.#find(id);
  }

  /** Every payment, in the order in which their pages were opened. */
  get ids(): readonly string[] {
    return [...this.#payments.keys()];
  }

  /** What was done to a payment, without its name. */
  doneTo(id: string): readonly string[] {
    return this.done.flatMap((entry) => (entry.endsWith(` ${id}`) ? [entry.slice(0, -id.length - 1)] : []));
  }

  start(accountId: string, request: PaymentRequest, idempotencyKey: string): Promise<{ providerPaymentId: string; url: string }> {
    const id = `pay_${idempotencyKey}`;
    return this.#call('start', accountId, () => {
      if (!this.#payments.has(id)) {
        this.#payments.set(id, { id, accountId, request, state: 'OPEN', refundedMinor: 0 });
        this.done.push(`start ${id}`);
      }
      return { providerPaymentId: id, url: `https://provider.example/pay/${id}` };
    });
  }

  verdict(accountId: string, id: string): Promise<PaymentVerdict> {
    return this.#call('verdict', accountId, () => this.#find(id).state);
  }

  end(accountId: string, id: string): Promise<void> {
    return this.#call('end', accountId, () => {
      const payment = this.#find(id);
      if (payment.state !== 'OPEN' && payment.state !== 'DECLINED') return;
      payment.state = 'ENDED';
      this.done.push(`end ${id}`);
    });
  }

  capture(accountId: string, id: string, idempotencyKey: string): Promise<void> {
    return this.#call('capture', accountId, () => this.#settle(id, 'capture', 'CAPTURED', idempotencyKey));
  }

  async fee(): Promise<number> {
    return 0;
  }

  void(accountId: string, id: string, idempotencyKey: string): Promise<void> {
    return this.#call('void', accountId, () => this.#settle(id, 'void', 'VOIDED', idempotencyKey));
  }

  refund(accountId: string, id: string, amountMinor: number, idempotencyKey: string): Promise<{ refundId: string; verdict: RefundVerdict }> {
    return this.#call('refund', accountId, () => {
      const payment = this.#find(id);
      const known = this.#keys.get(`refund ${idempotencyKey}`);
      if (known === undefined) {
        if (payment.state !== 'CAPTURED' || payment.refundedMinor + amountMinor > payment.request.amountMinor) throw new Error(`${id} cannot be refunded by ${amountMinor}`);
        if (this.refundsAre !== 'FAILED') payment.refundedMinor += amountMinor;
        this.#keys.set(`refund ${idempotencyKey}`, id);
        this.done.push(`refund ${id}`);
      }
      return { refundId: `refund_${idempotencyKey}`, verdict: this.refundsAre };
    });
  }

  refundedMinor(accountId: string, id: string): Promise<number> {
    return this.#call('refundedMinor', accountId, () => this.#find(id).refundedMinor);
  }

  refundVerdict(accountId: string): Promise<RefundVerdict> {
    return this.#call('refundVerdict', accountId, () => this.refundsAre);
  }

  /** The same provider's accounts: all are accepted, and one that is disconnected is done with. */
  get accounts(): PaymentAccounts {
    return {
      provider: this.provider,
      create: async (_seller, key) => `account_${key}`,
      onboardingAddress: async (accountId) => `https://provider.example/${accountId}`,
      verdict: async () => 'ACCEPTED',
      disconnect: async (accountId) => {
        await this.gate;
        if (this.failure) throw this.failure;
        this.#disconnected.add(accountId);
        this.done.push(`disconnect ${accountId}`);
      },
    };
  }

  #settle(id: string, call: PaymentCall, state: PaymentVerdict, key: string): void {
    const payment = this.#find(id);
    const known = this.#keys.get(`${call} ${id}`);
    if (known === key) return;
    if (known !== undefined || payment.state !== 'AUTHORISED') throw new Error(`${call} of ${id}, which is ${payment.state}, with the key ${key} after ${known}`);
    this.#keys.set(`${call} ${id}`, key);
    payment.state = state;
    this.done.push(`${call} ${id}`);
  }

  #find(id: string): Kept {
    const payment = this.#payments.get(id);
    if (!payment) throw new Error(`the provider knows no payment ${id}`);
    return payment;
  }

  async #call<T>(call: PaymentCall, accountId: string, act: () => T): Promise<T> {
    this.asked.push(call);
    await this.gate;
    if (this.failure) throw this.failure;
    if (this.#disconnected.has(accountId)) throw new Error(`${call} with ${accountId}, which is disconnected`);
    const losing = this.#losing?.call === call ? this.#losing.when : undefined;
    if (losing) this.#losing = undefined;
    if (losing === 'BEFORE') throw new ProviderOutage(`${call} did not arrive`);
    const answer = act();
    if (losing === 'AFTER') throw new ProviderOutage(`the answer to ${call} was lost`);
    return answer;
  }
}
