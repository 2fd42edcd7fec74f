import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BODIES, type BodyName } from '../../rest-adapter/openapi/components.js';
import { openapiDocument } from '../../rest-adapter/openapi/openapi-document.js';
import { ROUTES } from '../../rest-adapter/routes.js';
import { DEMO } from '../../src/store/demo-data.js';
import { personBody, sessionBody } from '../support/bodies.js';
import { DESCRIBED, lookUp, problemsOfAnswer, problemsOfBody, problemsOfOurs, type DescribedOperation, type DescribedResponse } from '../support/described.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { HOSTILE_TEXTS, mutated } from '../support/hostile.js';
import { callRest } from '../support/rest.js';
import { createStandalone, standaloneBody } from '../support/standalone.js';

const HERE = 'http://localhost:4000';
const VALID: Readonly<Record<BodyName, object>> = { CheckoutSessionBody: sessionBody(HERE), StandaloneSessionBody: standaloneBody(HERE), Person: personBody(), PersonPatch: { ...personBody(), identifier: null } };
const NAMES = Object.keys(VALID) as BodyName[]; // the keys are just these

const operations: readonly DescribedOperation[] = [...Object.values(DESCRIBED.paths).flatMap((path) => Object.values(path)), ...Object.values(DESCRIBED.webhooks).map(({ post }) => post)];
const responsesOf = ({ responses }: DescribedOperation) => Object.values(responses).map((response) => ('$ref' in response ? (lookUp(DESCRIBED, response.$ref.slice(2)) as DescribedResponse) : response));

