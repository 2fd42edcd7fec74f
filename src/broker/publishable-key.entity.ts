import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from './broker.entity.js';

const PublishableKeySchema = defineEntity({
  name: 'PublishableKey',
  properties: {
    /** The whole key, `pk_live_…`: it stands in the source of web pages and is no secret. */
    id: p.text().primary(),
    broker: () => p.manyToOne(Broker).index(),
    createdAt: p.datetime(3),
    retiredAt: p.datetime(3).nullable(),
  },
});

/** A key for a broker's front-ends: it says whose they are, and works only from the broker's registered origins. */
export class PublishableKey extends PublishableKeySchema.class {}
PublishableKeySchema.setClass(PublishableKey);
