import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';
import type { WebhookKind } from './webhook-kinds.js';

/** Why nothing is sent: its receiver said that it has gone (410), it failed for five days, or somebody switched it off. */
export const DISABLED_REASONS = ['GONE', 'FAILING', 'SWITCHED_OFF'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

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
    disabledReason: p.text().$type<DisabledReason>().nullable(),
    /** Since when every attempt has failed; null after one that did not, and before the first. */
    failingSince: p.datetime(3).nullable(),
  },
});

/** Where a broker wants to hear of one kind of event (contract §4 rows 8 and 9). */
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);
