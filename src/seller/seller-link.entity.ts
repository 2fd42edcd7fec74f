import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';

export const SELLER_LINK_PURPOSES = ['ONBOARD', 'UPDATE', 'VIEW'] as const;
export type SellerLinkPurpose = (typeof SELLER_LINK_PURPOSES)[number];

const SellerLinkSchema = defineEntity({
  name: 'SellerLink',
  properties: {
    /** The JWT's `jti`. */
    id: p.uuid().primary(),
    purpose: p.enum(SELLER_LINK_PURPOSES),
    /** An onboard link may name a seller that nobody has heard of yet, so this is no reference. */
    sellerId: p.text(),
    broker: () => p.manyToOne(Broker).index(),
    /** As asked for: true for a Paid Seller, false for a Free Seller, null on a view link. */
    stripe: p.boolean().nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** When a browser used the link up. */
    openedAt: p.datetime(3).nullable(),
  },
});

/** One single-use address that a broker asked for: the row behind the JWT. (contract §4 rows 1 to 3, §5.2) */
export class SellerLink extends SellerLinkSchema.class {}
SellerLinkSchema.setClass(SellerLink);
