import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';
import { PAYMENT_ACCOUNT_STATUSES } from './payment-account.lifecycle.js';

const PaymentAccountSchema = defineEntity({
  name: 'PaymentAccount',
  indexes: [{ properties: ['sellerId', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** An account is connected before its seller is onboarded, so this is no reference. */
    sellerId: p.text(),
    /** Through whose links it was connected: nobody else's flow may use it, or one broker could slip its account under another's seller. */
    broker: () => p.manyToOne(Broker).deleteRule('no action'),
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
