import * as fc from 'fast-check';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainRequests } from '../../src/graphql/plain-requests.js';
import { DEMO } from '../../src/store/demo-data.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { CREATE_SESSION, LIST_SESSIONS } from '../bench/requests.js';
import { callRaw, type RawAnswer } from '../support/raw-http.js';
import { STORES } from '../support/stores.js';

const TWO = 'query A { opportunities(first: 1) { nodes { id } } } query B($first: Int = 2) { opportunities(first: $first) { edges { cursor } } }';
const COSTLY = `query ($first: Int!, $after: String) { opportunities(first: $first, after: $after) { nodes { ${'id '.repeat(300)} } } }`;
const DOCUMENTS = [LIST_SESSIONS, CREATE_SESSION, TWO, COSTLY, '{ seller(sellerId: "nobody") { id } }', '{ checkoutSession(identifier: "none") { id } }', '{ __schema { queryType { name } } }', '{ nothing }'];

const INPUT = {
  initialOrder: {
    customer: { person: { identifier: 'member-42', givenName: 'Zoë', familyName: '木', email: 'ada.clarke@example.com', is13OrOver: true } },
    broker: { name: 'Fitness Finder', url: 'https://fitness-finder.example' },
    orderedItem: [{ acceptedOffer: DEMO.offers.free, orderedItem: { type: 'SCHEDULED_SESSION', identifier: 'demo-free' } }],
  },
  idempotencyKey: 'always the same',
};
const INPUTS = [INPUT, { ...INPUT, idempotencyKey: 'x'.repeat(300) }, { ...INPUT, navigationLinks: [{ name: 'half \ud800', linkType: 'x', url: 'y' }] }, { ...INPUT, initialOrder: { ...INPUT.initialOrder, orderedItem: [] } }, {}, null, 'text'];

const NO = fc.constant(undefined); // JSON leaves it out
/** Mostly the first, now and then something else. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...others: readonly T[]) => fc.oneof({ weight: 14, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const variables = fc.record({
  first: mostly<unknown>(fc.constantFrom(1, 2, 100, 101, 0), -1, null, '3', 2 ** 40, 1.5),
  input: mostly<unknown>(fc.constantFrom(...INPUTS), [], 7),
  after: mostly<unknown>(NO, null, 'no cursor', '\u0000'),
  more: mostly<unknown>(NO, '\u0001'),
});
const body = fc.constantFrom(...DOCUMENTS).chain((query) =>
  fc.record({
    query: mostly<unknown>(fc.constant(query), '', 7, null, '{'),
    variables: mostly<unknown>(variables, null, [], 'text', 1),
    operationName: mostly<unknown>(query === TWO ? fc.constantFrom('A', 'B') : NO, 'ListSessions', 'nobody', '', null, 1),
  }),
);
const headers = fc.record({
  'content-type': mostly(fc.constantFrom('application/json', 'application/json; charset=utf-8'), 'text/plain', 'application/x-www-form-urlencoded'),
  accept: mostly(fc.constantFrom('*/*', 'application/json', 'application/graphql-response+json', 'application/graphql-response+json, application/json;q=0.9'), 'text/html', 'text/csv'),
  'x-api-key': mostly(fc.constant(DEMO.apiKeys.fitnessFinder), DEMO.publishableKeys.fitnessFinder, 'ck_test_wrong_wrongwrongwrongwrong', ''),
  'x-adapter-token': mostly(fc.constant(''), 'wrong'),
  origin: mostly<string | undefined>(NO, 'https://elsewhere.example'),
}).map((given) => Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]))));

