import { defineEntity, p } from '@mikro-orm/core';
import { Order } from './order.entity.js';
import { ORDER_STATES, type OrderTrigger } from './order.lifecycle.js';

const OrderEventSchema = defineEntity({
  name: 'OrderEvent',
  indexes: [{ properties: ['order', 'at'] }],
  properties: {
    id: p.uuid().primary(),
    order: () => p.manyToOne(Order),
    /** Null for the first, which is that it was asked for. */
    trigger: p.text().$type<OrderTrigger>().nullable().name('on_trigger'), // TRIGGER is a word of SQL
    state: p.enum(ORDER_STATES),
    at: p.datetime(3),
  },
});

/** One step in an order's life. */
export class OrderEvent extends OrderEventSchema.class {}
OrderEventSchema.setClass(OrderEvent);
