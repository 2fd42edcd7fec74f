import { defineEntity, p } from '@mikro-orm/core';
import { Customer } from '../customer/customer.entity.js';
import { CheckoutSession } from '../checkout-session/checkout-session.entity.js';

const OrderQuoteSchema = defineEntity({
  name: 'OrderQuote',
  properties: {
    /** The Order that comes of it carries the same id. (contract §2 OrderQuote `id`) */
    id: p.uuid().primary(),
    /** Null when somebody booked straight from the catalogue. */
    checkoutSession: () => p.manyToOne(CheckoutSession).nullable().index().deleteRule('no action'),
    /** Set when the broker named a registered customer instead of a Person. */
    customer: () => p.manyToOne(Customer).nullable().index().deleteRule('no action'),
    currency: p.text().nullable(),
    totalMinor: p.integer(),
    createdAt: p.datetime(3),
  },
});

/** What one customer is about to book, at prices that no longer move. */
export class OrderQuote extends OrderQuoteSchema.class {}
OrderQuoteSchema.setClass(OrderQuote);
