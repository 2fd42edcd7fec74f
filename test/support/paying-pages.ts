import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { DemoPayment } from '../../src/payment/demo-payment.entity.js';
import { demoPayments } from '../../src/payment/demo-payments.js';
import { ProviderOutage } from '../../src/payment/payment-accounts.js';
import type { PaymentRequest, Payments, PaymentVerdict, RefundVerdict } from '../../src/payment/payments.js';
import { arrive, GRACE, mailTo, sayAge, startAt, typeDetails, type Guest } from './checkout-pages.js';
import { waitForPath } from './browser.js';
import { startTestGateway, type TestGateway } from './gateway.js';
import { press } from './seller-pages.js';

/** The demo provider, which can be down, unsure of one payment, or slow with what goes back. */
export class MoodyProvider implements Payments {
  readonly provider = 'demo';
  isDown = false;
  /** The payment that it says nothing of. */
  unsureOf: string | undefined;
  isSlowWithRefunds = false;
  /** Where it sends whoever is to pay, instead of to the demo provider's page. */
  elsewhere: string | undefined;
  #demo: Payments | undefined;

  /** A gateway of its own, with the demo provider behind this one. */
  async startGateway(): Promise<TestGateway> {
    const gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' }, {}, { payments: this });
    const { url } = gateway;
    this.#demo = demoPayments(gateway.store, gateway.clock, { sellersUrl: url, checkoutUrl: url, bookingApiUrl: `${url}/api`, vocabUrl: 'https://openactive.io/', platformUrl: `${url}/ns` });
    return gateway;
  }

  async start(accountId: string, request: PaymentRequest, key: string): Promise<{ readonly providerPaymentId: string; readonly url: string }> {
    const { providerPaymentId, url } = await this.#ask().start(accountId, request, key);
    return { providerPaymentId, url: this.elsewhere ?? url };
  }

  async verdict(accountId: string, id: string): Promise<PaymentVerdict> {
    return this.#ask(id).verdict(accountId, id);
  }

  async end(accountId: string, id: string): Promise<void> {
    await this.#ask(id).end(accountId, id);
  }

  async capture(accountId: string, id: string, key: string): Promise<void> {
    await this.#ask(id).capture(accountId, id, key);
  }

  async fee(): Promise<number> {
    return 0;
  }

  async void(accountId: string, id: string, key: string): Promise<void> {
    await this.#ask(id).void(accountId, id, key);
  }

  async refund(accountId: string, id: string, amountMinor: number, key: string): Promise<{ readonly refundId: string; readonly verdict: RefundVerdict }> {
    const refund = await this.#ask(id).refund(accountId, id, amountMinor, key);
    return this.isSlowWithRefunds ? { ...refund, verdict: 'PENDING' } : refund;
  }

  async refundedMinor(accountId: string, id: string): Promise<number> {
    return this.#ask(id).refundedMinor(accountId, id);
  }

  async refundVerdict(accountId: string, refundId: string): Promise<RefundVerdict> {
    return this.isSlowWithRefunds ? 'PENDING' : this.#ask().refundVerdict(accountId, refundId);
  }

  #ask(id?: string): Payments {
    if (this.isDown || (id !== undefined && id === this.unsureOf)) throw new ProviderOutage('the provider does not answer');
    if (!this.#demo) throw new Error('the provider was asked before its gateway was there');
    return this.#demo;
  }
}

/** What can be chosen at the demo provider, by its words on the page. */
export const CHOICES = {
  paid: 'The payment succeeds',
  declined: 'The payment is declined',
  furtherStep: 'My bank asks for a further step',
  tooSlow: 'I come back before it has decided',
  left: 'The payment succeeds, but I close the window',
  approve: 'Yes, I approve it',
  disapprove: 'No',
} as const;

/** At the demo provider: chooses what happens. */
export async function choose(page: Page, choice: keyof typeof CHOICES): Promise<void> {
  await page.getByRole('radio', { name: CHOICES[choice], exact: true }).check();
  await press(page, 'Go on');
}

export const PAID = '/checkout/scheduled-sessions/demo-paid';
export const COURT = '/checkout/slots/demo-slot';

/** From the start of something that costs to the page where everything is checked. */
export async function walkToPay(page: Page, { url }: Pick<TestGateway, 'url'>, guest: Guest = GRACE, path: string = PAID, ticket: 'Adult' | 'Concession' = 'Adult'): Promise<void> {
  await startAt(page, `${url}${path}`);
  if (path === PAID) {
    await arrive(page, 'ticket');
    await page.getByRole('radio', { name: ticket }).check();
    await press(page, 'Continue');
  }
  await typeDetails(page, guest);
  await press(page, 'Continue');
  await sayAge(page);
  await arrive(page, 'check');
}

/** Presses the button and is at the demo provider; gives what it calls the payment. */
export async function goToPay(page: Page, button = 'Pay'): Promise<string> {
  await press(page, button);
  return arriveAtProvider(page);
}

export async function arriveAtProvider(page: Page): Promise<string> {
  await waitForPath(page, (path) => path.startsWith('/demo-provider/payments/'));
  return page.url().split('/').at(-1) ?? '';
}

/** Books and pays, from the start to the confirmation. */
export async function bookAndPay(page: Page, gateway: TestGateway, guest: Guest = GRACE, path: string = PAID, ticket: 'Adult' | 'Concession' = 'Adult'): Promise<void> {
  await walkToPay(page, gateway, guest, path, ticket);
  await goToPay(page);
  await choose(page, 'paid');
  await arrive(page, 'confirmation');
}

/** How each payment at the demo provider ended, those of other customers included. */
export async function demoPaymentStates({ store }: Pick<TestGateway, 'store'>): Promise<readonly string[]> {
  return (await store.fork().findAll(DemoPayment, { orderBy: { createdAt: 'asc' } })).map(({ state }) => state);
}

/** Waits until the provider has the payment in this state. */
export async function waitForPayment({ store }: Pick<TestGateway, 'store'>, id: string, state: DemoPayment['state']): Promise<void> {
  const check = async (): Promise<void> => {
    const payment = await store.fork().findOneOrFail(DemoPayment, id);
    if (payment.state !== state) throw new Error(`the payment is ${payment.state}`);
  };
  await vi.waitFor(check, { timeout: 30_000, interval: 50 });
}

/** The mails to somebody whose text has this in it, once there is one. */
export async function mailsTo(page: Page, gateway: TestGateway, email: string, text: string): Promise<Locator> {
  return (await mailTo(page, gateway, email, text)).filter({ hasText: text });
}
