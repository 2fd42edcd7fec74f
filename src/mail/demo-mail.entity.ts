import { defineEntity, p } from '@mikro-orm/core';
import type { MailAttachment } from './mailer.js';

const DemoMailSchema = defineEntity({
  name: 'DemoMail',
  indexes: [{ properties: ['sentAt', 'id'] }],
  properties: {
    /** The mail's own Message-ID: the same mail twice is one. */
    id: p.text().primary(),
    recipient: p.text(),
    subject: p.text(),
    text: p.text(),
    attachments: p.json().$type<readonly MailAttachment[]>().columnType('json'),
    sentAt: p.datetime(3),
  },
});

/** A mail that the demo mailbox keeps instead of sending it. */
export class DemoMail extends DemoMailSchema.class {}
DemoMailSchema.setClass(DemoMail);
