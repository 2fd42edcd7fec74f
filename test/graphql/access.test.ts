import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { createSession, sessionInput } from '../support/seed.js';
import { STORES } from '../support/stores.js';

const MESSAGE = 'This needs a valid API key in the header X-API-KEY.';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CREATE = 'mutation ($input: CreateCheckoutSessionInput!) { createCheckoutSession(input: $input) { __typename } }';

/** Every field that belongs to a broker. */
const BROKER_FIELDS: readonly (readonly [string, string])[] = [
  ['currentBroker', '{ currentBroker { id } }'],
  ['seller', '{ seller(sellerId: "https://x.example/") { id } }'],
  ['sellers', '{ sellers { nodes { id } } }'],
  ['checkoutSession', '{ checkoutSession(identifier: "x") { id } }'],
  ['checkoutSessions', '{ checkoutSessions { nodes { id } } }'],
  ['order', '{ order(id: "x") { id } }'],
  ['orders', '{ orders { nodes { id } } }'],
  ['createCheckoutSession', CREATE],
  ['issueOnboardToken', 'mutation { issueOnboardToken(input: { sellerId: "x", stripe: true }) { __typename } }'],
  ['rotateApiKey', 'mutation { rotateApiKey { __typename } }'],
  ['retireApiKey', 'mutation { retireApiKey(input: { id: "x" }) { __typename } }'],
];

describe.each(STORES)('who may ask (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  it.each(BROKER_FIELDS)('answers UNAUTHENTICATED to %s without a key', async (field, query) => {
    const variables = field === 'createCheckoutSession' ? { input: sessionInput() } : {};
    const { data, errors } = await callGraphql(gateway.graphqlUrl, query, variables, null);
    expect(data?.[field] ?? null).toBeNull();
    expect(errors).toMatchObject([{ message: MESSAGE, path: [field], extensions: { code: 'UNAUTHENTICATED', requestId: expect.stringMatching(UUID) } }]);
  });

  it('names every broker’s field in this test', async () => {
    const { data } = await callGraphql(gateway.graphqlUrl, '{ __schema { queryType { fields { name } } mutationType { fields { name } } } }', {}, null);
    const { queryType, mutationType } = data.__schema;
    const open = ['opportunity', 'opportunities'];
    const names = [...queryType.fields, ...mutationType.fields].map(({ name }: { name: string }) => name).filter((name) => !open.includes(name));
    expect(names.toSorted()).toEqual(BROKER_FIELDS.map(([field]) => field).toSorted());
  });

  it('answers a wrong key with 401, never as if there were none', async () => {
    for (const apiKey of ['', 'nonsense', `${DEMO.apiKeys.fitnessFinder}x`, DEMO.apiKeys.fitnessFinder.replace('demofitnessfinder', 'democlubcompass'), ` ${'x'.repeat(500)}`]) {
      for (const query of ['{ opportunities { nodes { id } } }', '{ currentBroker { id } }']) {
        const { status, data, errors } = await callGraphql(gateway.graphqlUrl, query, {}, apiKey);
        expect([status, data ?? null]).toEqual([401, null]);
        expect(errors).toMatchObject([{ message: MESSAGE, extensions: { code: 'UNAUTHENTICATED' } }]);
      }
    }
  });

  it('gives every answer the header x-request-id, the one that its errors name', async () => {
    const good = await callGraphql(gateway.graphqlUrl, '{ __typename }');
    const bad = await callGraphql(gateway.graphqlUrl, '{ checkoutSessions(first: 0) { nodes { id } } }');
    const refused = await callGraphql(gateway.graphqlUrl, '{ __typename }', {}, 'nonsense');
    for (const { headers } of [good, bad, refused]) expect(headers.get('x-request-id')).toMatch(UUID);
    expect(good.headers.get('x-request-id')).not.toBe(bad.headers.get('x-request-id'));
    expect(bad.errors?.[0]?.extensions['requestId']).toBe(bad.headers.get('x-request-id'));
  });
});

