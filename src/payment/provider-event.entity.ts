import { defineEntity, p } from '@mikro-orm/core';

const ProviderEventSchema = defineEntity({
  name: 'ProviderEvent',
  properties: {
    /** The provider's own name for it: the same event twice is one. */
    id: p.text().primary(),
    type: p.text(),
    accountId: p.text().nullable(),
    receivedAt: p.datetime(3),
  },
});

/** Something that a payment provider has told us, by a signed event. */
export class ProviderEvent extends ProviderEventSchema.class {}
ProviderEventSchema.setClass(ProviderEvent);
