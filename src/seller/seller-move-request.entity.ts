import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';
import { Seller } from './seller.entity.js';

const SellerMoveRequestSchema = defineEntity({
  name: 'SellerMoveRequest',
  uniques: [{ properties: ['seller', 'broker'] }],
  properties: {
    id: p.uuid().primary(),
    seller: () => p.manyToOne(Seller),
    /** Who would manage the seller. */
    broker: () => p.manyToOne(Broker),
    requestedAt: p.datetime(3),
  },
});

/** A seller's wish to be managed by another broker, which staff decide. */
export class SellerMoveRequest extends SellerMoveRequestSchema.class {}
SellerMoveRequestSchema.setClass(SellerMoveRequest);
