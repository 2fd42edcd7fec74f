import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restAdapter } from '../../rest-adapter/adapter.js';
import { ApiKey } from '../../src/broker/api-key.entity.js';
import { PublishableKey } from '../../src/broker/publishable-key.entity.js';
import { composeGateway } from '../../src/compose-gateway.js';
import { readConfig } from '../../src/config.js';
import { knownDocuments } from '../../src/explorer/known-documents.js';
import { mountGraphql } from '../../src/graphql/graphql-over-http.js';
import { DEMO, loadDemoData } from '../../src/store/demo-data.js';
import { migrate, openStore } from '../../src/store/open-store.js';
import { sessionBody } from '../support/bodies.js';
import { DOORS, startTestGateway, type Door, type TestGateway } from '../support/gateway.js';
import { callRest } from '../support/rest.js';
import { standaloneBody } from '../support/standalone.js';
import { freshDatabaseUrl } from '../support/stores.js';
import { TestClock } from '../support/test-clock.js';

const PUBLISHABLE = DEMO.publishableKeys.fitnessFinder;
const SECRET = DEMO.apiKeys.fitnessFinder;
const REGISTERED = DEMO.origins.fitnessFinder;
/** Origins that are not the broker's, though some look like it. */
const FOREIGN = [DEMO.origins.clubCompass, 'https://evil.example', 'null', `${REGISTERED}.evil.example`, 'https://localhost:5173', 'http://localhost:51730', `${REGISTERED}/`];

interface Outcome {
  readonly status: number;
  /** The code of GraphQL's first error, or the type of a REST problem. */
  readonly code: string | undefined;
  readonly message: string | undefined;
}

