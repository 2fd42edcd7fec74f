import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { startProductionGateway } from '../support/production.js';

const DOOR = { store: 'sqlite', adapter: 'in process' } as const;

const times = (count: number, text: (index: number) => string): string => Array.from({ length: count }, (_, index) => text(index)).join(' ');
const aliases = (count: number, prefix = 'a'): string => times(count, (index) => `${prefix}${index}: __typename`);
/** A document whose deepest field is on this level; what is not introspection alone has the ordinary limit. */
const deep = (levels: number, root = '__typename'): string => `{ ${root} __schema { types { fields { type ${'{ ofType '.repeat(levels - 5)} { name }${' }'.repeat(levels - 5)} } } } }`;
const refusal = (message: string, code = 'OPERATION_TOO_LARGE') => ({
  status: 400,
  errors: expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining(message), extensions: { code, requestId: expect.any(String) } })]),
});
/** Of exactly so many tokens. */
const ofTokens = (count: number): string => `{ sellers(filter: { status: [${times(count - 16, () => 'FREE')}] }) { __typename } }`;

describe('an operation over HTTP', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(DOOR);
  });
  afterAll(() => gateway.stop());

  const ask = (query: string, variables: object = {}) => callGraphql(gateway.graphqlUrl, query, variables);

  it('may have 20 aliases and not 21, of __typename too', async () => {
    expect(await ask(`{ opportunities { ${aliases(20)} } }`)).toMatchObject({ status: 200, errors: undefined });
    expect(await ask(`{ opportunities { ${aliases(21)} } }`)).toMatchObject(refusal('at most 20 aliases'));
    expect(await ask(`{ x: opportunities { ${aliases(20)} } }`)).toMatchObject(refusal('at most 20 aliases'));
  });

  it('may have 12 levels and not 13', async () => {
    expect(await ask(deep(12))).toMatchObject({ status: 200, errors: undefined });
    expect(await ask(deep(13))).toMatchObject(refusal('at most 12 levels'));
  });

  it('may have 15 levels when it asks for nothing but the schema, and not 16', async () => {
    expect(await ask(deep(15, ''))).toMatchObject({ status: 200, errors: undefined });
    expect(await ask(deep(16, ''))).toMatchObject(refusal('at most 15 levels'));
  });

  it('may have 10 fields at its root and not 11', async () => {
    expect(await ask(`{ ${times(10, () => '__typename')} }`)).toMatchObject({ status: 200, errors: undefined });
    expect(await ask(`{ ${times(11, () => '__typename')} }`)).toMatchObject(refusal('at most 10 fields at its root'));
  });

  it('may have 1,500 tokens and not 1,501', async () => {
    expect(await ask(ofTokens(1500))).toMatchObject({ status: 200, errors: undefined });
    expect(await ask(ofTokens(1501))).toMatchObject(refusal('1500 tokens', 'GRAPHQL_PARSE_FAILED'));
  });

  describe('may ask for about 20,000 fields', () => {
    const page = (first: string, fields: number) => `opportunities(first: ${first}) { nodes { ${times(fields, () => 'id')} } }`;

    const pageOf20 = (index: number, fields: number) => `a${index}: opportunities { nodes { ${times(fields, () => 'id')} } }`;

    it.each([
      ['199 fields of 100 nodes, and not 200', `{ ${page('100', 198)} }`, `{ ${page('100', 199)} }`, {}],
      ['by a variable just the same', `query ($n: Int!) { ${page('$n', 198)} }`, `query ($n: Int!) { ${page('$n', 199)} }`, { n: 100 }],
      ["by a variable's default just the same", `query ($n: Int! = 100) { ${page('$n', 198)} }`, `query ($n: Int! = 100) { ${page('$n', 199)} }`, {}],
      ['by pages of the default size just the same', `{ ${times(5, (index) => pageOf20(index, 198))} }`, `{ ${times(5, (index) => pageOf20(index, 199))} }`, {}],
    ])('%s', async (_case, within, beyond, variables) => {
      expect(await ask(within, variables)).toMatchObject({ status: 200, errors: undefined });
      expect(await ask(beyond, variables)).toMatchObject(refusal('about 20000 fields'));
    });

    it('whatever hides them: fragments, lists in lists, several roots', async () => {
      const offers = `offers { ${times(60, () => 'id')} }`;
      const hidden = [
        `{ opportunities(first: 100) { ...P } } fragment P on OpportunityConnection { nodes { ...N ...N } } fragment N on Opportunity { ${times(100, () => 'id')} }`,
        `{ opportunities(first: 100) { edges { node { ... on Slot { facilityUse { ${offers} } } } } } }`,
        `{ a: ${page('100', 100)} b: ${page('100', 100)} }`,
      ];
      for (const query of hidden) expect(await ask(query), query.slice(0, 60)).toMatchObject(refusal('about 20000 fields'));
    });
  });

  it('comes alone: a batch is refused', async () => {
    const body = JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]);
    const response = await fetch(gateway.graphqlUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ message: 'Operation batching disabled.' }] });
  });

  it('hides nothing in fragments: neither aliases nor levels nor root fields', async () => {
    const refused = [
      [`{ opportunities { ...A ...A } } fragment A on OpportunityConnection { ${aliases(11)} }`, 'aliases'],
      [`{ opportunities { ...A ...B } } fragment A on OpportunityConnection { ${aliases(10)} ...B } fragment B on OpportunityConnection { ${aliases(6, 'b')} }`, 'aliases'],
      [`{ opportunities { ... { ... on OpportunityConnection { ${aliases(21)} } } } }`, 'aliases'],
      [`{ __typename __schema { types { fields { ...T } } } } fragment T on __Field { type { ${'ofType { '.repeat(9)} name ${'} '.repeat(9)} } }`, 'levels'],
      [`{ ...R ...R } fragment R on Query { ${times(6, () => '__typename')} }`, 'fields at its root'],
    ] as const;
    for (const [query, what] of refused) expect(await ask(query), query.slice(0, 60)).toMatchObject(refusal(what));
  });

  it('may have fragments that go in circles only to be refused', async () => {
    const circles = ['{ opportunities { ...A } } fragment A on OpportunityConnection { ...A }', '{ opportunities { ...A } } fragment A on OpportunityConnection { ...B } fragment B on OpportunityConnection { ...A ...A __typename }'];
    for (const query of circles) expect(await ask(query)).toMatchObject(refusal('Cannot spread fragment', 'GRAPHQL_VALIDATION_FAILED'));
  });

  it('is refused, not walked, when its fragments double each other', async () => {
    const doubling = (levels: number, leaf: string) =>
      `{ opportunities { ...F0 } } ${times(levels, (level) => `fragment F${level} on OpportunityConnection { ...F${level + 1} ...F${level + 1} }`)} fragment F${levels} on OpportunityConnection { ${leaf} }`;
    expect(await ask(doubling(14, '__typename'))).toMatchObject(refusal('at most 20000 selections')); // walked, this would end; the next ones would not
    expect(await ask(doubling(30, '__typename'))).toMatchObject(refusal('at most 20000 selections'));
    expect(await ask(doubling(30, 'pageInfo { hasNextPage }'))).toMatchObject(refusal('at most 20000 selections'));
    const operations = times(100, (index) => `query Q${index} { opportunities { ...F0 } }`);
    expect(await ask(`${operations} ${doubling(30, '__typename').replace(/^\{.*?\} \} /, '')}`)).toMatchObject(refusal('at most 20000 selections'));
  });

  it('hears of at most 5 errors', async () => {
    const invalid = await ask(`{ ${times(9, (index) => `nothing${index}`)} }`);
    expect(invalid).toMatchObject({ status: 400 });
    expect(invalid.errors).toHaveLength(5);
    const failed = await callGraphql(gateway.graphqlUrl, `{ ${times(9, (index) => `s${index}: seller(sellerId: "x") { id }`)} }`, {}, null);
    expect(failed.errors).toHaveLength(5);
    for (const { extensions } of failed.errors ?? []) expect(extensions).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('learns the schema by the standard introspection', async () => {
    const { status, data, errors } = await callGraphql(gateway.graphqlUrl, getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true, specifiedByUrl: true }), {}, null);
    expect({ status, errors }).toEqual({ status: 200, errors: undefined });
    expect(data.__schema.types.length).toBeGreaterThan(50);
  });
});

