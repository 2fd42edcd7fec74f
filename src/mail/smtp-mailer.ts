import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.js';

/** Sends by SMTP. `from` is an address, or a name with one: `Courtside <bookings@example.org>`. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(smtpUrl);
  return {
    kind: 'smtp',
    async send({ messageId, to, subject, text, attachments }) {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        messageId: `<${messageId}>`,
        attachments: attachments.map(({ filename, contentType, contentBase64 }) => ({ filename, contentType, content: contentBase64, encoding: 'base64' })),
      });
    },
  };
}
