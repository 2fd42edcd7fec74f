import type { Clock } from '../shared/clock.js';
import type { Store } from '../store/open-store.js';
import { DemoMail } from './demo-mail.entity.js';
import type { Mailer } from './mailer.js';

/** Keeps mail in a mailbox of this gateway, where its demo page shows it. Nothing leaves the machine. */
export function demoMailer(store: Store, clock: Clock): Mailer {
  return {
    kind: 'demo',
    async send({ messageId, to, subject, text, attachments }) {
      await store.fork().upsert(DemoMail, { id: messageId, recipient: to.address, subject, text, attachments, sentAt: clock.now() }, { onConflictAction: 'ignore' });
    },
  };
}

/** For a gateway without SMTP outside of demo: it sends nothing, and says so at start. */
export const noMailer: Mailer = { kind: 'none', send: async () => {} };
