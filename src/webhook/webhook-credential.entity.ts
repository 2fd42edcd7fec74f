import { defineEntity, p } from '@mikro-orm/core';
import { Broker } from '../broker/broker.entity.js';

const WebhookCredentialSchema = defineEntity({
  name: 'WebhookCredential',
  properties: {
    id: p.uuid().primary(),
    broker: () => p.manyToOne(Broker).index(),
    /** The key in X-Api-Key, sealed: a copy of the database opens no broker's door. (contract §5.3) */
    webhookKey: p.text(),
    /** What deliveries are signed with, sealed. (Standard Webhooks) */
    signingSecret: p.text(),
    createdAt: p.datetime(3),
    retiredAt: p.datetime(3).nullable(),
  },
});

/** What shows a broker that a webhook comes from us. */
export class WebhookCredential extends WebhookCredentialSchema.class {}
WebhookCredentialSchema.setClass(WebhookCredential);