describe('an unexpected failure', () => {
  it('tells a request id and nothing else, by both doors', async () => {
    const gateway = await startTestGateway(DOOR);
    await gateway.store.fork().execute('drop table offer');
    const byGraphql = await callGraphql(gateway.graphqlUrl, '{ opportunities { nodes { id } } }');
    expect(byGraphql.errors).toEqual([{ message: 'Something went wrong on our side.', path: ['opportunities'], extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) } }]);
    const byRest = await fetch(`${gateway.url}/api/v2/opportunities`);
    expect(byRest.status).toBe(500);
    expect(await byRest.json()).toEqual({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'platform:InternalError',
      description: 'Something went wrong on our side.',
      'platform:requestId': expect.any(String),
    });
    await gateway.stop();
  });
});

describe("a key's minute of fields", () => {
  it('is spent by costly operations, and its own: 429 with Retry-After, while other keys and strangers go on', async () => {
    const gateway = await startTestGateway(DOOR, { RATE_KEY_PER_MINUTE: '20', RATE_ANONYMOUS_PER_MINUTE: '20' });
    const query = `{ opportunities(first: 100) { nodes { ${times(59, () => 'id')} } } }`; // about 6,000 of the 20 × 500 fields
    const ask = (apiKey: string | null) => callGraphql(gateway.graphqlUrl, query, {}, apiKey);
    expect(await ask(DEMO.apiKeys.fitnessFinder)).toMatchObject({ status: 200, errors: undefined });
    const response = await fetch(gateway.graphqlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': DEMO.apiKeys.fitnessFinder },
      body: JSON.stringify({ query }),
    });
    const { errors } = (await response.json()) as { errors: { extensions: { code: string; retryAfterSeconds: number } }[] };
    expect(response.status).toBe(429);
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) } }]);
    const seconds = errors[0]?.extensions.retryAfterSeconds;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(response.headers.get('retry-after')).toBe(String(seconds));
    expect(await ask(DEMO.apiKeys.clubCompass)).toMatchObject({ status: 200, errors: undefined });
    expect(await ask(null)).toMatchObject({ status: 200, errors: undefined });
    expect(await ask(null)).toMatchObject({ status: 429 });
    expect(await ask(DEMO.publishableKeys.fitnessFinder)).toMatchObject({ status: 429 }); // public, so it pays with its visitors' addresses
    await gateway.stop();
  });
});

