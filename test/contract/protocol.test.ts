import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdapter } from '../../rest-adapter/main.js';
import { ROUTES, type Route } from '../../rest-adapter/routes.js';
import { DEMO } from '../../src/store/demo-data.js';
import { personBody, sessionBody, withoutRequestId } from '../support/bodies.js';
import { DOORS, startTestGateway, type Door, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { freePort } from '../support/postgres.js';
import { callRaw, DEMO_KEY, type RawAnswer } from '../support/raw-http.js';
import { callRest } from '../support/rest.js';
import { createStandalone, standaloneBody } from '../support/standalone.js';

/** The store matters to none of these. */
const EACH_ADAPTER: readonly Door[] = [
  { store: 'sqlite', adapter: 'in process' },
  { store: 'sqlite', adapter: 'over HTTP' },
];

/** What each address takes, as a client is told. */
const ALLOW: Readonly<Record<string, string>> = {
  '/api/onboard-token': 'POST',
  '/api/update-token': 'POST',
  '/api/view-token': 'POST',
  '/api/sellers/*': 'DELETE',
  '/api/checkout-sessions': 'POST',
  '/api/checkout-sessions/:identifier': 'GET, HEAD',
  '/checkout-sessions': 'POST, PUT',
  '/checkout-sessions/:identifier': 'GET, HEAD',
  '/api/v2/customers': 'POST',
  '/api/v2/customers/:id': 'GET, HEAD, PATCH, DELETE',
  '/api/v2/customer-accounts/:id': 'GET, HEAD',
  '/api/v2/opportunities': 'GET, HEAD',
  '/api/v2/opportunities/:identifier': 'GET, HEAD',
};

const LIMIT_BYTES = 64 * 1024;
const UUID = /^[0-9a-f-]{36}$/;

/** A customer's id that nobody has: what is erased could not be asked for any more. */
const NOBODY = '0193a000-0000-7000-8000-00000000ffff';

/** An address that the path stands for. */
function targetOf({ method, path }: Pick<Route, 'path'> & { readonly method: string }): string {
  const customer = method === 'DELETE' ? NOBODY : DEMO.customerIds.ofFitnessFinder;
  const example = path.includes('opportunities') ? 'demo-free' : path.includes('customer') ? customer : 'AAAAAAAAAAAAAAAAAAAAAA';
  return path.replace('*', encodeURIComponent('https://nobody.example/')).replace(/:id(entifier)?$/, example);
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const JSON_ROUTES = ROUTES.filter(({ body }) => body === 'json').map((route) => [nameOf(route), route] as const);
const ALL_ROUTES = ROUTES.map((route) => [nameOf(route), route] as const);

function goodBody({ path }: Route, url: string): string {
  if (path.includes('/customers')) return JSON.stringify(personBody());
  return JSON.stringify(path.startsWith('/api/') ? sessionBody(url) : standaloneBody(url));
}

/** What the status of a good body is. */
const successOf = ({ method }: Route) => (method === 'PATCH' ? 200 : 201);

/** The shape of every error but contract §7's own. */
function expectProblem({ status, headers, text }: RawAnswer, expected: number, type: string, { adapter }: Pick<Door, 'adapter'>): void {
  const body = JSON.parse(text) as Record<string, unknown>;
  expect([status, body['type']]).toEqual([expected, type]);
  expect(headers['content-type']).toBe('application/json');
  expect(body).toMatchObject({ '@context': ['https://openactive.io/', expect.stringMatching(/\/ns$/)], description: expect.stringMatching(/\.$/), 'platform:requestId': expect.stringMatching(UUID) });
  expect(Object.keys(body).filter((name) => name !== 'platform:problems')).toEqual(['@context', 'type', 'description', 'platform:requestId']);
  expect(headers['x-request-id']).toMatch(UUID);
  if (adapter === 'in process') expect(body['platform:requestId']).toBe(headers['x-request-id']);
}

describe.each(DOORS)('contract §4, our choice: HTTP ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const call = (method: string, target: string, headers: Readonly<Record<string, string>> = DEMO_KEY, body?: string | Buffer) => callRaw(gateway.url, { method, target, headers, ...(body !== undefined && { body }) });
  const callRoute = (route: Route, headers: Readonly<Record<string, string>>) => {
    const isJson = route.body === 'json';
    return call(route.method, targetOf(route), { ...DEMO_KEY, ...(isJson && { 'content-type': 'application/json' }), ...headers }, isJson ? goodBody(route, gateway.url) : undefined);
  };

  it('answers every other method of every address with 405 and Allow', async () => {
    expect(Object.keys(ALLOW).toSorted()).toEqual([...new Set(ROUTES.map(({ path }) => path))].toSorted());
    for (const [path, allow] of Object.entries(ALLOW)) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => !allow.includes(other))) {
        for (const headers of [DEMO_KEY, {}, { ...DEMO_KEY, 'content-type': 'text/xml', accept: 'text/plain' }]) {
          const answer = await call(method, targetOf({ method, path }), headers, method === 'GET' ? undefined : '{ not json');
          expectProblem(answer, 405, 'platform:MethodNotAllowedError', door);
          expect(answer.headers['allow']).toBe(allow);
        }
      }
      if (!allow.includes('HEAD')) expect(await call('HEAD', targetOf({ method: 'HEAD', path }))).toMatchObject({ status: 405, headers: { allow }, text: '' });
    }
  });

  it('answers HEAD as GET, without the body', async () => {
    const [head, get] = [await call('HEAD', '/api/v2/opportunities/demo-free'), await call('GET', '/api/v2/opportunities/demo-free')];
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', get.headers['content-length']]);
  });

  it.each(ALL_ROUTES)('answers %s with 406 to who takes no JSON', async (_name, route) => {
    for (const accept of ['text/plain', 'text/plain, image/*', 'application/xml', 'application/json;q=0, text/plain']) {
      expectProblem(await callRoute(route, { accept }), 406, 'platform:NotAcceptableError', door);
    }
  });

  it.each(ALL_ROUTES)('answers %s to who takes JSON in any words, or says nothing', async (_name, route) => {
    const { status } = await callRoute(route, { accept: 'application/json' });
    expect([200, 201, 400, 404]).toContain(status);
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/*' }, { accept: 'application/ld+json' }, { accept: 'text/plain, application/json;q=0.1' }, { accept: '' }]) {
      const answer = await callRoute(route, headers);
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('application/json');
    }
  });

  it('answers 404 to an unknown address, whatever is sent there', async () => {
    for (const target of ['/', '/nowhere', '/api', '/api/onboard-token/', '/API/onboard-token', '/api/onboard-tokens', '/api/sellers', '/api/v2/opportunities/a/b', '/api/v3/opportunities']) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const isPlain = method === 'GET';
        for (const headers of [{}, { ...DEMO_KEY, 'content-type': 'application/json' }, { 'content-type': 'text/xml' }]) {
          expectProblem(await call(method, target, headers, isPlain ? undefined : '{ not json'), 404, 'platform:NotFoundError', door);
        }
      }
    }
  });

  it('answers 404 to an address that cannot be read, or that nothing can be as long as', async () => {
    for (const target of ['/api/v2/opportunities/%zz', '/api/sellers/https://a.example/%', `/api/v2/opportunities/${'a'.repeat(7_000)}`]) {
      for (const method of ['GET', 'DELETE']) {
        const answer = await call(method, target);
        if (target.includes('sellers') || method === 'GET') expectProblem(answer, 404, 'platform:NotFoundError', door);
      }
    }
    expectProblem(await call('QUERY', '/api/v2/opportunities'), 404, 'platform:NotFoundError', door);
  });

  describe.each(JSON_ROUTES)('%s', (_name, route) => {
    const send = (body: string | Buffer | undefined, headers: Record<string, string> = {}) => call(route.method, targetOf(route), { ...DEMO_KEY, ...headers }, body);
    const json = { 'content-type': 'application/json' };

    it.each(['{', 'nonsense', '[1,', "{'a': 1}", '', '{"__proto__": {}}', '\ufeff'])('answers 400 to what is not JSON: %j', async (body) => {
      expectProblem(await send(body, json), 400, 'platform:ValidationError', door);
    });

    it('answers 400 to no body at all, with a content type and without', async () => {
      expectProblem(await send(undefined, json), 400, 'platform:ValidationError', door);
      expectProblem(await send(undefined), 400, 'platform:ValidationError', door);
    });

    it.each(['[]', '"text"', '1', 'null', 'true'])('answers 400 to JSON that is no object: %s', async (body) => {
      const answer = await send(body, json);
      expectProblem(answer, 400, 'platform:ValidationError', door);
      expect((JSON.parse(answer.text) as Record<string, unknown>)['platform:problems']).toEqual([{ path: '', description: 'must be an object' }]);
    });

    it.each(['text/xml', 'text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp', 'json', 'text/json'])('answers 415 to the content type %s', async (type) => {
      expectProblem(await send(goodBody(route, gateway.url), { 'content-type': type }), 415, 'platform:UnsupportedMediaTypeError', door);
    });

    it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/ld+json', 'application/ld+json;profile="https://a.example/"', 'application/vnd.openactive.booking+json; version=1'])(
      'takes the content type %s',
      async (type) => {
        expect((await send(goodBody(route, gateway.url), { 'content-type': type })).status).toBe(successOf(route));
      },
    );

    it('takes a body without a content type for JSON', async () => {
      expect((await send(goodBody(route, gateway.url))).status).toBe(successOf(route));
      expectProblem(await send('{'), 400, 'platform:ValidationError', door);
    });

    it('takes 64 KiB and answers 413 to a byte more', async () => {
      expect((await send(goodBody(route, gateway.url).padEnd(LIMIT_BYTES), json)).status).toBe(successOf(route));
      expectProblem(await send(goodBody(route, gateway.url).padEnd(LIMIT_BYTES + 1), json), 413, 'platform:BodyTooLargeError', door);
    });
  });

  it('gives every error the same four members, with the request id of the header', async () => {
    const wrong = { 'x-api-key': 'nonsense' };
    expectProblem(await call('POST', '/api/onboard-token'), 400, 'platform:ValidationError', door);
    expectProblem(await call('POST', '/api/onboard-token', wrong), 401, 'platform:UnauthenticatedError', door);
    expectProblem(await call('POST', '/api/onboard-token?stripe=true&sellerId=https://a.example', { 'x-api-key': DEMO.publishableKeys.fitnessFinder }), 403, 'platform:ForbiddenError', door);
    expectProblem(await call('DELETE', '/api/sellers/https://nobody.example/'), 404, 'platform:UnknownSellerError', door);
    expectProblem(await call('GET', '/api/checkout-sessions/unknown'), 404, 'platform:NotFoundError', door);
    expectProblem(await call('PATCH', '/api/v2/customers/unknown', DEMO_KEY, '{}'), 404, 'platform:UnknownCustomerError', door);
    expectProblem(await call('GET', '/api/v2/opportunities?after=nonsense', {}), 400, 'platform:ValidationError', door);
    const clubCompass = { 'x-api-key': DEMO.apiKeys.clubCompass, 'content-type': 'application/json' };
    expectProblem(await call('POST', '/api/checkout-sessions', clubCompass, JSON.stringify(sessionBody(gateway.url))), 403, 'platform:WebhookNotRegisteredError', door);
  });

  it('gives each request an id of its own', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => call('GET', '/nowhere')));
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(3);
  });
});

describe.each(EACH_ADAPTER)('contract §8, our choice: how much a caller may ask ($adapter)', (door) => {
  let gateway: TestGateway;
  const start = async () => {
    gateway = await startTestGateway(door, { RATE_ANONYMOUS_PER_MINUTE: '3', RATE_KEY_PER_MINUTE: '5' });
    return async () => gateway.stop();
  };
  const statuses = async (count: number, apiKey: string | null) => {
    const seen: number[] = [];
    for (let call = 0; call < count; call += 1) seen.push((await createStandalone(gateway.url, { apiKey })).status);
    return seen;
  };
  const expectTooMany = async (apiKey: string | null) => {
    const answer = await createStandalone(gateway.url, { apiKey });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expectProblem({ status: 429, headers: Object.fromEntries(answer.headers), text: answer.text }, 429, 'platform:TooManyRequestsError', door);
  };

  describe('who has no key', () => {
    beforeAll(start);

    it('pays by address: 429 with Retry-After once the minute is used up, on every open path and both doors', async () => {
      expect(await statuses(3, null)).toEqual([201, 201, 201]);
      await expectTooMany(null);
      expect((await callRest(`${gateway.url}/api/v2/opportunities?limit=1`, { apiKey: null })).status).toBe(429);
      expect(await callGraphql(gateway.graphqlUrl, '{ __typename }', {}, null)).toMatchObject({ status: 429, errors: [{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) } }] });
    });

    it('does not use up what a key may ask, though a front-end pays with its visitor', async () => {
      await expectTooMany(DEMO.publishableKeys.fitnessFinder);
      expect(await statuses(1, DEMO.apiKeys.fitnessFinder)).toEqual([201]);
    });
  });

  describe('who has a key', () => {
    beforeAll(start);

    it('pays by key: 429 once its minute is used up, and nobody else notices', async () => {
      expect(await statuses(5, DEMO.apiKeys.fitnessFinder)).toEqual([201, 201, 201, 201, 201]);
      await expectTooMany(DEMO.apiKeys.fitnessFinder);
      expect(await callGraphql(gateway.graphqlUrl, '{ __typename }')).toMatchObject({ status: 429 });
      expect(await statuses(1, DEMO.apiKeys.clubCompass)).toEqual([201]);
      expect(await statuses(1, null)).toEqual([201]);
    });

    it('pays for what was refused, too', async () => {
      for (let call = 0; call < 4; call += 1) expect((await callRest(`${gateway.url}/api/onboard-token`, { method: 'POST', apiKey: DEMO.apiKeys.clubCompass })).status).toBe(400);
      await expectTooMany(DEMO.apiKeys.clubCompass);
    });
  });

  describe('who tries keys', () => {
    beforeAll(start);

    it('pays by address, so that keys cannot be tried out', async () => {
      expect(await statuses(1, 'ck_test_demofitnessfinder_wrongwrongwrongwrongwrong')).toEqual([401]);
      expect(await statuses(1, 'pk_test_nobody')).toEqual([401]);
      expect(await statuses(1, 'nonsense')).toEqual([401]);
      await expectTooMany('ck_test_demofitnessfinder_wrongwrongwrongwrongwrong');
      await expectTooMany(null);
      expect(await statuses(1, DEMO.apiKeys.fitnessFinder)).toEqual([201]);
    });
  });
});

describe('contract §4, our choice: an adapter whose gateway is away', () => {
  let url: string;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const [port, nobody] = [await freePort(), await freePort()];
    url = `http://localhost:${port}`;
    const vocabulary = { vocabUrl: 'https://openactive.io/', platformUrl: `${url}/ns` };
    const adapter = await startAdapter({ host: '127.0.0.1', port, gatewayUrl: `http://127.0.0.1:${nobody}`, adapterToken: undefined, vocabulary, publicUrl: vocabulary.platformUrl, webhookReach: { allowsPrivate: true, allowsHttp: true }, trustProxy: false, maxRequestsInFlight: 500, logLevel: 'silent' });
    stop = () => adapter.close();
  });
  afterAll(() => stop());

  it.each(ALL_ROUTES)('answers %s with 503 and Retry-After, and nothing of the cause', async (_name, route) => {
    const query = route.path.endsWith('-token') ? '?stripe=true&sellerId=https://a.example/' : '';
    const isJson = route.body === 'json';
    const headers = { ...DEMO_KEY, ...(isJson && { 'content-type': 'application/json' }) };
    const answer = await callRaw(url, { method: route.method, target: `${targetOf(route)}${query}`, headers, ...(isJson && { body: goodBody(route, url) }) });
    expectProblem(answer, 503, 'platform:UnavailableError', { adapter: 'in process' });
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.text).not.toMatch(/ECONN|fetch|graphql|127\.0\.0\.1/i);
  });

  it('still tells what needs no gateway: unknown addresses, other methods, bad JSON', async () => {
    expect((await callRaw(url, { method: 'GET', target: '/nowhere' })).status).toBe(404);
    expect((await callRaw(url, { method: 'GET', target: '/api/onboard-token' })).status).toBe(405);
    expect((await callRaw(url, { method: 'POST', target: '/checkout-sessions', body: '{' })).status).toBe(400);
  });
});

describe.each(DOORS)('contract §4, our choice: a failure on our side ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
    const em = gateway.store.fork();
    await em.execute('drop table offer');
    await em.execute('drop table api_key');
  });
  afterAll(() => gateway.stop());

  const expectNothingShown = ({ status, headers, text }: RawAnswer) => {
    expectProblem({ status, headers, text }, 500, 'platform:InternalError', door);
    expect(withoutRequestId(JSON.parse(text))).toEqual({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'platform:InternalError',
      description: 'Something went wrong on our side.',
    });
  };

  it.each(ALL_ROUTES)('answers %s with 500, a request id and nothing of the cause, to who sends a key', async (_name, route) => {
    const isJson = route.body === 'json';
    const query = route.path.endsWith('-token') ? '?stripe=true&sellerId=https://a.example/' : '';
    const headers = { ...DEMO_KEY, ...(isJson && { 'content-type': 'application/json' }) };
    expectNothingShown(await callRaw(gateway.url, { method: route.method, target: `${targetOf(route)}${query}`, headers, ...(isJson && { body: goodBody(route, gateway.url) }) }));
  });

  it('does the same when it is the operation that fails, on both doors', async () => {
    expectNothingShown(await callRaw(gateway.url, { method: 'GET', target: '/api/v2/opportunities/demo-free' }));
    expectNothingShown(await callRaw(gateway.url, { method: 'POST', target: '/checkout-sessions', headers: { 'content-type': 'application/json' }, body: JSON.stringify(standaloneBody(gateway.url)) }));
    const { errors } = await callGraphql(gateway.graphqlUrl, '{ opportunity(identifier: "demo-free") { id } }', {}, null);
    expect(errors).toEqual([{ message: 'Something went wrong on our side.', path: ['opportunity'], extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.stringMatching(UUID) } }]);
  });
});
