import type { EntityManager } from '@mikro-orm/sql';
import { addTask } from '../outbox/add-task.js';
import { PaymentAccount } from './payment-account.entity.js';
import { ProviderOutage } from './payment-accounts.js';
import type { Payments } from './payments.js';
import { Refund } from './refund.entity.js';

interface Parts {
  readonly fork: () => EntityManager;
  readonly now: () => Date;
  readonly payments: Payments;
}

/**
 * Gives a place's money back, at most once: the provider knows the refund by its key. With an account that is not connected
 * any more the seller has to. Throws while the provider does not answer or is not done, so that it is asked again.
 */
export async function settleRefund(refundId: string, { fork, now, payments }: Parts): Promise<void> {
  const refund = await fork().findOneOrFail(Refund, refundId, { populate: ['payment', 'payment.order', 'item'] });
  if (refund.status !== 'PENDING') return;
  const { accountId, providerPaymentId, order } = refund.payment;
  const account = await fork().findOne(PaymentAccount, { providerAccountId: accountId });
  if (account?.status === 'DISCONNECTED') {
    await end(refund.id, 'REFUND_BY_SELLER', fork(), now());
    return;
  }
  if (typeof providerPaymentId !== 'string') throw new Error(`refund ${refundId} of a payment without a name at its provider`);
  const known = refund.providerRefundId;
  const { refundId: providerRefundId, verdict } =
    typeof known === 'string' ? { refundId: known, verdict: await payments.refundVerdict(accountId, known) } : await payments.refund(accountId, providerPaymentId, refund.amountMinor, refund.retries === 0 ? refundId : `${refundId}:${refund.retries}`);
  await fork().nativeUpdate(Refund, { id: refundId }, { providerRefundId });
  if (verdict === 'PENDING') throw new ProviderOutage('the refund is on its way');
  await end(refundId, verdict, fork(), now(), order.quote.id);
}

async function end(refundId: string, status: 'DONE' | 'FAILED' | 'REFUND_BY_SELLER', em: EntityManager, now: Date, orderId?: string): Promise<void> {
  await em.transactional(async (tx) => {
    const moved = await tx.nativeUpdate(Refund, { id: refundId, status: 'PENDING' }, { status, endedAt: now });
    if (moved === 1 && status === 'DONE' && orderId !== undefined) addTask(tx, 'SEND_REFUND', orderId, now);
  });
}