describe('the description of the door (docs/openapi.json)', () => {
  it('has every route, and no other, with its row of the contract, one sentence and an id of its own', () => {
    const said = Object.entries(DESCRIBED.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(said.toSorted()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path.replace('*', '{sellerId}').replaceAll(/:(\w+)/g, '{$1}')}`).toSorted());
    for (const { row, method, path } of ROUTES) expect(DESCRIBED.paths[path.replace('*', '{sellerId}').replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.description).toContain(`(${row})`);
    for (const { summary } of operations) expect(summary).toMatch(/^[A-Z][^.]+$/);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('refers to nothing that is not there, and holds nothing that nothing refers to', () => {
    const text = JSON.stringify(DESCRIBED);
    const references = new Set(Array.from(text.matchAll(/"\$ref":"#\/([^"]+)"/g), ([, place = '']) => place));
    expect([...references].filter((place) => lookUp(DESCRIBED, place) === undefined)).toEqual([]);
    const held = (['schemas', 'responses', 'parameters', 'headers'] as const).flatMap((kind) => Object.keys(DESCRIBED.components[kind]).map((name) => `components/${kind}/${name}`));
    expect(held.filter((place) => !references.has(place))).toEqual(['components/responses/MethodNotAllowedError']);
  });

  it('shows examples that fit what they are examples of', () => {
    for (const { requestBody, operationId } of operations) {
      const { schema, example } = requestBody?.content['application/json'] ?? {};
      if (schema && '$ref' in schema) expect(problemsOfOurs(nameIn(schema), example), operationId).toEqual([]);
    }
    for (const { content } of operations.flatMap(responsesOf)) {
      const { schema = {}, example, examples = {} } = content?.['application/json'] ?? {};
      if ('$ref' in schema && example !== undefined) expect(problemsOfOurs(nameIn(schema), example)).toEqual([]);
      for (const [name, { value }] of Object.entries(examples)) expect(problemsOfOurs(name, value), name).toEqual([]);
    }
  });

  it('names the addresses of the settings, each path its own where they differ', () => {
    const document = openapiDocument({ vocabUrl: 'https://openactive.io/', platformUrl: 'https://v.example' }, { sellersUrl: 'https://s.example', checkoutUrl: 'https://c.example', bookingApiUrl: 'https://b.example' });
    expect(document.servers).toEqual([{ url: 'https://s.example' }, { url: 'https://c.example' }, { url: 'https://b.example' }]);
    const at = (path: string) => lookUp(document.paths, path) ?? Object.entries(document.paths).find(([name]) => name === path)?.[1];
    expect(at('/api/onboard-token')).toMatchObject({ servers: [{ url: 'https://s.example' }] });
    expect(at('/checkout-sessions')).toMatchObject({ servers: [{ url: 'https://c.example' }] });
    expect(at('/api/v2/opportunities')).toMatchObject({ servers: [{ url: 'https://b.example' }] });
  });
});

const nameIn = (schema: object) => ('$ref' in schema && typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? '') : '');

const judged = (body: object, name: BodyName) => [BODIES[name].safeParse(body).success, problemsOfBody(name, body).length === 0];
const broker = (url: string) => ({ ...sessionBody(HERE), 'platform:initialOrder': { ...sessionBody(HERE)['platform:initialOrder'], broker: { type: 'Organization', name: 'B', url } } });

describe('what the description says of bodies', () => {
  it.each(NAMES)('is never stricter than the check, for whatever is sent: %s', (name) => {
    expect(problemsOfBody(name, VALID[name])).toEqual([]);
    fc.assert(fc.property(mutated(VALID[name]), (body) => !BODIES[name].safeParse(body).success || problemsOfBody(name, body).length === 0), { numRuns: 1_500 });
  });

  const places = ['identifier', 'givenName', 'email'] as const;
  const urls = HOSTILE_TEXTS.concat('https://ok.example/ü?a=|b', 'HTTPS://OK.example', 'http://a', 'https:/a', 'https://a\u00a0b', `https://a.example/${'é'.repeat(1_500)}`);
  it('is as strict as the check for text, e-mail addresses and URLs, but for what JSON Schema cannot say', () => {
    const inText = HOSTILE_TEXTS.flatMap((text) => places.map((place) => ({ text, verdict: judged({ ...personBody(), [place]: text }, 'Person') })));
    const inUrl = urls.map((text) => ({ text, verdict: judged(broker(text), 'CheckoutSessionBody') }));
    const laxer = [...inText, ...inUrl].filter(({ verdict: [taken, said] }) => !taken && said).map(({ text }) => text);
    const beyond = [(text: string) => !text.isWellFormed(), (text: string) => !URL.canParse(text), (text: string) => /[\u{10000}-\u{10ffff}]/u.test(text), (text: string) => Buffer.byteLength(text) > 2_600];
    expect(laxer.filter((text) => !beyond.some((cannotBeSaid) => cannotBeSaid(text)))).toEqual([]);
    expect(inText.filter(({ verdict: [, said] }) => !said).length).toBeGreaterThan(30);
    expect(inUrl.filter(({ verdict: [, said] }) => !said).length).toBeGreaterThan(20);
  });
});

const golden = new URL('../fixtures/golden/', import.meta.url);
const GOLDEN = readdirSync(golden).flatMap((file) => readFileSync(new URL(file, golden), 'utf8').trimEnd().split('\n').map((line) => [file, line] as const));
const COMPONENT_OF = { 'checkout-session': 'CheckoutSession', 'customer-account': 'CustomerAccount', 'customer-change': 'CustomerChange', order: 'Order', 'seller-change': 'SellerChanged', 'standalone-session': 'StandaloneSession', 'test-event': 'TestEvent' };

describe('every body that was ever promised byte for byte', () => {
  it.each(GOLDEN)('is described, with no member that the description does not name: %s', (file, line) => {
    const [, component] = Object.entries(COMPONENT_OF).find(([start]) => file.startsWith(start)) ?? [];
    expect(component).toBeDefined();
    expect(problemsOfOurs(component ?? '', JSON.parse(line))).toEqual([]);
    expect(problemsOfOurs(component ?? '', { ...JSON.parse(line), unheardOf: 1 })).not.toEqual([]);
  });
});

describe('a running gateway', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'over HTTP' });
  });
  afterAll(() => gateway.stop());

  it('gives its own description to anybody, on any page', async () => {
    const { status, headers, body } = await callRest(`${gateway.url}/openapi.json`, { apiKey: null, headers: { origin: 'https://anybody.example' } });
    expect([status, headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([200, '*', 'public, max-age=300']);
    expect(JSON.stringify(body).replaceAll(gateway.url, HERE)).toBe(JSON.stringify(DESCRIBED));
  });

  it('answers as described, on every route', async () => {
    const asked = new Set<string>();
    const ask = async (route: string, path: string, body?: object) => {
      const method = route.split(' ')[0] ?? '';
      const answer = await callRest(`${gateway.url}${path}`, { method, ...(body && { body }) });
      expect(answer.status, route).toBeLessThan(300);
      expect(problemsOfAnswer({ method, url: `${gateway.url}${path}`, ...answer })).toEqual([]);
      asked.add(route);
      return answer;
    };
    const seller = encodeURIComponent(DEMO.sellerId('northside-sports'));
    await ask('POST /api/onboard-token', '/api/onboard-token?stripe=false&sellerId=https%3A%2F%2Fnew.example');
    await ask('POST /api/update-token', `/api/update-token?stripe=true&sellerId=${seller}`);
    await ask('POST /api/view-token', `/api/view-token?sellerId=${seller}`);
    const session = await ask('POST /api/checkout-sessions', '/api/checkout-sessions', sessionBody(gateway.url));
    await ask('GET /api/checkout-sessions/:identifier', new URL(session.headers.get('location') ?? '').pathname);
    await ask('PUT /checkout-sessions', '/checkout-sessions', standaloneBody(gateway.url));
    const button = await ask('POST /checkout-sessions', '/checkout-sessions', standaloneBody(gateway.url));
    await ask('GET /checkout-sessions/:identifier', button.headers.get('location') ?? '');
    const customer = await ask('POST /api/v2/customers', '/api/v2/customers', personBody());
    const { pathname } = new URL(customer.headers.get('location') ?? '');
    await ask('GET /api/v2/customers/:id', pathname);
    await ask('GET /api/v2/customer-accounts/:id', pathname.replace('customers', 'customer-accounts'));
    await ask('PATCH /api/v2/customers/:id', pathname, { givenName: 'Grace' });
    await ask('DELETE /api/v2/customers/:id', pathname);
    await ask('GET /api/v2/opportunities', '/api/v2/opportunities?limit=100');
    await ask('GET /api/v2/opportunities/:identifier', '/api/v2/opportunities/demo-slot');
    await ask('DELETE /api/sellers/*', `/api/sellers/${encodeURIComponent(DEMO.sellerId('northside-sports'))}`);
    expect([...asked].toSorted()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted());
    const unavailable = await createStandalone(gateway.url, { body: standaloneBody(gateway.url, 'demo-full') });
    expect(problemsOfAnswer({ method: 'POST', url: `${gateway.url}/checkout-sessions`, ...unavailable })).toEqual([]);
    expect(problemsOfOurs('UnavailableOpportunityError', unavailable.body)).toEqual([]);
  });
});
