import { defineEntity, p } from '@mikro-orm/core';
import { OrderItem } from '../order/order-item.entity.js';
import { Payment } from './payment.entity.js';

export const REFUND_STATUSES = ['PENDING', 'DONE', 'FAILED', 'REFUND_BY_SELLER'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

const RefundSchema = defineEntity({
  name: 'Refund',
  properties: {
    id: p.uuid().primary(),
    /** At most once for each place. */
    item: () => p.oneToOne(OrderItem).owner().unique(),
    payment: () => p.manyToOne(Payment),
    amountMinor: p.integer(),
    status: p.enum(REFUND_STATUSES),
    /** What the provider calls it; null until it has answered. */
    providerRefundId: p.text().nullable(),
    /** How often staff had it tried anew: a part of its key, or the provider would give its first answer again. */
    retries: p.integer().default(0),
    createdAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
  },
});

/** Money on its way back to a customer for one cancelled place. */
export class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund);
