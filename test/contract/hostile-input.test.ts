import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../rest-adapter/routes.js';
import { DEMO } from '../../src/store/demo-data.js';
import { DEMO_WEBHOOK } from '../../src/store/demo-world.js';
import { personBody, sessionBody } from '../support/bodies.js';
import { checkoutHeader, startCheckout } from '../support/checkout-steps.js';
import { ADAPTER_TOKEN, startTestGateway, type TestGateway } from '../support/gateway.js';
import { HOSTILE_TEXTS, hostileCursors, hostileJson, hostileParameter, hostileValue, mutated, RAW_MARKS } from '../support/hostile.js';
import { createSession } from '../support/seed.js';
import { STORES } from '../support/stores.js';
import { staffHeader, standaloneBody } from '../support/tenant-world.js';

/** How many requests each path gets, and, to see a failure again, with which seed. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 150);
const SEED = process.env['FUZZ_SEED'];
/** A guard against hanging, not a measurement. */
const TIMEOUT = Math.max(60_000, RUNS * 300);
const PROPERTY = { numRuns: RUNS, ...(SEED !== undefined && { seed: Number(SEED) }) };

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

const WITH_KEY = { 'x-api-key': DEMO.apiKeys.fitnessFinder };
const BODY_ROUTES = ['POST /api/checkout-sessions', 'POST /checkout-sessions', 'PUT /checkout-sessions', 'POST /api/v2/customers', 'PATCH /api/v2/customers/:id'];
const VALID_QUERIES: Readonly<Record<string, Record<string, string>>> = {
  '/api/onboard-token': { stripe: 'false', sellerId: 'https://sports.example/sellers/42' },
  '/api/update-token': { stripe: 'true', sellerId: DEMO.sellerId('riverside-yoga') },
  '/api/view-token': { sellerId: DEMO.sellerId('riverside-yoga') },
  '/api/v2/opportunities': { type: 'Slot', startsFrom: '2026-11-20T00:00:00Z', startsBefore: '2027-11-20T00:00:00Z', sellerId: DEMO.sellerId('northside-sports'), limit: '3', after: '' },
  '/api/v2/opportunities/:identifier': { type: 'ScheduledSession' },
};

/** Mostly as it should be, so that what is hostile elsewhere gets past the door. */
const headerSets: fc.Arbitrary<Record<string, string>> = fc.oneof<fc.MaybeWeightedArbitrary<Record<string, string>>[]>(
  { weight: 6, arbitrary: fc.constant(WITH_KEY) },
  { weight: 1, arbitrary: fc.constant({ 'x-api-key': DEMO.publishableKeys.fitnessFinder, origin: DEMO.origins.fitnessFinder }) },
  {
    weight: 3,
    arbitrary: fc.dictionary(
      fc.constantFrom('x-api-key', 'authorization', 'origin', 'accept', 'content-type', 'idempotency-key', 'x-forwarded-for', 'x-adapter-token', 'accept-language', 'if-none-match', 'x-http-method-override', 'cookie'),
      fc.oneof(
        hostileParameter.map(headerSafe),
        fc.constantFrom('application/json', 'text/html', '*/*;q=0', ';;q=,', 'application/json; charset=utf-16', 'Bearer a.b.c', 'Bearer ', 'pk_', 'ck_test_a_b', `${DEMO.apiKeys.fitnessFinder}x`, 'null', 'http://localhost:5173', '\u00e9\u00ff'),
      ),
      { maxKeys: 4 },
    ),
  },
);

/** What a header may carry: everything else is refused by the client before it is sent. */
function headerSafe(text: string): string {
  return text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?').slice(0, 1_000).trim();
}

/** What a request line may carry, percent-encoded or not. */
const targetText = fc.tuple(hostileParameter, fc.boolean()).map(([text, isEncoded]) => {
  const short = text.slice(0, 7_000).toWellFormed();
  return (isEncoded ? encodeURIComponent(short) : short.replaceAll(/[^\u0021-\u007e]/g, '%')).slice(0, 7_000);
});

