import { defineEntity, p } from '@mikro-orm/core';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { OrderQuote } from './order-quote.entity.js';

/** OpenActive's words for what has become of a place. (contract §2 Order) */
export const ORDER_ITEM_STATUSES = ['ORDER_CONFIRMED', 'CUSTOMER_CANCELLED', 'SELLER_CANCELLED'] as const;
export type OrderItemStatus = (typeof ORDER_ITEM_STATUSES)[number];

/** What a place's six digits are called. (contract §2 Order, our choice) */
export const ACCESS_CODE_NAME = 'PIN';

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
    /** Until when the customer may cancel it and gets the money back, if it cost any; null when not at all. Frozen with the order. */
    cancellableUntil: p.datetime(3).nullable(),
    /** Null while it is only quoted. */
    status: p.enum(ORDER_ITEM_STATUSES).nullable(),
    /** The text of its barcode: unique and unguessable, made when it is booked. */
    accessToken: p.text().nullable().unique(),
    /** Six digits for a door's keypad or a steward's list, made when it is booked. */
    accessCode: p.text().nullable(),
  },
});

/** One place at one opportunity. The same opportunity twice is two places. */
export class OrderItem extends OrderItemSchema.class {}
OrderItemSchema.setClass(OrderItem);
