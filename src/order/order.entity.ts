import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';
import { OrderQuote } from './order-quote.entity.js';
import type { OrderFacts } from './order.facts.js';
import { ORDER_STATES } from './order.lifecycle.js';

const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'customer_order', // ORDER is a word of SQL
  indexes: [{ properties: ['broker', 'createdAt', 'quote'] }, { properties: ['state', 'erasedAt', 'createdAt'] }],
  properties: {
    /** The quote that was booked; the order's id is the quote's. */
    quote: () => p.oneToOne(OrderQuote).primary().owner().updateRule('no action').deleteRule('no action'),
    /** Null when it was booked under the platform's own name. */
    broker: () => p.manyToOne(Broker).nullable().deleteRule('no action'),
    /** Short enough to be said on the phone: eight letters and digits that nobody confuses. */
    reference: p.text().unique(),
    /** What was booked, by whom, for how much: frozen with the booking, and what the broker hears. */
    facts: p.json().$type<OrderFacts>().columnType('json'),
    state: p.enum(ORDER_STATES),
    createdAt: p.datetime(3),
    confirmedAt: p.datetime(3).nullable(),
    /** Since when its facts name nobody any more; the order, its places and its money stay. */
    erasedAt: p.datetime(3).nullable(),
  },
});

/** A quote that somebody set out to book. (contract §2 Order) */
export class Order extends OrderSchema.class {}
OrderSchema.setClass(Order);