function queryFor(path: string): fc.Arbitrary<string> {
  const valid = VALID_QUERIES[path] ?? {};
  const name = fc.constantFrom(...Object.keys(valid), 'type', 'after', '__proto__', 'constructor', 'stripe[]', 'a[b][c]', '');
  const pairs = fc.array(fc.tuple(name, targetText).map((pair) => pair.join('=')), { maxLength: 4 });
  const whole = new URLSearchParams(valid).toString();
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(whole) },
    { weight: 4, arbitrary: pairs.map((extra) => [...Object.entries(valid).map(([key, value]) => `${key}=${encodeURIComponent(value)}`), ...extra].join('&')) },
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...Object.keys(valid), 'type'), targetText).map(([key, value]) => new URLSearchParams(valid).toString().replace(new RegExp(`(^|&)${key}=[^&]*`), `$1${key}=${value.replaceAll('$', '$$$$')}`)) },
    { weight: 1, arbitrary: targetText },
    { weight: 1, arbitrary: fc.constantFrom('&'.repeat(1_000), 'a=b&'.repeat(1_000), '?'.repeat(50), '%', '%%%', '#', `after=${'%41'.repeat(2_000)}`) },
  );
}

function targetFor(path: string): fc.Arbitrary<string> {
  const segment = fc.oneof(targetText, fc.constantFrom('demo-free', encodeURIComponent(DEMO.sellerId('old-town-dance')), '', '.', '..', '%2e%2e%2f', '%', '%zz', '%c3%28', 'a'.repeat(6_200), "'", '*', '//'));
  return fc.tuple(segment, queryFor(path)).map(([given, query]) => `${path.replace(/:id(?:entifier)?|\*/, () => given)}${query === '' ? '' : `?${query}`}`.slice(0, 10_000)); // with more, it would be the server's limit on all headers
}

/** An address with this text where a caller writes text. */
function certainTarget(path: string, text: string): string {
  const written = encodeURIComponent(text.slice(0, 300).toWellFormed());
  const query = Object.entries(VALID_QUERIES[path] ?? {}).map(([name, value]) => `${name}=${name === 'stripe' ? value : written}`);
  return `${path.replace(/:id(?:entifier)?|\*/, () => written)}?${query.join('&')}`;
}

