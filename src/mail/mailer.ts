/** A file that goes with a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly contentBase64: string;
}

export interface Mail {
  /** The same for the same mail, however often it is sent. */
  readonly messageId: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
}

/** Sends mail. It may take long and may throw, so it is never called inside a transaction; who calls it tries again. */
export interface Mailer {
  readonly kind: 'smtp' | 'demo' | 'none';
  send(mail: Mail): Promise<void>;
}
