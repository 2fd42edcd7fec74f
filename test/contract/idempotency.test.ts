import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Opportunity, type EventStatus } from '../../src/catalogue/opportunity.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { sessionBody, withoutRequestId } from '../support/bodies.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { callRest, type RestAnswer, type RestRequest } from '../support/rest.js';
import { createStandalone } from '../support/standalone.js';
import { freshDatabaseUrl } from '../support/stores.js';

const DAY_SECONDS = 24 * 60 * 60;
const TWENTY = Array.from({ length: 20 }, (_, index) => index);

const isReplayed = ({ headers }: RestAnswer) => headers.get('idempotent-replayed') === 'true';

function createAt(gateway: TestGateway, key: string, request: RestRequest = {}): Promise<RestAnswer> {
  return callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', body: sessionBody(gateway.url), ...request, headers: { 'idempotency-key': key, ...request.headers } });
}

/** One session came of all answers, and all but one say that it had been there. */
function expectOneSession(answers: readonly RestAnswer[]): void {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
  expect(answers.filter(isReplayed)).toHaveLength(answers.length - 1);
  expect(answers.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
}

async function countRows({ store }: TestGateway): Promise<Record<string, number>> {
  const count = async (table: string) => (await store.fork().execute(`select 1 from ${table}`)).length;
  return { sessions: await count('checkout_session'), quotes: await count('order_quote'), items: await count('order_item'), keys: await count('idempotency_key') };
}

describe.each(DOORS)('contract §4 rows 5 and 7, our choice: Idempotency-Key ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const create = (key: string, request: RestRequest = {}) => createAt(gateway, key, request);
  /** A body that differs from the usual one in the customer's name. */
  const otherBody = () => {
    const body = sessionBody(gateway.url);
    const order = body['platform:initialOrder'];
    return { ...body, 'platform:initialOrder': { ...order, customer: { ...order.customer, givenName: 'Grace' } } };
  };

  it('lets 20 calls at once with one key make one session: the same bytes, and 19 replays', async () => {
    const key = randomUUID();
    const before = await countRows(gateway);
    const answers = await Promise.all(TWENTY.map(() => create(key)));
    expectOneSession(answers);
    const after = await countRows(gateway);
    expect(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)])).toEqual([['sessions', 1], ['quotes', 1], ['items', 1], ['keys', 1]]);
  });

  it('does the same for a standalone session, by POST and PUT, from a server and a front-end', async () => {
    for (const apiKey of [DEMO.apiKeys.fitnessFinder, DEMO.publishableKeys.clubCompass]) {
      const headers = { 'idempotency-key': randomUUID() };
      expectOneSession(await Promise.all(TWENTY.map((index) => createStandalone(gateway.url, { apiKey, headers, method: index % 2 === 0 ? 'POST' : 'PUT' }))));
    }
  });

  it('makes another session without a key, and with another key, each time', async () => {
    const answers = [await create('one'), await create('One'), await create('two'), ...(await Promise.all([1, 2].map(() => callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', body: sessionBody(gateway.url) }))))];
    expect(new Set(answers.map(({ text }) => text)).size).toBe(5);
    expect(answers.some(isReplayed)).toBe(false);
  });

  it('answers another body under the key with 422, and stores nothing', async () => {
    const key = randomUUID();
    const first = await create(key);
    const before = await countRows(gateway);
    const other = await create(key, { body: otherBody() });
    expect(other.status).toBe(422);
    expect(withoutRequestId(other.body)).toEqual({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'platform:IdempotencyKeyReusedError',
      description: 'This idempotency key was used for a different request. Use a new key for a new request.',
    });
    expect(await countRows(gateway)).toEqual(before);
    expect((await create(key)).text).toBe(first.text);
  });

  it('lets one of 20 different bodies at once win, and answers the others with 422', async () => {
    const key = randomUUID();
    const bodies = TWENTY.map((index) => {
      const body = sessionBody(gateway.url);
      const order = body['platform:initialOrder'];
      return { ...body, 'platform:initialOrder': { ...order, customer: { ...order.customer, identifier: `member-${index}` } } };
    });
    const statuses = (await Promise.all(bodies.map((body) => create(key, { body })))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...TWENTY.slice(1).map(() => 422)]);
  });

  it('takes members in another order, and members that nobody reads, for the same body', async () => {
    const key = randomUUID();
    const first = await create(key);
    const replay = await create(key, { body: { 'beta:colour': 'red', ...(backwards(sessionBody(gateway.url)) as object) } });
    expect([replay.status, replay.text, isReplayed(replay)]).toEqual([201, first.text, true]);
  });

  it("keeps brokers apart: another's same key makes a session of its own", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Object.values(DEMO.apiKeys).map((apiKey) => createStandalone(gateway.url, { apiKey, headers: { 'idempotency-key': key } })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(2);
    expect(answers.some(isReplayed)).toBe(false);
  });

  it('keeps the two variants apart: a key of one is reused by the other', async () => {
    const key = randomUUID();
    expect((await create(key)).status).toBe(201);
    expect((await createStandalone(gateway.url, { apiKey: DEMO.apiKeys.fitnessFinder, headers: { 'idempotency-key': key } })).status).toBe(422);
  });

  it('ignores keys of nobody, whatever they are', async () => {
    for (const key of [randomUUID(), 'x'.repeat(256)]) {
      const answers = await Promise.all([1, 2].map(() => createStandalone(gateway.url, { headers: { 'idempotency-key': key } })));
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(2);
      expect(answers.some(isReplayed)).toBe(false);
    }
  });

  it.each([
    ['a body with a problem', () => ({ ...sessionBody(gateway.url), type: 'Nonsense' }), 400],
    ['a body that the gateway refuses', () => withCustomer('https://nobody.example/customers/1'), 400],
    ['an item that is full', () => withItem('demo-full', DEMO.offers.full), 400],
  ] as const)('leaves the key free after %s', async (_case, body, status) => {
    const key = randomUUID();
    expect((await create(key, { body: body() })).status).toBe(status);
    const mended = await create(key);
    expect([mended.status, isReplayed(mended)]).toEqual([201, false]);
    expect(isReplayed(await create(key))).toBe(true);
  });

  it('gives the session again even when its item cannot be booked any more', async () => {
    const key = randomUUID();
    const first = await create(key);
    await setEventStatus('CANCELLED');
    const replay = await create(key);
    expect([(await create(randomUUID())).status, replay.status, replay.text]).toEqual([400, 201, first.text]);
    await setEventStatus('SCHEDULED');
  });

  it.each([
    ['of 256 characters', 'x'.repeat(256)],
    ['without a character', ''],
  ])('answers 400 to a key %s, on both variants', async (_case, key) => {
    for (const answer of [await create(key), await createStandalone(gateway.url, { apiKey: DEMO.apiKeys.fitnessFinder, headers: { 'idempotency-key': key } })]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ type: 'platform:ValidationError', 'platform:problems': [{ path: '/idempotencyKey', description: 'must have from 1 to 255 characters' }] });
    }
  });

  it('takes a key of 255 characters, whatever they are', async () => {
    const key = `${'x'.repeat(200)}"'\\;, {}%00 ${'z'.repeat(43)}`;
    expect(key).toHaveLength(255);
    expectOneSession([await create(key), await create(key)]);
  });

  it('keeps one memory for both doors: the same input by REST and GraphQL is one session', async () => {
    const key = randomUUID();
    const byRest = await create(key);
    const again = await createByGraphql(gateway, key, sessionInput(gateway.url));
    expect(again).toMatchObject({ isReplayed: true, checkoutSession: { id: byRest.headers.get('location') } });
    expect(await createByGraphql(gateway, key, { ...sessionInput(gateway.url), navigationLinks: null })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });

    const other = randomUUID();
    const first = await createByGraphql(gateway, other, sessionInput(gateway.url));
    expect(first.isReplayed).toBe(false);
    const replay = await create(other);
    expect([replay.status, isReplayed(replay), replay.headers.get('location')]).toEqual([201, true, first.checkoutSession?.id]);
  });

  it('remembers a key for 24 hours and not a moment longer', async () => {
    const key = randomUUID();
    const first = await create(key);
    gateway.clock.advance(DAY_SECONDS);
    expect((await create(key)).text).toBe(first.text);
    gateway.clock.advance(1);
    const [renewed, ...others] = await Promise.all(TWENTY.map(() => create(key)));
    expectOneSession([renewed, ...others].filter((answer) => answer !== undefined));
    expect(renewed?.headers.get('location')).not.toBe(first.headers.get('location'));
  });

  const setEventStatus = (status: EventStatus) => gateway.store.fork().nativeUpdate(Opportunity, { identifier: 'demo-free' }, { eventStatus: status });
  const withCustomer = (customer: string) => {
    const body = sessionBody(gateway.url);
    return { ...body, 'platform:initialOrder': { ...body['platform:initialOrder'], customer } };
  };
  const withItem = (identifier: string, acceptedOffer: string) => {
    const body = sessionBody(gateway.url);
    return { ...body, 'platform:initialOrder': { ...body['platform:initialOrder'], orderedItem: [{ type: 'OrderItem', acceptedOffer, orderedItem: { type: 'ScheduledSession', identifier } }] } };
  };
});