/** A body that is nearly right, of any JSON, or of no JSON at all. */
function bodyLike(valid: unknown): fc.Arbitrary<string | Buffer> {
  const whole = JSON.stringify(valid);
  return fc.oneof(
    { weight: 8, arbitrary: mutated(valid).map(hostileJson) },
    { weight: 2, arbitrary: hostileValue.map(hostileJson) },
    { weight: 1, arbitrary: fc.nat(whole.length).map((length) => whole.slice(0, length)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constantFrom<string | Buffer>(`\ufeff${whole}`, Buffer.from(whole, 'utf16le'), Buffer.from('{"type":"\xff\xfe"}', 'latin1'), ' '.repeat(60 * 1024), '['.repeat(60 * 1024), `{"a":"${'x'.repeat(66 * 1024)}"}`) },
  );
}

const PAGE = { first: 5, after: '', direction: 'ASC' };
const SELLER = DEMO.sellerId('riverside-yoga');
const A_PLACE = { acceptedOffer: DEMO.offers.free, orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'demo-free' } };
const TARGET = { item: A_PLACE.orderedItem, heldTokens: ['0193a000-0000-7000-8000-000000000001.x'] };
const SIGNED_AT = new Date('2026-11-20T12:00:00Z');
const SIGNED_WEBHOOK = { apiKey: DEMO_WEBHOOK.key, webhookId: 'an-id', timestamp: String(SIGNED_AT.getTime() / 1000), signature: new Webhook(DEMO_WEBHOOK.signingSecret).sign('an-id', SIGNED_AT, '{}'), body: '{}' };
/** An operation for every field of the schema that takes arguments, with variables that nothing is wrong with. */
const OPERATIONS: readonly { readonly query: string; readonly variables: object }[] = [
  { query: 'query ($first: Int!, $after: String, $direction: OrderDirection!) { brokers(first: $first, after: $after, direction: $direction) { nodes { id } } }', variables: PAGE },
  {
    query: 'query ($first: Int!, $after: String, $direction: OrderDirection!, $filter: CheckoutSessionFilter) { checkoutSessions(first: $first, after: $after, direction: $direction, filter: $filter) { nodes { id seller { id } } } }',
    variables: { ...PAGE, filter: { state: ['OPEN'], createdFrom: '2026-01-01T00:00:00Z', createdBefore: '2027-01-01T00:00:00Z', sellerId: SELLER } },
  },
  {
    query: 'query ($first: Int!, $after: String, $direction: OrderDirection!, $filter: OpportunityFilter) { opportunities(first: $first, after: $after, direction: $direction, filter: $filter) { nodes { id offers { id } } } }',
    variables: { ...PAGE, filter: { type: 'SLOT', startsFrom: '2026-01-01T00:00:00Z', startsBefore: '2027-01-01T00:00:00Z', sellerId: SELLER } },
  },
  { query: 'query ($first: Int!, $after: String, $direction: OrderDirection!, $filter: OrderFilter) { orders(first: $first, after: $after, direction: $direction, filter: $filter) { nodes { id } } }', variables: { ...PAGE, filter: { state: ['CONFIRMED'] } } },
  {
    query: 'query ($first: Int!, $after: String, $filter: SellerFilter, $orderBy: SellerOrder) { sellers(first: $first, after: $after, filter: $filter, orderBy: $orderBy) { nodes { id } } }',
    variables: { first: 5, after: '', filter: { status: ['FREE'] }, orderBy: { field: 'NAME', direction: 'ASC' } },
  },
  {
    query: 'query ($a: String!, $b: ID!, $type: OpportunityType) { checkoutSession(identifier: $a) { id } standaloneCheckoutSession(identifier: $a) { state } seller(sellerId: $a) { id } order(id: $b) { id } opportunity(identifier: $a, type: $type) { id } isOriginRegistered(origin: $a) }',
    variables: { a: 'demo-free', b: '0193a000-0000-7000-8000-000000000001', type: 'SLOT' },
  },
  {
    query: 'query ($first: Int!, $after: String, $direction: OrderDirection!, $filter: CustomerFilter) { customers(first: $first, after: $after, direction: $direction, filter: $filter) { nodes { id } } }',
    variables: { ...PAGE, filter: { brokerId: DEMO.brokerIds.fitnessFinder, identifier: 'member-1', email: 'sam.okafor@example.com', query: '100%_!' } },
  },
  {
    query: 'query ($id: ID!, $first: Int!, $after: String) { customer(id: $id) { orders(first: $first, after: $after) { nodes { id } } upcomingItems(first: $first, after: $after) { nodes { orderId } } } }',
    variables: { id: DEMO.customerIds.ofFitnessFinder, first: 5, after: null },
  },
  {
    query: 'mutation ($input: RegisterCustomerInput!) { registerCustomer(input: $input) { __typename ... on ValidationError { problems { path message } } } }',
    variables: { input: { identifier: 'm', givenName: 'Ada', familyName: 'Clarke', email: 'ada@example.com', is13OrOver: true, idempotencyKey: 'a customer' } },
  },
  {
    query: 'mutation ($input: ChangeCustomerInput!) { changeCustomer(input: $input) { __typename ... on ChangeCustomerPayload { customer { email } } } }',
    variables: { input: { id: DEMO.customerIds.ofFitnessFinder, identifier: 'm', givenName: 'Ada', familyName: 'Clarke', email: 'ada@example.com', is13OrOver: true, reason: 'they rang' } },
  },
  { query: 'mutation ($input: IssueOnboardTokenInput!) { issueOnboardToken(input: $input) { __typename } }', variables: { input: { sellerId: SELLER, stripe: true } } },
  { query: 'mutation ($input: IssueUpdateTokenInput!) { issueUpdateToken(input: $input) { __typename } }', variables: { input: { sellerId: SELLER, stripe: true } } },
  { query: 'mutation ($input: IssueViewTokenInput!) { issueViewToken(input: $input) { __typename } }', variables: { input: { sellerId: SELLER } } },
  { query: 'mutation ($input: OptOutSellerInput!) { optOutSeller(input: $input) { __typename } }', variables: { input: { sellerId: 'https://nobody.example' } } },
  { query: 'mutation ($input: RetireApiKeyInput!) { retireApiKey(input: $input) { __typename } }', variables: { input: { id: 'nokey' } } },
  { query: 'mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { __typename } }', variables: { input: { brokerId: '0193a000-0000-7000-8000-00000000ffff', reason: 'it was printed' } } },
  {
    query: 'mutation ($input: CreateBrokerInput!) { createBroker(input: $input) { __typename ... on ValidationError { problems { path message } } } }',
    variables: { input: { name: 'New', url: 'https://new.example', accentColor: '#0b6e4f', origins: ['https://app.new.example'], successWebhook: 'https://new.example/a', customerWebhook: 'https://new.example/b', webhookKey: 'wk_agreed-with-them', reason: 'they have signed' } },
  },
  {
    query: 'query ($first: Int!, $after: String, $direction: OrderDirection!, $subject: String) { auditEntries(first: $first, after: $after, direction: $direction, subject: $subject) { nodes { before } } }',
    variables: { ...PAGE, subject: 'broker 0193a000-0000-7000-8000-000000000001' },
  },
  {
    query: 'query ($from: DateTime!, $before: DateTime!, $id: ID!) { reconciliation(from: $from, before: $before) { csv } paymentDifferences(from: $from, before: $before) { theirs } demoPayment(id: $id) { state } }',
    variables: { from: '2026-01-01T00:00:00Z', before: '2027-01-01T00:00:00Z', id: 'demo_pay_1' },
  },
  { query: 'mutation ($input: CancelOrderItemsInput!) { cancelOrderItems(input: $input) { __typename } }', variables: { input: { orderId: '0193a000-0000-7000-8000-000000000001', positions: [0, 1], reason: 'it rains' } } },
  { query: 'mutation ($input: ChooseDemoPaymentInput!) { chooseDemoPayment(input: $input) { __typename } }', variables: { input: { id: 'demo_pay_1', outcome: 'PAID' } } },
  { query: 'mutation ($input: ReceiveProviderEventInput!) { receiveProviderEvent(input: $input) { __typename } }', variables: { input: { body: '{}', signature: 't=1,v1=00' } } },
  { query: 'query ($target: CheckoutTargetInput!) { checkoutTarget(target: $target) { state items { price { amount } } heldCheckout { id } } }', variables: { target: TARGET } },
  { query: 'mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { __typename ... on StartCheckoutPayload { token checkout { step } } } }', variables: { input: TARGET } },
  { query: 'query ($input: DryQuoteInput!) { dryQuote(input: $input) { __typename ... on DryQuotePayload { quote { totalPaymentDue { amount } } } } }', variables: { input: { orderedItem: [A_PLACE] } } },
  { query: 'mutation ($input: ReceiveDemoWebhookInput!) { receiveDemoWebhook(input: $input) { __typename } }', variables: { input: SIGNED_WEBHOOK } },
  {
    query: 'mutation ($input: CreateStandaloneCheckoutSessionInput!) { createStandaloneCheckoutSession(input: $input) { __typename } }',
    variables: { input: { scheduledSessionId: DEMO.scheduledSessionId('demo-free'), idempotencyKey: 'once' } },
  },
  {
    query: 'mutation ($input: CreateCheckoutSessionInput!) { createCheckoutSession(input: $input) { __typename ... on CreateCheckoutSessionPayload { checkoutSession { id initialOrder { orderedItem { opportunity { id } } } } } } }',
    variables: {
      input: {
        idempotencyKey: 'once',
        navigationLinks: [{ name: 'Back', linkType: 'https://a.example/BackToBrokerLink', url: 'https://a.example' }],
        initialOrder: {
          customer: { person: { identifier: 'm', givenName: 'Ada', familyName: 'Clarke', email: 'ada@example.com', is13OrOver: true } },
          broker: { name: 'App', url: 'https://app.example' },
          orderedItem: [A_PLACE],
        },
      },
    },
  },
];

