import type { EntityManager } from '@mikro-orm/sql';
import { addTask } from '../outbox/add-task.js';
import { PaymentAccount } from './payment-account.entity.js';
import type { PaymentAccounts } from './payment-accounts.js';

/** Notes, in the transaction that decides it, that a seller's accounts are to be disconnected, with `isRefunding` after everything paid for times to come has gone back; the outbox does it. (contract §3) */
export async function leavePaymentAccounts(sellerId: string, isRefunding: boolean, tx: EntityManager, now: Date): Promise<void> {
  const accounts = await tx.find(PaymentAccount, { sellerId, status: { $nin: ['DISCONNECTING', 'DISCONNECTED'] } });
  for (const account of accounts) {
    account.status = 'DISCONNECTING';
    addTask(tx, isRefunding ? 'REFUND_AND_DISCONNECT' : 'DISCONNECT_PAYMENT_ACCOUNT', account.id, now);
  }
}

/** Tells the provider, and keeps that it was told. Twice is the same as once. */
export async function disconnectPaymentAccount(accountId: string, { fork, now, paymentAccounts }: { fork: () => EntityManager; now: () => Date; paymentAccounts: PaymentAccounts }): Promise<void> {
  const account = await fork().findOneOrFail(PaymentAccount, accountId);
  if (account.status !== 'DISCONNECTING') return;
  await paymentAccounts.disconnect(account.providerAccountId);
  await fork().nativeUpdate(PaymentAccount, { id: accountId, status: 'DISCONNECTING' }, { status: 'DISCONNECTED', disconnectedAt: now() });
}
