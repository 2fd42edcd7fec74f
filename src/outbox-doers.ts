import { sendCancellation, sendPaymentReturned, sendRefund } from './mail/order-changes.js';
import { sendOrderConfirmation } from './mail/order-confirmation.js';
import type { OrderMailParts } from './mail/order-mail.js';
import { advanceOrder, type AdvanceParts } from './order/advance-order.js';
import { leaveAccount } from './order/settle-account.js';
import type { Doers } from './outbox/work-outbox.js';
import type { PaymentAccounts } from './payment/payment-accounts.js';
import { settleRefund } from './payment/refund.js';
import { noteAccountGone, refreshAccount } from './seller/refresh-account.js';

interface Parts extends AdvanceParts, OrderMailParts {
  readonly paymentAccounts: PaymentAccounts;
}

/** How each kind of task is done. */
export function doersOf(parts: Parts): Doers {
  return {
    DISCONNECT_PAYMENT_ACCOUNT: (id) => leaveAccount(id, parts, false),
    REFUND_AND_DISCONNECT: (id) => leaveAccount(id, parts, true),
    ADVANCE_ORDER: (id) => advanceOrder(id, parts),
    REFUND: (id) => settleRefund(id, parts),
    REFRESH_ACCOUNT: (id) => refreshAccount(id, parts),
    ACCOUNT_GONE: (id) => noteAccountGone(id, parts),
    SEND_ORDER_CONFIRMATION: (id) => sendOrderConfirmation(id, parts),
    SEND_CANCELLATION: (id) => sendCancellation(id, parts),
    SEND_REFUND: (id) => sendRefund(id, parts),
    SEND_PAYMENT_RETURNED: (id) => sendPaymentReturned(id, parts),
  };
}
