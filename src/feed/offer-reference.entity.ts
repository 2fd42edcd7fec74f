import { defineEntity, p } from '@mikro-orm/core';

const OfferReferenceSchema = defineEntity({
  name: 'OfferReference',
  properties: {
    offerId: p.text().primary(),
    thingId: p.text().primary(),
  },
});

/** A thing has named an offer by its id alone: when the offer comes or changes, the thing is derived again. */
export class OfferReference extends OfferReferenceSchema.class {}
OfferReferenceSchema.setClass(OfferReference);
