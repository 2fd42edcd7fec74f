import { defineEntity, p } from '@mikro-orm/core';

const BrokerSchema = defineEntity({
  name: 'Broker',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    url: p.text(),
    /** `#rrggbb`, for the pages that its sellers and customers see. */
    accentColor: p.text().nullable(),
    createdAt: p.datetime(3),
  },
});

/** A third-party app that sends sellers and customers here, and hears about their orders. */
export class Broker extends BrokerSchema.class {}
BrokerSchema.setClass(Broker);