/** Both gateways are told the same, and so write the same. */
const createOver = (gateway: TestGateway, key: string) => createAt(gateway, key, { body: sessionBody('https://courtside.example') });

describe('contract §4 row 5, our choice: Idempotency-Key before two gateways on one PostgreSQL', () => {
  let first: TestGateway;
  let second: TestGateway;
  let databaseUrl: string;
  beforeAll(async () => {
    databaseUrl = await freshDatabaseUrl('postgres');
    const door = { store: 'postgres', adapter: 'in process' } as const;
    first = await startTestGateway(door, { DATABASE_URL: databaseUrl, PUBLIC_URL: 'https://courtside.example' });
    second = await startTestGateway(door, { DATABASE_URL: databaseUrl, PUBLIC_URL: 'https://courtside.example' });
  });
  afterAll(async () => {
    await first.stop();
    await second.stop();
  });

  it('lets 20 calls at once over both make one session', async () => {
    for (const key of [randomUUID(), randomUUID(), randomUUID()]) {
      expectOneSession(await Promise.all(TWENTY.map((index) => createOver(index % 2 === 0 ? first : second, key))));
    }
    expect(await countRows(first)).toEqual({ sessions: 3, quotes: 3, items: 3, keys: 3 });
  });

  it('answers 409 with Retry-After while the first request is still running, and one session comes of its end', async () => {
    const key = randomUUID();
    const running = new Client({ connectionString: databaseUrl });
    await running.connect();
    await running.query('begin');
    const values = [`broker:${DEMO.brokerIds.fitnessFinder}`, key, 'whatever', first.clock.now()];
    await running.query('insert into idempotency_key (holder, key, fingerprint, reference, created_at) values ($1, $2, $3, null, $4)', values);

    const [byRest, byGraphql] = await Promise.all([createOver(first, key), createByGraphql(second, key, sessionInput('https://courtside.example'))]);
    expect([byRest.status, byRest.headers.get('retry-after')]).toEqual([409, '1']);
    expect(withoutRequestId(byRest.body)).toMatchObject({ type: 'platform:IdempotencyKeyInUseError', description: 'The first request with this idempotency key is still running. Repeat it in a moment.' });
    expect(byGraphql).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE', retryAfterSeconds: 1 });

    await running.query('rollback');
    await running.end();
    expectOneSession([await createOver(second, key), await createOver(first, key)]);
  });
});