describe('in production, the schema', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startProductionGateway('sqlite');
  });
  afterAll(() => gateway.stop());

  it.each([
    ['the standard introspection', getIntrospectionQuery()],
    ['__schema beside something else', '{ __typename __schema { queryType { name } } }'],
    ['__type', '{ __type(name: "Query") { name } }'],
    ['an alias', '{ a: __schema { queryType { name } } }'],
    ['an inline fragment', '{ ... { ... on Query { __schema { queryType { name } } } } }'],
    ['a fragment', '{ ...A } fragment A on Query { ...B } fragment B on Query { __type(name: "Query") { name } }'],
  ])('is not shown to strangers, by %s', async (_case, query) => {
    expect(await callGraphql(gateway.graphqlUrl, query, {}, null)).toMatchObject({ status: 403, errors: [{ message: 'The schema is shown to callers with a key.', extensions: { code: 'FORBIDDEN' } }] });
  });

  it.each([DEMO.apiKeys.fitnessFinder, DEMO.publishableKeys.fitnessFinder])('is shown to callers with a key (%s)', async (apiKey) => {
    expect(await callGraphql(gateway.graphqlUrl, getIntrospectionQuery(), {}, apiKey)).toMatchObject({ status: 200, errors: undefined });
  });

  it('does not stand in the way of what is open to everybody', async () => {
    expect(await callGraphql(gateway.graphqlUrl, '{ __typename opportunities { __typename } }', {}, null)).toMatchObject({ status: 200, errors: undefined });
  });
});
