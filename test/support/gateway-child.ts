import type * as Config from '../../src/config.js';
import type * as Start from '../../src/process/start.js';
import type { PaymentAccounts } from '../../src/payment/payment-accounts.js';
import type { Payments } from '../../src/payment/payments.js';

/*
 * A gateway in a process of its own, to be killed: its payment provider takes every account and answers no request to
 * disconnect one. Told where to halt, `start` or `capture`, it has a provider on whose page everybody has paid and which
 * gives no answer there. It says when it listens and when it has asked. Node runs this file as it is; what it imports is what
 * `tsc -p .` has made.
 */

const dist = new URL('../../dist/src/', import.meta.url).href;
const { readConfig } = (await import(`${dist}config.js`)) as typeof Config;
const { start } = (await import(`${dist}process/start.js`)) as typeof Start;

const [environment = '{}', dataFolder = '', now = '', haltAt = ''] = process.argv.slice(2);

const paymentAccounts: PaymentAccounts = {
  provider: 'test',
  create: async (_seller, key) => `account_${key}`,
  onboardingAddress: async (accountId) => `https://provider.example/${accountId}`,
  verdict: async () => 'ACCEPTED',
  disconnect: async (accountId) => {
    process.send?.(`asked ${accountId}`);
    return new Promise<never>(() => {});
  },
};

const ask = async (call: string): Promise<void> => {
  if (call !== haltAt) return;
  process.send?.(`asked ${call}`);
  await new Promise<never>(() => {});
};

const payments: Payments = {
  provider: 'test',
  start: async (_account, _request, key) => {
    await ask('start');
    return { providerPaymentId: `pay_${key}`, url: `https://provider.example/pay/pay_${key}` };
  },
  verdict: async () => 'AUTHORISED',
  end: () => ask('end'),
  fee: async () => 0,
  capture: () => ask('capture'),
  void: () => ask('void'),
  refund: async (_account, _id, _amount, key) => ({ refundId: key, verdict: 'DONE' }),
  refundedMinor: async () => 0,
  refundVerdict: async () => 'DONE',
};

await start({ ...readConfig(JSON.parse(environment) as Record<string, string>), dataFolder }, { now: () => new Date(now) }, { paymentAccounts, ...(haltAt !== '' && { payments }) });
process.send?.('listening');
