import { defineEntity, p } from '@mikro-orm/core';
import { SellerLink } from './seller-link.entity.js';

const TermsAcceptanceSchema = defineEntity({
  name: 'TermsAcceptance',
  indexes: [{ properties: ['sellerId', 'acceptedAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** A seller accepts before it is onboarded, so this is no reference. */
    sellerId: p.text(),
    termsVersion: p.text(),
    acceptedAt: p.datetime(3),
    /** Through which link: who sent the seller, and when. */
    link: () => p.manyToOne(SellerLink),
  },
});

/** One act of accepting the terms; never changed, never removed. */
export class TermsAcceptance extends TermsAcceptanceSchema.class {}
TermsAcceptanceSchema.setClass(TermsAcceptance);