/** What a caller sees, but for what differs with each request. */
function comparable({ status, headers: { date: _date, 'x-request-id': _id, ratelimit: _left, ...others }, text }: RawAnswer) {
  return { status, headers: others, text: text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""') };
}

describe.each(STORES)('a request of which everything is known (%s)', (store) => {
  let gateway: TestGateway;
  const send = (sent: object, given: Readonly<Record<string, string>>) => callRaw(gateway.url, { method: 'POST', target: '/graphql', headers: given, body: JSON.stringify(sent) });

  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  it('is answered as Apollo answers it, whatever is in it, to the last byte and header', async () => {
    await fc.assert(
      fc.asyncProperty(body, headers, async (sent, given) => {
        await send(sent, given); // from now on it is known
        const [plain, byApollo] = [await send(sent, given), await send({ ...sent, extensions: {} }, given)];
        expect(comparable(plain)).toEqual(comparable(byApollo));
      }),
      { numRuns: 150 },
    );
  });

  const given = { 'content-type': 'application/json', 'x-api-key': DEMO.apiKeys.fitnessFinder };

  it('is executed once, also when it fails behind what it has stored, and then tells nobody how', async () => {
    const stored = async () => Number((await gateway.store.reads.selectFrom('checkout_session').select(({ fn }) => fn.countAll().as('all')).executeTakeFirstOrThrow()).all);
    const create = { query: `mutation ($input: CreateCheckoutSessionInput!) { createCheckoutSession(input: $input) { ... on CreateCheckoutSessionPayload { checkoutSession { broker { origins } } } ... on UserError { code } } }`, variables: { input: { ...INPUT, idempotencyKey: null } } };
    for (const _ of ['not known', 'known']) expect(await send(create, given)).toMatchObject({ status: 200, text: expect.stringContaining('"origins":[') });
    const before = await stored();
    await gateway.store.fork().execute('drop table broker_origin');
    const failed = await send(create, given);
    expect(await stored()).toBe(before + 1);
    expect(failed.text).toContain('Something went wrong on our side.');
    expect(comparable(failed)).toEqual(comparable(await send({ ...create, extensions: {} }, given)));
  });
});

describe('what is left to Apollo', () => {
  const plain = plainRequests();
  const query = '{ a }';
  plain.learnDocument(query, parse(query));
  plain.learnContentType('*/*', 'application/json; charset=utf-8');
  const known = { method: 'POST', headers: { 'content-type': 'application/json', accept: '*/*' }, body: { query } };

  it('is nothing of a request like one before', () => {
    expect(plain.read(known)).toMatchObject({ contentType: 'application/json; charset=utf-8', operationName: undefined, variables: undefined });
    expect(plain.read({ ...known, body: { query, variables: { a: 1 }, operationName: null } })).toMatchObject({ operationName: undefined, variables: { a: 1 } });
  });

  it.each([
    ['another method', { ...known, method: 'GET' }],
    ['another type of body', { ...known, headers: { ...known.headers, 'content-type': 'text/plain' } }],
    ['an Accept header that nobody has sent', { ...known, headers: { ...known.headers, accept: 'text/html' } }],
    ['no Accept header, when nobody has left it out', { ...known, headers: { 'content-type': 'application/json' } }],
    ['another document', { ...known, body: { query: '{ b }' } }],
    ['extensions', { ...known, body: { query, extensions: {} } }],
    ['an operation that is not in the document', { ...known, body: { query, operationName: 'B' } }],
    ['variables that are none', { ...known, body: { query, variables: [] } }],
    ['a batch', { ...known, body: [{ query }] }],
    ['no body', { ...known, body: undefined }],
  ])('is %s', (_case, asked) => {
    expect(plain.read(asked)).toBeUndefined();
  });

  it('is a document that came before 300 others', () => {
    const many = plainRequests();
    many.learnContentType(undefined, 'application/json');
    for (let index = 0; index <= 300; index += 1) many.learnDocument(`{ a${index} }`, parse(`{ a${index} }`));
    const ask = (index: number) => many.read({ method: 'POST', headers: { 'content-type': 'application/json' }, body: { query: `{ a${index} }` } });
    expect([ask(0), ask(1) !== undefined, ask(300) !== undefined]).toEqual([undefined, true, true]);
  });
});
