import { defineEntity, p } from '@mikro-orm/core';
import { SellerLink } from './seller-link.entity.js';

export const REFUND_CHOICES = ['REFUND_NOW', 'REFUND_MYSELF'] as const;
export type RefundChoice = (typeof REFUND_CHOICES)[number];

const SellerFlowSchema = defineEntity({
  name: 'SellerFlow',
  properties: {
    id: p.uuid().primary(),
    /** The link that opened it; a link opens one flow, ever. */
    link: () => p.oneToOne(SellerLink).owner().unique().updateRule('no action').deleteRule('no action'),
    /** SHA-256 of the secret in the browser's cookie. */
    secretHash: p.text(),
    /** The seller's version when the flow began: who completes a flow on an older one is told so. Null when it was unknown. */
    sellerVersion: p.integer().nullable(),
    termsVersion: p.text().nullable(),
    refundChoice: p.enum(REFUND_CHOICES).nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
  },
});

/** What one seller does in one browser between opening a link and being done. */
export class SellerFlow extends SellerFlowSchema.class {}
SellerFlowSchema.setClass(SellerFlow);
