import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';

export const WEBHOOK_KINDS = ['ORDER_SUCCESS', 'CUSTOMER_CHANGE'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  uniques: [{ properties: ['broker', 'kind'] }],
  properties: {
    id: p.uuid().primary(),
    broker: () => p.manyToOne(Broker),
    /** No constraint in the database: SQLite could not widen it without a new table. */
    kind: p.text().$type<WebhookKind>(),
    url: p.text(),
    createdAt: p.datetime(3),
    /** Set while nothing is sent; a disabled endpoint still counts as registered. */
    disabledAt: p.datetime(3).nullable(),
  },
});

/** Where a broker wants to hear of one kind of event (contract §4 rows 8 and 9). */
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);