/** What somebody in a checkout asks, as far as it takes arguments. */
const CUSTOMER_OPERATIONS: typeof OPERATIONS = [
  { query: 'mutation ($input: ChooseTicketInput!) { chooseTicket(input: $input) { __typename } }', variables: { input: { offerId: DEMO.offers.free } } },
  { query: 'mutation ($input: SubmitDetailsInput!) { submitDetails(input: $input) { __typename ... on SubmitDetailsPayload { checkout { step customer { email } } } } }', variables: { input: { customer: { givenName: 'Ada', familyName: 'Clarke', email: 'ada@example.com' } } } },
  { query: 'mutation ($input: ConfirmAgeInput!) { confirmAge(input: $input) { __typename } }', variables: { input: { is13OrOver: true } } },
  { query: 'mutation ($input: AcceptPricesInput!) { acceptPrices(input: $input) { __typename } }', variables: { input: { totalMinor: 0 } } },
];

/** What the adapter asks about a delivery. */
const adapterOperations = (id: string): typeof OPERATIONS => [
  { query: 'mutation ($input: ClaimWebhookDeliveriesInput!) { claimWebhookDeliveries(input: $input) { __typename } }', variables: { input: { limit: 1 } } },
  { query: 'mutation ($input: RecordWebhookBodiesInput!) { recordWebhookBodies(input: $input) { __typename } }', variables: { input: { bodies: [{ id, body: '{}' }] } } },
  { query: 'mutation ($input: ReleaseWebhookDeliveriesInput!) { releaseWebhookDeliveries(input: $input) { __typename } }', variables: { input: { ids: [id], leasedUntil: '2026-11-20T12:00:00.000Z' } } },
  { query: 'mutation ($input: ReportWebhookAttemptsInput!) { reportWebhookAttempts(input: $input) { __typename } }', variables: { input: { attempts: [{ id, attempt: 7, status: 500, error: 'ECONNRESET', retryAfterSeconds: 60 }] } } },
];

