import { createHash } from 'node:crypto';
import { demoProviderAddress, type BaseAddresses } from '../shared/addresses.js';
import type { Clock } from '../shared/clock.js';
import type { Store } from '../store/open-store.js';
import { DemoAccount } from './demo-account.entity.js';
import type { PaymentAccounts } from './payment-accounts.js';

/** A provider for demo and development: its own page asks what it shall say. */
export function demoPaymentAccounts(store: Store, clock: Clock, addresses: BaseAddresses): PaymentAccounts {
  return {
    provider: 'demo',
    async create({ name }, idempotencyKey) {
      const id = `demo_${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 24)}`;
      await store.fork().upsert(DemoAccount, { id, sellerName: name, outcome: 'PENDING', createdAt: clock.now() }, { onConflictAction: 'ignore' });
      return id;
    },
    async onboardingAddress(accountId, { returnUrl }) {
      return demoProviderAddress(addresses, accountId, returnUrl);
    },
    async verdict(accountId) {
      const { outcome } = await store.fork().findOneOrFail(DemoAccount, accountId);
      return outcome === 'DISCONNECTED' ? 'REFUSED' : outcome;
    },
    async disconnect(accountId) {
      await store.fork().nativeUpdate(DemoAccount, { id: accountId }, { outcome: 'DISCONNECTED' });
    },
  };
}
