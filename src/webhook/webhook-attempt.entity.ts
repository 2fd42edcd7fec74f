import { defineEntity, p } from '@mikro-orm/core';
import { WebhookDelivery } from './webhook-delivery.entity.js';

const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  uniques: [{ properties: ['delivery', 'number'] }],
  indexes: [{ properties: ['at'] }],
  properties: {
    id: p.uuid().primary(),
    delivery: () => p.manyToOne(WebhookDelivery).index(false),
    /** From 1. */
    number: p.integer(),
    at: p.datetime(3),
    durationMs: p.integer(),
    /** The status of HTTP; null when there was no answer. */
    status: p.integer().nullable(),
    /** Why there was none, in a few words. */
    error: p.text().nullable(),
    /** The beginning of the answer, at most 2 KiB; null when there was none, and once it is not kept any more. */
    answer: p.text().nullable(),
  },
});

/** One try to deliver a webhook, and how it ended. */
export class WebhookAttempt extends WebhookAttemptSchema.class {}
WebhookAttemptSchema.setClass(WebhookAttempt);
