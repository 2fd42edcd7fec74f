import { OrderItem } from './order-item.entity.js';
import { disconnectPaymentAccount } from '../payment/leave-payment-account.js';
import { PaymentAccount } from '../payment/payment-account.entity.js';
import { ProviderOutage, type PaymentAccounts } from '../payment/payment-accounts.js';
import { Payment } from '../payment/payment.entity.js';
import { settleRefund } from '../payment/refund.js';
import { Refund } from '../payment/refund.entity.js';
import { advanceOrder, type AdvanceParts } from './advance-order.js';
import { cancelOrderItems } from './cancel-order-items.js';

interface Parts extends AdvanceParts {
  readonly paymentAccounts: PaymentAccounts;
}

/**
 * Takes leave of a seller's account, in this order: payments under way are ended, what was set aside goes back or, where the
 * places are booked, is taken; with `isRefunding` what people have paid for times to come goes back, too; refunds are
 * finished; then the account is disconnected. Throws while the provider is in the way, and goes on from there next time.
 */
export async function leaveAccount(paymentAccountId: string, parts: Parts, isRefunding: boolean): Promise<void> {
  const { fork, clock, payments } = parts;
  const account = await fork().findOneOrFail(PaymentAccount, paymentAccountId);
  const accountId = account.providerAccountId;
  const underWay = { accountId, status: { $in: ['STARTED', 'AUTHORISED', 'VOIDING'] } } as const;
  for (const { order } of await fork().find(Payment, underWay, { populate: ['order'] })) await advanceOrder(order.quote.id, parts, true);
  if ((await fork().count(Payment, underWay)) > 0) throw new ProviderOutage('payments are still under way');
  if (isRefunding) await cancelUpcoming(accountId, parts);
  const refunds = await fork().find(Refund, { status: 'PENDING', payment: { accountId } });
  for (const { id } of refunds) await settleRefund(id, { fork, now: () => clock.now(), payments });
  await disconnectPaymentAccount(paymentAccountId, { fork, now: () => clock.now(), paymentAccounts: parts.paymentAccounts });
}

async function cancelUpcoming(accountId: string, { fork, clock }: Parts): Promise<void> {
  const now = clock.now();
  for (const { order } of await fork().find(Payment, { accountId, status: 'CAPTURED' }, { populate: ['order'] })) {
    const upcoming = await fork().find(OrderItem, { quote: order.quote.id, status: 'ORDER_CONFIRMED', priceMinor: { $gt: 0 }, opportunity: { startDate: { $gt: now } } });
    if (upcoming.length > 0) await cancelOrderItems({ orderId: order.quote.id, positions: upcoming.map(({ position }) => position), by: 'SELLER' }, fork(), now);
  }
}
