import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';
import { SELLER_STATUSES } from './seller.lifecycle.js';

const SellerSchema = defineEntity({
  name: 'Seller',
  properties: {
    id: p.uuid().primary(),
    /** The contract's sellerId, an absolute URL, kept code point for code point. */
    sellerId: p.text().unique(),
    name: p.text(),
    url: p.text().nullable(),
    status: p.enum(SELLER_STATUSES),
    /** Who manages the seller: the broker whose link completed its onboarding. */
    broker: () => p.manyToOne(Broker).nullable().index().deleteRule('no action'),
    /** Whether its payment account takes charges at this moment; kept with the account's status. */
    canTakePayments: p.boolean().default(false),
    createdAt: p.datetime(3),
    onboardedAt: p.datetime(3).nullable(),
    version: p.integer().version(),
  },
});

/** An organisation that offers sessions or slots and has opted in, or may. (contract §1, §2) */
export class Seller extends SellerSchema.class {}
SellerSchema.setClass(Seller);
