import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/customer/customer.entity.js';
import { UNDER_13 } from '../../src/customer/person.js';
import { DEMO } from '../../src/store/demo-data.js';
import { personBody, sessionBody, withoutRequestId, withOrder } from '../support/bodies.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { callRest, type RestAnswer, type RestRequest } from '../support/rest.js';

const NOBODY = '0193a000-0000-7000-8000-00000000dead';

interface Account {
  readonly '@id': string;
  readonly identifier: string;
  readonly customer: Record<string, unknown>;
}

const patch = (url: string, body: unknown, request: RestRequest = {}) => callRest(url, { method: 'PATCH', body, ...request });
const problemsOf = ({ status, body }: RestAnswer) => [status, (body as { type: string }).type, (body as Record<string, unknown>)['platform:problems']];

describe.each(DOORS)('contract §4 row 9: customers at {booking_api_url} ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const register = (body: unknown = personBody(), request: RestRequest = {}) => callRest(`${gateway.url}/api/v2/customers`, { method: 'POST', body, ...request });
  const registered = async (body: unknown = personBody()): Promise<Account> => (await register(body)).body as Account;
  const countCustomers = async () => (await gateway.store.fork().execute('select 1 from customer')).length;

  it('registers a customer: 201, its address, and a CustomerAccount whose members are these in this order', async () => {
    const answer = await register({ ...personBody(), identifier: ' member/42?a="b" ', 'beta:colour': 'red' });
    const { '@id': url, identifier } = answer.body as Account;
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([201, url, 'no-store']);
    expect(url).toBe(`${gateway.url}/api/v2/customers/${identifier}`);
    expect(answer.text).toBe(JSON.stringify({ '@context': 'https://openactive.io/', '@type': 'CustomerAccount', '@id': url, identifier, customer: { ...personBody(), identifier: ' member/42?a="b" ' } }));
    for (const address of [url, url.replace('/customers/', '/customer-accounts/'), url.replace(identifier, identifier.toUpperCase())]) {
      const read = await callRest(address);
      expect([read.status, read.text, read.headers.get('cache-control')]).toEqual([200, answer.text, 'no-store']);
    }
  });

  it('gives back only what was sent: no identifier and no age that nobody has said', async () => {
    const { identifier: _identifier, 'platform:is13OrOver': _age, ...sent } = personBody();
    expect((await registered(sent)).customer).toEqual(sent);
  });

  it('names every problem of a person at once, by JSON pointers, and stores nothing', async () => {
    const before = await countCustomers();
    expect(problemsOf(await register({ type: 'Human', identifier: '', familyName: 'Clarke\n', email: 'ada', 'platform:is13OrOver': false }))).toEqual([
      400,
      'platform:ValidationError',
      [
        { path: '/type', description: 'must be "Person"' },
        { path: '/identifier', description: 'must not be empty' },
        { path: '/givenName', description: 'is required' },
        { path: '/familyName', description: 'must not contain control characters' },
        { path: '/email', description: 'must be an e-mail address' },
        { path: '/platform:is13OrOver', description: UNDER_13 },
      ],
    ]);
    expect(await countCustomers()).toBe(before);
  });

  it('registers another on every call, and one for 20 calls at once with one key: the same bytes, and 19 replays', async () => {
    expect((await registered())['@id']).not.toBe((await registered())['@id']);
    const before = await countCustomers();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(personBody(), { headers })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
    expect(await countCustomers()).toBe(before + 1);
    expect((await register({ ...personBody(), givenName: 'Grace' }, { headers })).status).toBe(422);
    expect((await register(personBody(), { headers, apiKey: DEMO.apiKeys.clubCompass })).text).not.toBe(answers[0]?.text);
  });

  it('changes what a patch names and nothing else; null takes away what a customer need not have', async () => {
    const { '@id': url } = await registered();
    const { identifier: _identifier, 'platform:is13OrOver': _age, ...required } = personBody();
    for (const [body, expected] of [
      [{ givenName: 'Grace' }, { ...personBody(), givenName: 'Grace' }],
      [{ type: 'Person', email: 'g@example.com', identifier: 'member-43' }, { ...personBody(), givenName: 'Grace', email: 'g@example.com', identifier: 'member-43' }],
      [{}, { ...personBody(), givenName: 'Grace', email: 'g@example.com', identifier: 'member-43' }],
      [{ identifier: null, 'platform:is13OrOver': null }, { ...required, givenName: 'Grace', email: 'g@example.com' }],
    ] as const) {
      const answer = await patch(url, body, { headers: { 'content-type': 'application/merge-patch+json' } });
      expect([answer.status, (answer.body as Account).customer]).toEqual([200, expected]);
      expect((await callRest(url)).text).toBe(answer.text);
    }
  });

  it('refuses a patch with every problem at once, under 13 among them, and changes nothing', async () => {
    const { '@id': url } = await registered();
    expect(problemsOf(await patch(url, { givenName: null, familyName: ' ', email: 'a@b', 'platform:is13OrOver': false }))).toEqual([
      400,
      'platform:ValidationError',
      [
        { path: '/givenName', description: 'must be a string' },
        { path: '/familyName', description: 'must not be empty' },
        { path: '/email', description: 'must be an e-mail address' },
        { path: '/platform:is13OrOver', description: UNDER_13 },
      ],
    ]);
    expect(((await callRest(url)).body as Account).customer).toEqual(personBody());
  });

  it("answers another broker's customer as one that does not exist, at every address", async () => {
    const { '@id': url, identifier } = await registered();
    for (const collection of ['customers', 'customer-accounts']) {
      const answers = await Promise.all([[identifier, DEMO.apiKeys.clubCompass], [NOBODY, DEMO.apiKeys.clubCompass], ['not-a-uuid', DEMO.apiKeys.fitnessFinder]].map(([id = '', apiKey = '']) => callRest(`${gateway.url}/api/v2/${collection}/${id}`, { apiKey })));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(withoutRequestId(body)))).size).toBe(1);
    }
    const changes = await Promise.all([url, url.replace(identifier, NOBODY), url.replace(identifier, 'not-a-uuid')].map((address) => patch(address, { givenName: 'Eve' }, { apiKey: DEMO.apiKeys.clubCompass })));
    expect(changes.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(changes.map(({ body }) => JSON.stringify(withoutRequestId(body)))).size).toBe(1);
    expect(((await callRest(url)).body as Account).customer).toEqual(personBody());
  });

  it('answers 410 for one who is erased, to reading and to changing', async () => {
    const { '@id': url, identifier } = await registered();
    await gateway.store.fork().nativeUpdate(Customer, { id: identifier }, { erasedAt: gateway.clock.now() });
    for (const answer of [await callRest(url), await callRest(url.replace('/customers/', '/customer-accounts/')), await patch(url, { givenName: 'Eve' }), await patch(url, {})]) {
      expect([answer.status, withoutRequestId(answer.body)]).toEqual([410, { '@context': ['https://openactive.io/', `${gateway.url}/ns`], type: 'platform:CustomerErasedError', description: 'This customer has been erased.' }]);
    }
  });

  it('is the same customer by the other door, for a checkout too', async () => {
    const { '@id': url, identifier } = await registered();
    const { data } = await callGraphql(gateway.graphqlUrl, 'query ($id: ID!) { customer(id: $id) { id url identifier givenName familyName email is13OrOver isErased } }', { id: identifier });
    const { type: _type, 'platform:is13OrOver': is13OrOver, ...person } = personBody();
    expect(data.customer).toEqual({ id: identifier, url, ...person, is13OrOver, isErased: false });
    const document = 'mutation ($input: RegisterCustomerInput!) { registerCustomer(input: $input) { ... on RegisterCustomerPayload { customer { url } } } }';
    const other = await callGraphql(gateway.graphqlUrl, document, { input: { ...person, is13OrOver } });
    expect(((await callRest(other.data.registerCustomer.customer.url)).body as Account).customer).toEqual(personBody());
    const session = await callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', body: withOrder(sessionBody(gateway.url), { customer: url }) });
    expect([session.status, (session.body as { 'platform:initialOrder': { customer: string } })['platform:initialOrder'].customer]).toEqual([201, url]);
  });
});
