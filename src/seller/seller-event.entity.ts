import { defineEntity, p } from '@mikro-orm/core';
import { SELLER_STATUSES } from './seller.lifecycle.js';
import { Seller } from './seller.entity.js';

export const SELLER_TRIGGERS = ['ONBOARDED_FREE', 'ONBOARDED_PAID', 'MOVED_TO_PAID', 'MOVED_TO_FREE', 'OPTED_OUT'] as const;
export type SellerTrigger = (typeof SELLER_TRIGGERS)[number];

const SellerEventSchema = defineEntity({
  name: 'SellerEvent',
  indexes: [{ properties: ['seller', 'at'] }],
  properties: {
    id: p.uuid().primary(),
    seller: () => p.manyToOne(Seller),
    trigger: p.enum(SELLER_TRIGGERS).name('on_trigger'),
    status: p.enum(SELLER_STATUSES),
    at: p.datetime(3),
  },
});

/** A move of a seller from one status to another, written with it. */
export class SellerEvent extends SellerEventSchema.class {}
SellerEventSchema.setClass(SellerEvent);
