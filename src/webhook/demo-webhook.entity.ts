import { defineEntity, p } from '@mikro-orm/core';

const DemoWebhookSchema = defineEntity({
  name: 'DemoWebhook',
  indexes: [{ properties: ['receivedAt', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    webhookId: p.text(),
    body: p.text(),
    receivedAt: p.datetime(3),
  },
});

/** What the demo broker's receiver has accepted: it stands for a broker's own system. */
export class DemoWebhook extends DemoWebhookSchema.class {}
DemoWebhookSchema.setClass(DemoWebhook);
