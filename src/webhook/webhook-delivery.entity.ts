import { defineEntity, p } from '@mikro-orm/core';
import { WEBHOOK_DELIVERY_STATES } from './webhook-delivery.lifecycle.js';
import type { WebhookFacts } from './webhook-facts.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  indexes: [{ properties: ['state', 'dueAt'] }],
  properties: {
    /** What the broker tells repeats by: the same on every attempt. */
    id: p.uuid().primary(),
    endpoint: () => p.manyToOne(WebhookEndpoint),
    /** What it is about, by id: an order's. */
    subject: p.text().index(),
    /** What happened, frozen in the transaction in which it did. */
    facts: p.json().$type<WebhookFacts>().columnType('json'),
    /** The bytes that are sent, as the first who rendered them wrote them; null before the first attempt. */
    body: p.text().nullable(),
    state: p.enum(WEBHOOK_DELIVERY_STATES),
    createdAt: p.datetime(3),
    /** Not before this. A claim moves it on by the length of the lease, so a sender that dies loses nothing. */
    dueAt: p.datetime(3),
    /** How many attempts have ended. */
    attempts: p.integer(),
    /** How the last one ended: the status of HTTP, or null when there was no answer. */
    lastStatus: p.integer().nullable(),
    lastError: p.text().nullable(),
    endedAt: p.datetime(3).nullable(),
  },
});

/** One event on its way to one endpoint, written in the transaction of what it tells. */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);