const LISTS_BY_FIELD = [
  ['auditEntries', 'audit entries by time'],
  ['brokers', 'brokers by creation'],
  ['checkoutSessions', 'checkout sessions by creation'],
  ['customers', 'customers by creation'],
  ['opportunities', 'opportunities by start'],
  ['orders', 'orders by creation'],
  ['sellers', 'sellers by name'],
] as const;

/** Sent in every run: each thing that no value can say, where nobody reads it and where somebody does. */
const CERTAIN_OPERATIONS = RAW_MARKS.flatMap((mark) =>
  OPERATIONS.slice(-1).flatMap(({ query, variables }) => [
    { query, variables: { ...variables, added: mark } },
    { query, variables: { input: mark } },
    { query, variables: mark },
    { query: mark, variables },
  ]),
).map(hostileJson);

/** Each list with cursors that it has not handed out. */
const CERTAIN_PAGES = LISTS_BY_FIELD.flatMap(([field, list]) => {
  const operation = OPERATIONS.find(({ query }) => query.includes(` ${field}(`));
  return hostileCursors(list).map((after) => JSON.stringify({ ...operation, variables: { ...operation?.variables, after } }));
});

/** A document out of the words and marks of GraphQL, mostly in no order that means anything. */
const documentSoup = fc
  .array(fc.constantFrom('{', '}', '(', ')', ':', '...', 'on', 'fragment', 'query', 'mutation', 'subscription', '@include(if: true)', '@skip', '$a', '"', '"""', '"\\ud800"', '"\\u0000"', '#', '\u0000', '!', '[', ']', '9e999', '__typename', '__schema', '__proto__', 'opportunities', 'nodes', 'id', 'A', ',', '\ufeff'), { maxLength: 60 })
  .map((words) => words.join(' '));