async function askGraphql(graphqlUrl: string, apiKey: string | null, origin?: string, query = '{ opportunities(first: 1) { nodes { identifier } } }'): Promise<Outcome> {
  const headers = { 'content-type': 'application/json', ...(apiKey !== null && { 'x-api-key': apiKey }), ...(origin !== undefined && { origin }) };
  const answer = await fetch(graphqlUrl, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { errors } = (await answer.json()) as { errors?: { message: string; extensions: { code: string } }[] };
  return { status: answer.status, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}

async function askRest(url: string, apiKey: string | null, origin?: string, path = '/api/v2/opportunities?limit=1', method = 'GET'): Promise<Outcome> {
  const { status, body } = await callRest(`${url}${path}`, { method, apiKey, ...(origin !== undefined && { headers: { origin } }) });
  const { type, description } = body as { type?: string; description?: string };
  return status === 200 ? { status, code: undefined, message: undefined } : { status, code: type, message: description };
}

const OK = { status: 200, code: undefined };

const preflight = (url: string, origin: string) =>
  fetch(url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type,x-api-key,idempotency-key' } });

describe.each(DOORS)('keys and origins, on both doors ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const graphql = (apiKey: string | null, origin?: string, query?: string) => askGraphql(gateway.graphqlUrl, apiKey, origin, query);
  const rest = (apiKey: string | null, origin?: string, path?: string, method?: string) => askRest(gateway.url, apiKey, origin, path, method);

  it.each([['its registered origin', REGISTERED], ['no browser', undefined]])('lets a publishable key in from %s', async (_case, origin) => {
    expect(await graphql(PUBLISHABLE, origin)).toMatchObject(OK);
    expect(await rest(PUBLISHABLE, origin)).toMatchObject(OK);
  });

  it.each(FOREIGN)('refuses a publishable key from the origin %s with 403', async (origin) => {
    const message = 'This publishable key may not be used on this site: its broker has not registered the origin.';
    expect(await graphql(PUBLISHABLE, origin)).toEqual({ status: 403, code: 'FORBIDDEN', message });
    expect(await rest(PUBLISHABLE, origin)).toEqual({ status: 403, code: 'platform:ForbiddenError', message });
  });

  it.each(['pk_test_nobody', 'pk_', `${PUBLISHABLE} `.repeat(2).trim(), PUBLISHABLE.toUpperCase().replace('PK', 'pk')])('answers 401 to the unknown publishable key %s', async (key) => {
    expect(await graphql(key, REGISTERED)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(await rest(key, REGISTERED)).toMatchObject({ status: 401, code: 'platform:UnauthenticatedError' });
  });

  it.each([
    ['{ currentBroker { id } }'],
    ['{ seller(sellerId: "https://a.example/") { id } }'],
    ['{ sellers { nodes { id } } }'],
    ['{ checkoutSession(identifier: "x") { id } }'],
    ['{ checkoutSessions { nodes { id } } }'],
    ['{ order(id: "x") { id } }'],
    ['{ orders { nodes { id } } }'],
    ['{ brokers { nodes { id } } }'],
    ['mutation { issueOnboardToken(input: { sellerId: "https://a.example/", stripe: true }) { __typename } }'],
    ['mutation { issueUpdateToken(input: { sellerId: "https://a.example/", stripe: true }) { __typename } }'],
    ['mutation { issueViewToken(input: { sellerId: "https://a.example/" }) { __typename } }'],
    ['mutation { optOutSeller(input: { sellerId: "https://a.example/" }) { __typename } }'],
    ['mutation { rotateApiKey(input: {}) { __typename } }'],
    ['mutation { retireApiKey(input: { id: "demofitnessfinder" }) { __typename } }'],
    ['mutation { createBroker(input: { name: "A", url: "https://a.example", reason: "they asked" }) { __typename } }'],
  ])('keeps what is the server’s from a publishable key, and from nobody: %s', async (query) => {
    expect(await graphql(PUBLISHABLE, REGISTERED, query)).toMatchObject({ status: 200, code: 'FORBIDDEN' });
    expect(await graphql(null, REGISTERED, query)).toMatchObject({ status: 200, code: 'UNAUTHENTICATED' });
  });

  it.each([
    ['POST', '/api/onboard-token?stripe=true&sellerId=https://a.example/'],
    ['POST', '/api/update-token?stripe=true&sellerId=https://a.example/'],
    ['POST', '/api/view-token?sellerId=https://a.example/'],
    ['DELETE', '/api/sellers/https://a.example/'],
    ['GET', '/api/checkout-sessions/AAAAAAAAAAAAAAAAAAAAAA'],
  ])('keeps the server’s REST addresses from a publishable key: %s %s', async (method, path) => {
    expect(await rest(PUBLISHABLE, REGISTERED, path, method)).toMatchObject({ status: 403, code: 'platform:ForbiddenError', message: "This needs a broker's secret API key." });
    expect(await rest(null, REGISTERED, path, method)).toMatchObject({ status: 401 });
  });

  it('opens no authenticated checkout for a publishable key, whether the body can be read or not', async () => {
    for (const body of [sessionBody(gateway.url), {}]) {
      const answer = await callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', apiKey: PUBLISHABLE, body, headers: { origin: REGISTERED } });
      expect(answer).toMatchObject({ status: 403, body: { type: 'platform:ForbiddenError' } });
    }
  });

  it.each([REGISTERED, 'https://evil.example', 'null'])('refuses a secret key that comes from the web page %s with 403, and says what to do', async (origin) => {
    const message = 'A secret API key came from a web page. Retire it: whoever sees that page has it. Front-ends use a publishable key.';
    expect(await graphql(SECRET, origin)).toEqual({ status: 403, code: 'FORBIDDEN', message });
    expect(await rest(SECRET, origin)).toEqual({ status: 403, code: 'platform:ForbiddenError', message });
  });

  it('tells nobody whether a secret was nearly right: a wrong one is 401 from everywhere', async () => {
    for (const origin of [undefined, REGISTERED, 'https://evil.example']) {
      expect(await graphql('ck_test_demofitnessfinder_wrongwrongwrongwrongwrong', origin)).toMatchObject({ status: 401 });
      expect(await rest('ck_test_demofitnessfinder_wrongwrongwrongwrongwrong', origin)).toMatchObject({ status: 401 });
    }
  });

  it("lets a secret key in from the gateway's own pages, and from no browser", async () => {
    for (const origin of [gateway.url, undefined]) {
      expect(await graphql(SECRET, origin, '{ currentBroker { id } }')).toMatchObject(OK);
      expect(await rest(SECRET, origin)).toMatchObject(OK);
    }
  });

  it('makes a standalone session in the name of the front-end’s broker, and lets the page read its address', async () => {
    const headers = { origin: REGISTERED };
    const answer = await callRest(`${gateway.url}/checkout-sessions`, { method: 'POST', apiKey: PUBLISHABLE, body: standaloneBody(gateway.url), headers });
    expect(answer).toMatchObject({ status: 201, body: { 'platform:initialOrder': { broker: { name: 'Fitness Finder' } } } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(REGISTERED);
    expect(answer.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('location');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  const addresses = () => [gateway.graphqlUrl, `${gateway.url}/checkout-sessions`, `${gateway.url}/api/v2/opportunities`];

  it.each(Object.values(DEMO.origins))('answers the preflight of a page on the registered origin %s', async (origin) => {
    for (const url of addresses()) {
      const { status, headers } = await preflight(url, origin);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin]);
      expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE');
      expect(headers.get('access-control-allow-headers')).toBe('content-type,x-api-key,idempotency-key');
    }
  });

  it.each(['https://evil.example', 'null', `${REGISTERED}.evil.example`])('lets no page on %s call: neither its preflight nor its requests are told so', async (origin) => {
    for (const url of addresses()) expect((await preflight(url, origin)).headers.get('access-control-allow-origin')).toBeNull();
    const { headers } = await callRest(`${gateway.url}/api/v2/opportunities`, { apiKey: null, headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers the preflight of its own pages', async () => {
    const own = door.adapter === 'in process' ? addresses() : [gateway.graphqlUrl];
    for (const url of own) expect((await preflight(url, gateway.url)).headers.get('access-control-allow-origin')).toBe(gateway.url);
  });

  it('answers 401 to a key from the moment of its retirement, and not before', async () => {
    const em = gateway.store.fork();
    const retiredAt = new Date(gateway.clock.now().getTime() + 1_000);
    await em.nativeUpdate(ApiKey, { id: 'democlubcompass' }, { retiredAt });
    await em.nativeUpdate(PublishableKey, { id: DEMO.publishableKeys.clubCompass }, { retiredAt });
    const keys = [DEMO.apiKeys.clubCompass, DEMO.publishableKeys.clubCompass];
    for (const key of keys) expect([(await graphql(key)).status, (await rest(key)).status]).toEqual([200, 200]);
    gateway.clock.advance(1);
    await vi.waitFor(async () => expect((await graphql(DEMO.apiKeys.clubCompass)).status).toBe(401), 2_000); // as by another process, which is heard of within a second
    for (const key of keys) {
      expect(await graphql(key)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
      expect(await rest(key)).toMatchObject({ status: 401, code: 'platform:UnauthenticatedError' });
    }
  });
});

describe.each<Door>([
  { store: 'sqlite', adapter: 'in process' },
  { store: 'sqlite', adapter: 'over HTTP' },
])('preflights ($adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door, { RATE_ANONYMOUS_PER_MINUTE: '10' });
  });
  afterAll(() => gateway.stop());

  it('are for pages on registered origins: to others there is nothing at the address', async () => {
    for (const path of ['/checkout-sessions', '/nothing']) {
      const answer = await fetch(`${gateway.url}${path}`, { method: 'OPTIONS', headers: { origin: 'https://nobody.example', 'access-control-request-method': 'GET' } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, null]);
    }
  });

  it('never turn a visitor away because others asked before', async () => {
    const headers = { origin: REGISTERED, 'access-control-request-method': 'GET' };
    for (let visitor = 0; visitor < 12; visitor += 1) {
      const answer = await fetch(`${gateway.url}/checkout-sessions`, { method: 'OPTIONS', headers });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, REGISTERED]);
    }
  });
});

/** The parts of a gateway on a server whose log can be read. */
async function startWithLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(line.toString('utf8'));
      done();
    },
  });
  const config = readConfig({ DATABASE_URL: await freshDatabaseUrl('sqlite') });
  const store = await openStore(config.databaseUrl);
  const clock = new TestClock();
  await migrate(store);
  await loadDemoData(store.fork(), clock.now());
  const server = Fastify({ logger: { level: 'warn', stream } });
  const gateway = await composeGateway(config, store, clock, () => {});
  await mountGraphql(server, gateway, { ...config, landingPage: async () => '', knownDocuments: knownDocuments([]) });
  await server.register(restAdapter, { execute: gateway.execute, vocabulary: config.addresses, servers: config.addresses });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const stop = async () => {
    await server.close();
    await store.close();
  };
  return { url, lines, stop };
}

describe('the log', () => {
  let running: Awaited<ReturnType<typeof startWithLog>>;
  beforeAll(async () => {
    running = await startWithLog();
  });
  afterAll(() => running.stop());

  it.each([
    ['GraphQL', () => askGraphql(`${running.url}/graphql`, SECRET, 'https://leaky.example')],
    ['REST', () => askRest(running.url, SECRET, 'https://leaky.example')],
  ])('has a warning of each secret key that came from a web page by %s, with the page and without the secret', async (_door, ask) => {
    running.lines.length = 0;
    expect((await ask()).status).toBe(403);
    const warnings = running.lines.map((line) => JSON.parse(line) as { level: number; origin?: string }).filter(({ level }) => level === 40);
    expect(warnings).toMatchObject([{ origin: 'https://leaky.example' }]);
    expect(running.lines.join('')).not.toContain('notasecret');
  });
});
