import { defineEntity, p } from '@mikro-orm/core';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { Checkout } from './checkout.entity.js';

const PlaceHoldSchema = defineEntity({
  name: 'PlaceHold',
  uniques: [{ properties: ['checkout', 'opportunity'] }],
  indexes: [{ properties: ['opportunity', 'expiresAt'] }],
  properties: {
    id: p.uuid().primary(),
    checkout: () => p.manyToOne(Checkout),
    opportunity: () => p.manyToOne(Opportunity),
    places: p.integer(),
    /** A keyed hash of the address that asked, for the cap per item and address. */
    holder: p.text(),
    expiresAt: p.datetime(3),
  },
});

/** Places that nobody else can take for a while. While the row is there the opportunity's counter has them; who finds it expired may take both away. */
export class PlaceHold extends PlaceHoldSchema.class {}
PlaceHoldSchema.setClass(PlaceHold);
