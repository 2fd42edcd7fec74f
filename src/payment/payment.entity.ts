import { defineEntity, p } from '@mikro-orm/core';
import { Order } from '../order/order.entity.js';
import { PAYMENT_STATUSES } from './payment.lifecycle.js';

const PaymentSchema = defineEntity({
  name: 'Payment',
  uniques: [{ properties: ['order', 'attempt'] }],
  indexes: [{ properties: ['accountId', 'status'] }],
  properties: {
    id: p.uuid().primary(),
    order: () => p.manyToOne(Order),
    /** From 1: a customer whose card is declined tries again. */
    attempt: p.integer(),
    /** Which provider: `demo`, `stripe`. */
    provider: p.text(),
    /** The seller's account, as the provider calls it. */
    accountId: p.text(),
    /** What the provider calls the payment; null until it has answered. */
    providerPaymentId: p.text().nullable().index(),
    /** Where the customer pays; null until the provider has answered. */
    url: p.text().nullable(),
    amountMinor: p.integer(),
    currency: p.text(),
    /** What the provider keeps of it; null before it is taken, and when it does not say. */
    feeMinor: p.integer().nullable(),
    status: p.enum(PAYMENT_STATUSES),
    createdAt: p.datetime(3),
    /** When the customer's page is closed, at the latest. */
    endsAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
  },
});

/** One attempt to pay for an order, on the seller's own account. */
export class Payment extends PaymentSchema.class {}
PaymentSchema.setClass(Payment);
