import type * as Config from '../../src/config.js';
import type * as Main from '../../src/main.js';
import type { PaymentAccounts } from '../../src/payment/payment-accounts.js';

/*
 * A gateway in a process of its own, to be killed: its payment provider takes every account and answers no request to
 * disconnect one. It says when it listens and when it has asked. Node runs this file as it is; what it imports is what
 * `tsc -p .` has made.
 */

const dist = new URL('../../dist/src/', import.meta.url).href;
const { readConfig } = (await import(`${dist}config.js`)) as typeof Config;
const { start } = (await import(`${dist}main.js`)) as typeof Main;

const [environment = '{}', dataFolder = '', now = ''] = process.argv.slice(2);

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

await start({ ...readConfig(JSON.parse(environment) as Record<string, string>), dataFolder }, { now: () => new Date(now) }, { paymentAccounts });
process.send?.('listening');
