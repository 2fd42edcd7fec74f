import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from './broker.entity.js';

const BrokerOriginSchema = defineEntity({
  name: 'BrokerOrigin',
  properties: {
    broker: () => p.manyToOne(Broker).primary(),
    /** As a browser sends it: `https://app.example`, without a path. */
    origin: p.text().primary().index(),
  },
});

/** A site on which a broker's publishable key may be used. */
export class BrokerOrigin extends BrokerOriginSchema.class {}
BrokerOriginSchema.setClass(BrokerOrigin);