const graphqlBody: fc.Arbitrary<string | Buffer> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...OPERATIONS).chain(({ query, variables }) => mutated(variables).map((hostile) => hostileJson({ query, variables: hostile }))) },
  { weight: 2, arbitrary: fc.constantFrom(...OPERATIONS).chain(bodyLike) },
  { weight: 2, arbitrary: documentSoup.map((query) => JSON.stringify({ query })) },
  { weight: 1, arbitrary: hostileValue.map((value) => hostileJson({ query: '{ __typename }', variables: value })) },
  { weight: 1, arbitrary: hostileValue.map((value) => hostileJson({ query: '{ __typename }', operationName: value, extensions: value })) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS).map((text) => JSON.stringify({ query: `{ opportunity(identifier: ${JSON.stringify(text)}) { id } seller(sellerId: ${JSON.stringify(text)}) { id } order(id: ${JSON.stringify(text)}) { id } }` })) },
);

describe.each(STORES)('hostile input never looks like a fault of ours (%s)', (store) => {
  let gateway: TestGateway;
  let agent: Agent;
  let admin: Record<string, string>;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
    agent = new Agent({ keepAlive: true, maxSockets: 4 });
    admin = await staffHeader(gateway, 'admin');
  });
  afterAll(async () => {
    agent.destroy();
    await gateway.stop();
  });

  /** As it is: nothing checks or normalises it on the way. A kept connection that the server has closed meanwhile is replaced. */
  const send = (one: Sent): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method, target, headers, body } = one;
      const type = headers['content-type'] ?? (body === undefined ? undefined : 'application/json');
      const all = { ...headers, ...(type !== undefined && { 'content-type': type }), ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) };
      const sent = request({ agent, host: '127.0.0.1', port: new URL(gateway.url).port, method, path: target, headers: all }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, contentType: answer.headers['content-type'] ?? '', text: Buffer.concat(chunks).toString('utf8') }));
      });
      sent.on('error', (error) => (sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET' ? resolve(send(one)) : reject(error)));
      sent.end(body);
    });

  it.each(ROUTES)('$method $path', { timeout: TIMEOUT }, async ({ method, path }) => {
    const key = `${method} ${path}`;
    const valid = path.includes('/customers') ? personBody() : path === '/api/checkout-sessions' ? sessionBody(gateway.url) : standaloneBody(gateway.url);
    const fixed = path.replace(':id', DEMO.customerIds.ofFitnessFinder);
    const bodies = BODY_ROUTES.includes(key) ? bodyLike(valid) : method === 'GET' ? fc.constant(undefined) : fc.option(bodyLike(valid), { nil: undefined, freq: 2 });
    const certainly = BODY_ROUTES.includes(key)
      ? RAW_MARKS.flatMap((mark) => [mark, { ...valid, added: mark }, { ...valid, type: mark }]).map((body) => ({ target: fixed, body: hostileJson(body) }))
      : [...HOSTILE_TEXTS.map((text) => certainTarget(path, text)), ...hostileCursors('opportunities by start').map((after) => `${path}?after=${after}`), `${path}?type=%`, `${path}?%ff=%zz`].map((target) => ({ target, body: undefined }));
    const requests: fc.Arbitrary<Sent> = fc.record({ method: fc.constant<string>(method), target: BODY_ROUTES.includes(key) ? fc.constant<string>(fixed) : targetFor(path), headers: headerSets, body: bodies });
    await fc.assert(
      fc.asyncProperty(requests, async (sent) => requireRestAnswer(await send(sent))),
      { ...PROPERTY, examples: certainly.map((one): [Sent] => [{ method, headers: WITH_KEY, ...one }]) },
    );
  });

  it('/graphql', { timeout: TIMEOUT }, async () => {
    const callers = fc.oneof({ weight: 4, arbitrary: fc.constant(WITH_KEY) }, { weight: 4, arbitrary: fc.constant(admin) }, { weight: 1, arbitrary: headerSets });
    const posts = fc.record({ method: fc.constant('POST'), target: fc.constant('/graphql'), headers: callers, body: graphqlBody });
    const gets = fc.record({ method: fc.constantFrom('GET', 'PUT', 'DELETE'), target: fc.tuple(fc.constantFrom('query', 'variables', 'extensions', 'operationName'), targetText).map(([name, text]) => `/graphql?query={__typename}&${name}=${text}`), headers: callers });
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: posts }, { weight: 1, arbitrary: gets }), async (sent: Sent) => requireGraphqlAnswer(await send(sent))),
      { ...PROPERTY, numRuns: RUNS * 3, examples: [...CERTAIN_OPERATIONS.map((body) => post(body, WITH_KEY)), ...CERTAIN_PAGES.map((body) => post(body, admin))] },
    );
  });

  it('/graphql, in a checkout and on the adapter’s errands', { timeout: TIMEOUT }, async () => {
    const checkout = await startCheckout(gateway, TARGET);
    await checkout.submitDetails({ givenName: 'Ada', familyName: 'Clarke', email: 'ada@example.com' });
    expect(await checkout.confirmAge()).toBe('CHECK'); // from here every one of its operations can do something, and none of these ends it
    const booked = await startCheckout(gateway, { secret: (await createSession(gateway)).secret });
    await booked.submitDetails();
    expect(await booked.book()).toBe('DONE');
    const { id } = await gateway.store.reads.selectFrom('webhook_delivery').select('id').executeTakeFirstOrThrow();
    const asked = [
      ...CUSTOMER_OPERATIONS.map((operation) => ({ ...operation, headers: checkoutHeader(checkout.token) })),
      ...adapterOperations(id).map((operation) => ({ ...operation, headers: { authorization: `Adapter ${ADAPTER_TOKEN}` } })),
    ];
    const posts = fc.constantFrom(...asked).chain(({ query, variables, headers }) => mutated(variables).map((hostile): Sent => ({ method: 'POST', target: '/graphql', headers, body: hostileJson({ query, variables: hostile }) })));
    await fc.assert(
      fc.asyncProperty(posts, async (sent) => requireGraphqlAnswer(await send(sent))),
      { ...PROPERTY, examples: asked.map(({ query, variables, headers }) => post(JSON.stringify({ query, variables }), headers)) },
    );
    expect(await checkout.book()).toBe('DONE');
  });

  it('POST /provider-events, which nobody has signed', { timeout: TIMEOUT }, async () => {
    const signatures = fc.oneof(hostileParameter.map(headerSafe), fc.constantFrom('', 't=1,v1=00', 't=,v1=', `t=${'9'.repeat(400)},v1=x`));
    const types = fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense');
    const requests = fc.record({ signature: signatures, type: types, body: bodyLike({ id: 'evt_1', type: 'account.updated', account: 'acct_1' }) });
    await fc.assert(
      fc.asyncProperty(requests, async ({ signature, type, body }) => {
        const { status, text } = await send({ method: 'POST', target: '/provider-events', headers: { 'stripe-signature': signature, 'content-type': type }, body });
        if (![400, 413, 415].includes(status)) throw new Error(`${status} ${text.slice(0, 300)}`);
      }),
      PROPERTY,
    );
    expect(await gateway.store.reads.selectFrom('provider_event').selectAll().execute()).toEqual([]);
  });

  it('what is hardly HTTP', async () => {
    const lines = ['', '\r\n\r\n', '\u0000\u0001\u0002', 'GET', 'GET / HTTP/9.9', 'GET /api/v2/opportunities HTTP/1.1', 'G\u0000T / HTTP/1.1', 'GET /\u0000 HTTP/1.1', 'GET / a b HTTP/1.1', 'GET /api/v2/opportunities/\u00e9 HTTP/1.1', `GET /${'a'.repeat(80_000)} HTTP/1.1`, 'POST /checkout-sessions HTTP/1.1', '\u0016\u0003\u0001'];
    const headers = ['Host: a', `X: ${'b'.repeat(20_000)}`, 'Content-Length: 5\r\nContent-Length: 6', 'Content-Length: -1', 'Content-Length: 1e9', 'Transfer-Encoding: chunked\r\nContent-Length: 3', 'Transfer-Encoding: gzip', ': empty', 'X-API-KEY: \u0000', 'Expect: everything'];
    for (const line of lines) {
      for (const header of headers) {
        const status = await speak(`${line}\r\n${header}\r\nConnection: close\r\n\r\n`, Number(new URL(gateway.url).port));
        expect(status === undefined || (status >= 200 && status < 500), `${JSON.stringify(line.slice(0, 60))} with ${JSON.stringify(header.slice(0, 60))}: ${status}`).toBe(true);
      }
    }
  });

  it('and leaves the gateway as it was: a valid request is answered', async () => {
    const answer = await send({ method: 'POST', target: '/api/checkout-sessions', headers: { 'x-api-key': DEMO.apiKeys.fitnessFinder }, body: JSON.stringify(sessionBody(gateway.url)) });
    expect(answer.status).toBe(201);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });
});