describe.each(STORES)('text that no store keeps (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const expectRefusal = async (query: string, variables: object = {}) => {
    const { status, data, errors } = await callGraphql(gateway.graphqlUrl, query, variables);
    expect(status).toBe(400);
    expect(data ?? null).toBeNull();
    expect(errors).toMatchObject([{ message: 'Text must not contain NUL or half of a surrogate pair.', extensions: { code: 'BAD_USER_INPUT' } }]);
  };

  it.each(['\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\udc00\ud800'])('is BAD_USER_INPUT in a variable: %j', async (text) => {
    await expectRefusal('query ($text: String!) { checkoutSession(identifier: $text) { id } }', { text });
    await expectRefusal('query ($text: ID!) { order(id: $text) { id } }', { text });
    await expectRefusal('query ($text: String!) { opportunity(type: SLOT, identifier: $text) { id } }', { text });
    await expectRefusal('query ($text: String!) { seller(sellerId: $text) { id } }', { text });
    await expectRefusal('query ($text: String) { sellers(after: $text) { nodes { id } } }', { text });
    await expectRefusal('query ($filter: OpportunityFilter) { opportunities(filter: $filter) { nodes { id } } }', { filter: { sellerId: text } });
    await expectRefusal('mutation ($text: ID!) { retireApiKey(input: { id: $text }) { __typename } }', { text });
    await expectRefusal(CREATE, { input: { ...sessionInput(), navigationLinks: [{ name: 'x', linkType: text, url: 'https://x.example/' }] } });
  });

  it('is BAD_USER_INPUT in a literal, in a block string and in a default', async () => {
    await expectRefusal(String.raw`{ checkoutSession(identifier: "\u0000") { id } }`);
    await expectRefusal('{ checkoutSession(identifier: """\u0000""") { id } }');
    await expectRefusal(String.raw`query ($text: String! = "a\u0000") { seller(sellerId: $text) { id } }`);
  });

  it('is half a character no GraphQL either', async () => {
    for (const literal of [String.raw`"\ud800"`, '"\ud800"', '"""\udfff"""']) {
      const { status, errors } = await callGraphql(gateway.graphqlUrl, `{ checkoutSession(identifier: ${literal}) { id } }`);
      expect(status).toBe(400);
      expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }]);
    }
  });

  it('is told apart from whole characters, which pass', async () => {
    const { status, errors, data } = await callGraphql(gateway.graphqlUrl, 'query ($text: String!) { checkoutSession(identifier: $text) { id } }', { text: '\u{1F3BE}\u0001\uffff' });
    expect([status, errors, data]).toEqual([200, undefined, { checkoutSession: null }]);
  });
});

describe.each(STORES)('an unexpected failure (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const expectMasked = async (field: string, query: string, variables: object = {}) => {
    const { data, errors, headers } = await callGraphql(gateway.graphqlUrl, query, variables);
    expect(data?.[field] ?? null).toBeNull();
    expect(errors).toEqual([
      { message: 'Something went wrong on our side.', path: [field], extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: headers.get('x-request-id') } },
    ]);
  };

  it('is masked when a session’s signing key is gone: a request id, and nothing of the cause', async () => {
    const { identifier } = await createSession(gateway);
    await gateway.store.orm.em.fork().execute("update checkout_session set target_key_id = 'a-key-that-is-gone'");
    await expectMasked('checkoutSession', 'query ($identifier: String!) { checkoutSession(identifier: $identifier) { potentialAction { target } } }', { identifier });
    await expectMasked('checkoutSessions', '{ checkoutSessions { nodes { identifier } } }');
  });

  it('is masked when the store refuses a write', async () => {
    await gateway.store.orm.em.fork().execute('drop table order_item');
    await expectMasked('createCheckoutSession', CREATE, { input: sessionInput() });
    expect(await gateway.store.reads.selectFrom('order_quote').select('id').execute(), 'the quote of a session that came to nothing').toHaveLength(1);
  });

  it('is masked before anything runs when not even the key can be looked up, with status 500', async () => {
    await gateway.store.orm.em.fork().execute('drop table api_key');
    const { status, data, errors } = await callGraphql(gateway.graphqlUrl, '{ __typename }');
    expect([status, data ?? null]).toEqual([500, null]);
    expect(errors).toEqual([{ message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.stringMatching(UUID) } }]);
  });
});
