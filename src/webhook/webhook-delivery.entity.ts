import { defineEntity, p } from '@mikro-orm/core';
import type { WebhookDeliveryState } from './webhook-delivery.lifecycle.js';
import type { WebhookFacts } from './webhook-facts.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { WebhookEventKind } from './webhook-kinds.js';

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  indexes: [{ properties: ['endpoint', 'state', 'dueAt'] }, { properties: ['endpoint', 'queuedAt', 'id'] }, { properties: ['endpoint', 'leasedUntil'] }, { properties: ['state', 'endedAt'] }, { properties: ['endedAt'], where: 'facts is not null' }],
  properties: {
    /** What the broker tells repeats by: the same on every attempt. */
    id: p.uuid().primary(),
    endpoint: () => p.manyToOne(WebhookEndpoint).index(false),
    /** No constraint in the database, here and at the state: SQLite could not widen it without a new table. */
    kind: p.text().$type<WebhookEventKind>(),
    /** What it is about, by id: an order's, a seller's. What is about the same goes out in the order of its creation. */
    subject: p.text().index(),
    /** What happened, frozen in the transaction in which it did; null once it is not kept any more. */
    facts: p.json().$type<WebhookFacts>().columnType('json').nullable(),
    /** The bytes that are sent, as the first who rendered them wrote them; null before the first attempt, and once they are not kept any more. */
    body: p.text().nullable(),
    state: p.text().$type<WebhookDeliveryState>(),
    createdAt: p.datetime(3),
    /** When it was last put on its way: with its creation, or by whoever had it sent again. */
    queuedAt: p.datetime(3),
    /** Not before this. */
    dueAt: p.datetime(3),
    /** Until then it belongs to the sender that claimed it; one that dies loses nothing. Null when nobody has it. */
    leasedUntil: p.datetime(3).nullable(),
    /** How many attempts have ended. */
    attempts: p.integer(),
    /** How many of them came before the schedule began anew, because somebody had it sent again. */
    scheduleStart: p.integer(),
    endedAt: p.datetime(3).nullable(),
  },
});

/** One event on its way to one endpoint, written in the transaction of what it tells. */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);
