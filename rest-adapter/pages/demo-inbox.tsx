import type { ReadDemoMailsQuery, ReadDemoWebhooksQuery } from '../generated/operations.js';
import { DEMO_TEXTS } from './checkout-texts.js';
import { Page, SummaryList } from './layout.js';
import type { PageHandler } from './page-exchange.js';

/** Everything that would have been mailed. */
export const showDemoMailbox: PageHandler = async ({ sdk, call }) => {
  const { demoMails } = await sdk.ReadDemoMails({}, call);
  return { status: 200, page: <Mailbox mails={demoMails} /> };
};

/** Everything that has arrived at the demo broker. */
export const showDemoBroker: PageHandler = async ({ sdk, call }) => {
  const { demoWebhooks } = await sdk.ReadDemoWebhooks({}, call);
  return { status: 200, page: <Arrived webhooks={demoWebhooks} /> };
};

function Mailbox({ mails }: { readonly mails: ReadDemoMailsQuery['demoMails'] }) {
  const { mailbox } = DEMO_TEXTS;
  return (
    <Page title={mailbox.title}>
      <p class="lead">{mailbox.lead}</p>
      {mails.length === 0 && <p>{mailbox.empty}</p>}
      {mails.map(({ recipient, subject, text, sentAt, attachments }) => (
        <article>
          <h2>{subject}</h2>
          <SummaryList rows={[{ term: mailbox.to, value: recipient }, { term: mailbox.sent, value: sentAt }]} />
          <pre>{withLinks(text)}</pre>
          <p>
            {mailbox.attachments}:{' '}
            {attachments.map(({ filename, contentType, contentBase64 }) => (
              <>
                <a href={`data:${contentType};base64,${contentBase64}`} download={filename}>
                  {filename}
                </a>{' '}
              </>
            ))}
          </p>
        </article>
      ))}
    </Page>
  );
}

/** Addresses in a mail can be followed. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part) => (/^https?:/.test(part) ? <a href={part}>{part}</a> : part));
}

function Arrived({ webhooks }: { readonly webhooks: ReadDemoWebhooksQuery['demoWebhooks'] }) {
  const { broker } = DEMO_TEXTS;
  return (
    <Page title={broker.title}>
      <p class="lead">{broker.lead}</p>
      {webhooks.length === 0 && <p>{broker.empty}</p>}
      {webhooks.map(({ webhookId, body, receivedAt }) => (
        <article>
          <SummaryList rows={[{ term: broker.received, value: receivedAt }, { term: broker.id, value: webhookId }]} />
          <pre>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
        </article>
      ))}
    </Page>
  );
}
