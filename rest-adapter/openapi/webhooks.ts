import type { Vocabulary } from '../json-ld/vocabulary.js';
import { reference, type EventName } from './components.js';
import { eventExamples, type ServerAddresses } from './examples.js';

type WebhookName = keyof ReturnType<typeof eventExamples>;

interface Webhook {
  readonly row: string;
  readonly body: EventName;
  readonly summary: string;
  readonly description: string;
}

const WEBHOOKS: Readonly<Record<WebhookName, Webhook>> = {
  orderSuccess: { row: 'contract §4 row 8', body: 'Order', summary: 'An order is confirmed', description: 'Once for every order that was booked under the broker’s name. The id is the platform:initialOrder.id of the session.' },
  customerChange: { row: 'contract §4 row 9', body: 'CustomerChange', summary: 'A customer’s details have changed', description: 'Get the account to find out what changed: one call may stand for any number of changes.' },
  orderChange: { row: 'our choice', body: 'Order', summary: 'Places of an order were cancelled', description: 'For who asks for it. The whole order, as it is after the cancellation.' },
  sellerChange: { row: 'our choice', body: 'SellerChanged', summary: 'Something happened to a seller', description: 'For who asks for it.' },
  test: { row: 'our choice', body: 'TestEvent', summary: 'A webhook is tried', description: 'Sent when the broker, or staff for it, asks for it. It means nothing else.' },
};

/** Every webhook that a broker can get, under `webhooks`. */
export function webhookObjects(vocabulary: Vocabulary, servers: ServerAddresses): Readonly<Record<WebhookName, object>> {
  const examples = eventExamples(vocabulary, servers);
  const objectOf = (name: WebhookName) => ({ post: webhookObject(name, WEBHOOKS[name], examples[name]) });
  return { orderSuccess: objectOf('orderSuccess'), customerChange: objectOf('customerChange'), orderChange: objectOf('orderChange'), sellerChange: objectOf('sellerChange'), test: objectOf('test') };
}

function webhookObject(name: WebhookName, { row, body, summary, description }: Webhook, example: object): object {
  return {
    operationId: `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: ['Webhooks'],
    summary,
    description: `${description} (${row})\n\n${DELIVERY}`,
    security: [{ webhookKey: [] }],
    parameters: Object.keys(WEBHOOK_PARAMETERS).map((parameter) => ({ $ref: `#/components/parameters/${parameter}` })),
    requestBody: { required: true, content: { 'application/json': { schema: reference(body), example } } },
    responses: RESPONSES,
  };
}

const DELIVERY =
  'At least once: drop what has a webhook-id that you have seen. Anything but a 2xx within 15 seconds is tried again after 5 seconds, 5 minutes, 30 minutes, 2, 5, 10, 14, 20 and 24 hours, each a fifth earlier or later at random; redirects are not followed. Every attempt has the same bytes.';

const RESPONSES = {
  '2XX': { description: 'Taken. The body is of no interest.' },
  '410': { description: 'Switches this address off until it is switched on again.' },
  default: { description: 'Not taken: it is tried again. Retry-After makes the pause longer, up to a day.', headers: { 'Retry-After': { schema: { type: 'string' } } } },
} as const;

/** The headers of every webhook besides its key, after Standard Webhooks. */
export const WEBHOOK_PARAMETERS = {
  WebhookId: { name: 'webhook-id', in: 'header', required: true, description: 'Which event this is: the same on every attempt.', schema: { type: 'string' } },
  WebhookTimestamp: { name: 'webhook-timestamp', in: 'header', required: true, description: 'When this attempt was signed, in seconds since 1970. Refuse what is more than five minutes off.', schema: { type: 'string', pattern: '^\\d+$' } },
  WebhookSignature: { name: 'webhook-signature', in: 'header', required: true, description: 'v1, and the HMAC-SHA-256 of <webhook-id>.<webhook-timestamp>.<body> in base64; several, separated by spaces, while the signing secret is being changed.', schema: { type: 'string' }, example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
} as const;
