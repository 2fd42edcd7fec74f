import { defineEntity, p } from '@mikro-orm/core';
import { PAYMENT_ACCOUNT_STATUSES } from './payment-account.lifecycle.js';

const PaymentAccountSchema = defineEntity({
  name: 'PaymentAccount',
  indexes: [{ properties: ['sellerId', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** An account is connected before its seller is onboarded, so this is no reference. */
    sellerId: p.text(),
    /** Which provider: `demo`. */
    provider: p.text(),
    /** What the provider calls it. */
    providerAccountId: p.text(),
    status: p.enum(PAYMENT_ACCOUNT_STATUSES),
    createdAt: p.datetime(3),
    connectedAt: p.datetime(3).nullable(),
    disconnectedAt: p.datetime(3).nullable(),
  },
});

/** A seller's account with a payment provider. A seller that comes back gets a new one. (contract §1.1) */
export class PaymentAccount extends PaymentAccountSchema.class {}
PaymentAccountSchema.setClass(PaymentAccount);
