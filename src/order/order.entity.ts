import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';
import { OrderQuote } from '../checkout/order-quote.entity.js';
import { ORDER_STATES } from './order.lifecycle.js';

const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'customer_order', // ORDER is a word of SQL
  indexes: [{ properties: ['broker', 'createdAt', 'quote'] }],
  properties: {
    /** The quote that was booked; the order's id is the quote's. */
    quote: () => p.oneToOne(OrderQuote).primary().owner().updateRule('no action').deleteRule('no action'),
    broker: () => p.manyToOne(Broker),
    state: p.enum(ORDER_STATES),
    createdAt: p.datetime(3),
    confirmedAt: p.datetime(3).nullable(),
  },
});

/** A quote that somebody set out to book. (contract §2 Order) */
export class Order extends OrderSchema.class {}
OrderSchema.setClass(Order);
