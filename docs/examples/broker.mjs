// A broker in one file of plain Node: it opens a checkout for its member, sends the browser there, and remembers what the success
// webhook says. Start a gateway (`npm start`), then `node docs/examples/broker.mjs`, and open the address that it prints.
// Without settings it is the demo broker. On starting it has that broker's webhooks sent here, until the gateway starts again.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { verifyWebhook } from 'courtside/verify-webhook';

const {
  GATEWAY_URL = 'http://localhost:4000',
  API_KEY = 'ck_test_demofitnessfinder_notasecretbecauseitisprintedinthereadme1',
  WEBHOOK_KEY = 'wk_demofitnessfinder_notasecretbecauseitisinthecode',
  SIGNING_SECRET = 'whsec_bm90IGEgc2VjcmV0LCBzaW5jZSBpdCBpcyBwcmludGVkIGluIHRoZSBjb2Rl',
  OPPORTUNITY = 'demo-free',
  OFFER = 'https://demo.courtside.example/offers/free',
  PORT = '3000',
} = process.env;

// In earnest these are tables, and who the member is says the broker's own sign-in.
const member = { identifier: 'member-42', givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com' };
const seen = new Set(); // ids of webhooks: a unique index, written in the transaction of what the event leads to
const bookings = new Map(); // orders by their id

const server = createServer((request, response) => {
  answer(request).then(
    ({ status, headers, body }) => response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body),
    (error) => {
      console.error(error);
      response.writeHead(502).end('That did not work. Please try again.');
    },
  );
});
server.listen(Number(PORT), '127.0.0.1', async () => {
  await registerWebhook();
  console.log('listening on', ownUrl());
});

async function answer(request) {
  const route = `${request.method} ${new URL(request.url, ownUrl()).pathname}`;
  if (route === 'GET /') return bookingsPage();
  if (route === 'POST /book') return book(new URLSearchParams(await text(request)).get('attempt') ?? randomUUID());
  if (route === 'POST /webhooks') return hear(request.headers, await buffer(request));
  return { status: 404, body: 'There is nothing here.' };
}

function ownUrl() {
  return `http://127.0.0.1:${server.address().port}`;
}

// contract §4 row 5. The same attempt gives the same session: a form that is sent twice makes one.
async function book(attempt) {
  const order = {
    type: 'OrderQuote',
    customer: { type: 'Person', ...member },
    broker: { type: 'Organization', name: 'Fitness Finder', url: 'https://fitness-finder.example' },
    orderedItem: [{ type: 'OrderItem', acceptedOffer: OFFER, orderedItem: { type: 'ScheduledSession', identifier: OPPORTUNITY } }],
  };
  const link = (kind, name) => ({ type: 'WebPage', name, 'platform:linkType': `${GATEWAY_URL}/ns/${kind}`, url: `${ownUrl()}/` });
  const links = [link('BackToBrokerLink', 'Back to Fitness Finder'), link('BackToBrokerUserProfileLink', 'My bookings')]; // shown before and after booking
  const session = { '@context': ['https://openactive.io/', `${GATEWAY_URL}/ns`], type: 'platform:CheckoutSession', 'platform:initialOrder': order, 'platform:navigationLinks': links };
  const opened = await call('/api/checkout-sessions', session, { 'Idempotency-Key': attempt });
  if (opened.status !== 201) return page(502, html`<p role="alert">This cannot be booked at the moment: ${opened.body.description}</p><p><a href="/">My bookings</a></p>`);
  return { status: 303, headers: { location: opened.body.potentialAction[0].target }, body: '' };
}

// contract §4 row 8, §5.3. Nothing in a webhook is believed before its key and signature are.
function hear(headers, body) {
  const verdict = verifyWebhook({ headers, body }, { webhookKeys: WEBHOOK_KEY.split(' '), signingSecrets: SIGNING_SECRET.split(' '), now: new Date() });
  if (!verdict.isGenuine) return { status: 401, body: verdict.reason };
  if (!seen.has(verdict.id) && verdict.event.type === 'Order') {
    bookings.set(verdict.event.id, verdict.event);
    console.log('booked', verdict.event.id);
  }
  seen.add(verdict.id);
  return { status: 204 };
}

function bookingsPage() {
  const mine = [...bookings.values()].filter(({ customer }) => customer.identifier === member.identifier);
  const items = mine.flatMap(({ orderedItem }) => orderedItem).map((item) => html`<li>${item.orderedItem.identifier}, PIN ${item.accessCode?.[0]?.value ?? 'none'}</li>`);
  return page(200, html`<h1>My bookings</h1>${items.length > 0 ? html`<ul>${items}</ul>` : html`<p>Nothing yet. What you book shows here a moment later.</p>`}
    <form method="post" action="/book"><input type="hidden" name="attempt" value="${randomUUID()}"><button>Book ${OPPORTUNITY}</button></form>`);
}

function page(status, content) {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
  return { status, headers, body: String(html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Fitness Finder</title><main>${content}</main></html>`) };
}

/** Text for a page: what is filled in is escaped, unless it is such a text itself. */
function html(parts, ...values) {
  const escape = (value) => (Array.isArray(value) ? value.map(escape).join('') : value instanceof Html ? String(value) : String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`));
  return new Html(String.raw({ raw: parts }, ...values.map(escape)));
}

async function registerWebhook() {
  const query = 'mutation ($url: String!) { registerWebhookEndpoint(input: { kind: ORDER_SUCCESS, url: $url }) { __typename ... on UserError { message } } }';
  const { body } = await call('/graphql', { query, variables: { url: `${ownUrl()}/webhooks` } });
  if (body.data?.registerWebhookEndpoint.__typename !== 'RegisterWebhookEndpointPayload') throw new Error(JSON.stringify(body));
}

async function call(path, body, headers = {}) {
  const sent = { 'X-API-KEY': API_KEY, 'Content-Type': 'application/json', Accept: 'application/json', ...headers };
  const response = await fetch(`${GATEWAY_URL}${path}`, { method: 'POST', headers: sent, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) });
  return { status: response.status, body: await response.json() };
}

class Html extends String {}