function post(body: string, headers: Record<string, string>): [Sent] {
  return [{ method: 'POST', target: '/graphql', headers, body }];
}

/** A success, or an error of ours: never a 5xx, a 429, or an answer of somebody else's shape. */
function requireRestAnswer({ status, contentType, text }: Answer): void {
  const said = `${status} ${contentType} ${text.slice(0, 300)}`;
  if (status < 200 || status >= 500 || status === 429) throw new Error(said);
  if (status === 204 || status === 303) return;
  if (status === 404 && contentType.startsWith('text/html')) return; // a browser at an address where nothing is reads a page
  if (contentType !== 'application/json') throw new Error(said);
  const body = JSON.parse(text) as Record<string, unknown>;
  if (status < 400) return;
  const { '@context': context, type, description, 'platform:requestId': requestId, 'platform:problems': problems = [], ...others } = body;
  const isOurs = Array.isArray(context) && typeof type === 'string' && typeof description === 'string' && Array.isArray(problems) && Object.keys(others).length === 0;
  if (!isOurs || (type !== 'UnavailableOpportunityError' && typeof requestId !== 'string')) throw new Error(said);
}

function requireGraphqlAnswer({ status, contentType, text }: Answer): void {
  const said = `${status} ${contentType} ${text.slice(0, 300)}`;
  if (status < 200 || status >= 500 || status === 429) throw new Error(said);
  if (status === 405 || contentType.startsWith('text/html')) return; // a browser gets the Sandbox
  const { errors } = JSON.parse(text) as { errors?: { message: string; extensions: { code: string } }[] };
  if (text.includes('INTERNAL_SERVER_ERROR')) throw new Error(said);
  if (status >= 400 && !errors && !text.includes('FST_ERR_')) throw new Error(said);
}

/** What somebody says who does not speak HTTP, and the status of the answer; undefined when the connection is closed without one. */
function speak(words: string, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(Buffer.from(words, 'latin1')));
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(heard === '' ? undefined : Number(heard.slice('HTTP/1.1 '.length, 12))));
  });
}