/** What `sessionBody` says, as the input of the schema. */
function sessionInput(url: string) {
  return {
    initialOrder: {
      orderedItem: [{ orderedItem: { identifier: 'demo-free', type: 'SCHEDULED_SESSION' }, acceptedOffer: DEMO.offers.free }],
      broker: { url: 'https://fitness-finder.example', name: 'Fitness Finder' },
      customer: { url: null, person: { email: 'ada.clarke@example.com', familyName: 'Clarke', givenName: 'Ada', identifier: 'member-42', is13OrOver: true } },
    },
    navigationLinks: [
      { name: 'Back to Broker', linkType: `${url}/ns/BackToBrokerLink`, url: 'https://fitness-finder.example/search' },
      { name: 'Back to Broker User Profile', linkType: `${url}/ns/BackToBrokerUserProfileLink`, url: 'https://fitness-finder.example/me' },
    ],
  };
}

interface GraphqlOutcome {
  readonly isReplayed?: boolean;
  readonly checkoutSession?: { readonly id: string };
  readonly code?: string;
  readonly retryAfterSeconds?: number;
}

async function createByGraphql({ graphqlUrl }: TestGateway, idempotencyKey: string, input: object): Promise<GraphqlOutcome> {
  const document = `mutation ($input: CreateCheckoutSessionInput!) {
    createCheckoutSession(input: $input) {
      ... on CreateCheckoutSessionPayload { isReplayed checkoutSession { id } }
      ... on UserError { code message }
      ... on IdempotencyKeyInUseError { retryAfterSeconds }
    }
  }`;
  const { data } = await callGraphql(graphqlUrl, document, { input: { ...input, idempotencyKey } });
  return data.createCheckoutSession;
}

/** The same JSON with the members of every object turned round. */
function backwards(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(backwards);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, backwards(member)] as const).toReversed());
}
