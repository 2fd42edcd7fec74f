import { defineEntity, p } from '@mikro-orm/core';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { OrderQuote } from './order-quote.entity.js';

const OrderItemSchema = defineEntity({
  name: 'OrderItem',
  uniques: [{ properties: ['quote', 'position'] }],
  properties: {
    id: p.uuid().primary(),
    quote: () => p.manyToOne(OrderQuote),
    /** From 0, in the order of the request. */
    position: p.integer(),
    opportunity: () => p.manyToOne(Opportunity).index(),
    /** The Offer's id as the broker sent it. */
    acceptedOffer: p.text(),
    /** Frozen when the ticket was chosen. */
    priceMinor: p.integer(),
  },
});

/** One place at one opportunity. The same opportunity twice is two places. */
export class OrderItem extends OrderItemSchema.class {}
OrderItemSchema.setClass(OrderItem);
