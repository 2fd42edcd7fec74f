import { raw, type EntityManager } from '@mikro-orm/sql';
import { refreshPaymentAccount } from '../payment/connect-payment-account.js';
import { PaymentAccount } from '../payment/payment-account.entity.js';
import type { PaymentAccounts } from '../payment/payment-accounts.js';
import { Seller } from './seller.entity.js';

interface Parts {
  readonly fork: () => EntityManager;
  readonly now: () => Date;
  readonly paymentAccounts: PaymentAccounts;
}

/** Asks the provider how an account stands, and lets its seller take payments or not. The provider's word moves no seller, so no flow that is under way is outdated by it. */
export async function refreshAccount(accountId: string, { fork, now, paymentAccounts }: Parts): Promise<void> {
  const em = fork();
  const account = await em.findOneOrFail(PaymentAccount, accountId);
  await refreshPaymentAccount(account, { em, now: now(), paymentAccounts });
  await letSellerTakePayments(account, fork());
}

/** The seller has ended the connection at the provider: free places only, until it connects again. */
export async function noteAccountGone(accountId: string, { fork, now }: Omit<Parts, 'paymentAccounts'>): Promise<void> {
  await fork().transactional(async (tx) => {
    const account = await tx.findOneOrFail(PaymentAccount, accountId);
    account.status = 'DISCONNECTED';
    account.disconnectedAt ??= now();
    await tx.flush();
    await letSellerTakePayments(account, tx);
  });
}

/** Or not: by whichever account it has that takes charges. Word of an old one may come when there is a new one. */
async function letSellerTakePayments({ sellerId, broker }: PaymentAccount, em: EntityManager): Promise<void> {
  const canTakePayments = (await em.count(PaymentAccount, { sellerId, broker: broker.id, status: 'CONNECTED' })) > 0;
  await em.nativeUpdate(Seller, { sellerId, broker: broker.id, status: 'PAID' }, { canTakePayments, version: raw<number>('version') });
}
