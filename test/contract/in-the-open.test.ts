import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { startProductionGateway } from '../support/production.js';
import { callRaw } from '../support/raw-http.js';

const MOST = 3;
const BODY = JSON.stringify({ query: '{ __typename }' });

/** A request that is under way until its body comes. */
async function beginRequest(url: string): Promise<{ finish(): Promise<string>; readonly socket: Socket }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write(`POST /graphql HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${BODY.length}\r\n\r\n`);
  const finish = async () => {
    socket.write(BODY);
    await once(socket, 'close');
    return text;
  };
  return { finish, socket };
}

describe.each(['in process', 'over HTTP'] as const)('a gateway with as much under way as it bears (adapter %s)', (adapter) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter }, { MAX_REQUESTS_IN_FLIGHT: String(MOST) });
  });
  afterAll(() => gateway.stop());

  const doors = async () => ({
    rest: await callRaw(gateway.url, { method: 'GET', target: '/api/v2/opportunities' }),
    page: await callRaw(gateway.url, { method: 'GET', target: '/checkout/nothing', headers: { accept: 'text/html' } }),
    graphql: await callGraphql(gateway.graphqlUrl, '{ __typename }'),
  });
  const statuses = async () => {
    const { rest, page, graphql } = await doors();
    return [rest.status, page.status, graphql.status];
  };

  it('turns others away with 503 and Retry-After in the shape of each door, stays alive, and takes them again at once', async () => {
    const waiting = 'over HTTP' === adapter ? 1 : 0; // the adapter's own errand: it waits for webhooks
    const underWay = await Promise.all(Array.from({ length: MOST - waiting }, () => beginRequest(gateway.graphqlUrl)));
    await expect.poll(async () => (await callGraphql(gateway.graphqlUrl, '{ __typename }')).status).toBe(503);
    const { rest, page, graphql } = await doors();
    expect([rest.status, page.status, graphql.status]).toEqual([503, 503, 503]);
    expect(JSON.parse(rest.text)).toMatchObject({ type: 'platform:UnavailableError', 'platform:requestId': expect.any(String) });
    expect(page.text).toContain('<!doctype html>');
    expect(graphql.errors).toMatchObject([{ extensions: { code: 'OVERLOADED', retryAfterSeconds: 2, requestId: expect.any(String) } }]);
    expect([rest.headers['retry-after'], page.headers['retry-after'], graphql.headers.get('retry-after')]).toEqual(['2', '2', '2']);
    for (const path of ['/livez', '/readyz', '/metrics']) expect((await fetch(new URL(path, gateway.graphqlUrl))).status, path).toBe(200);
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);

    const [given, ...others] = underWay;
    given?.socket.destroy(); // whose connection is gone gives its place back, too
    for (const other of others) expect(await other.finish()).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(statuses).toEqual([200, 404, 200].map((status, at) => (at === 1 ? expect.any(Number) : status)));
    expect((await statuses())[1]).not.toBe(503);
    expect(await (await fetch(new URL('/metrics', gateway.graphqlUrl))).text()).toMatch(/courtside_http_requests_turned_away [1-9]/);
  });
});

describe('the figures of a gateway in production', () => {
  it('are shown to callers on this machine that came through no proxy, and say nothing to anybody else', async () => {
    const gateway = await startProductionGateway('sqlite');
    const url = `${new URL(gateway.graphqlUrl).origin}/metrics`;
    await callGraphql(gateway.graphqlUrl, 'query Ada_Clarke_Canary { opportunities { __typename } canary: __typename }');
    await callGraphql(gateway.graphqlUrl, '{ nothing }');
    await fetch(new URL('/api/v2/opportunities/canary-canary', gateway.graphqlUrl));
    const shown = await fetch(url);
    const text = await shown.text();
    expect(shown.status).toBe(200);
    for (const line of ['courtside_graphql_operations_total{field="opportunities",outcome="answered"} 1', 'courtside_graphql_errors_total{code="GRAPHQL_VALIDATION_FAILED"} 1', 'courtside_http_requests_total{route="/graphql",method="POST",status="200"} 1', 'courtside_http_requests_total{route="/api/v2/opportunities/:identifier",method="GET",status="404"} 1', 'courtside_orders{state="CONFIRMED"} 0', 'courtside_checkout_sessions{state="OPEN"} 0', 'courtside_seller_links{state="WAITING"} 0']) expect(text).toContain(`${line}\n`);
    expect(text).toMatch(/courtside_event_loop_utilization \d/);
    expect(text).not.toMatch(/canary/i);
    expect((await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(404);
    await gateway.stop();
  });

  it('are shown with a token to whoever has it, wherever from, and to nobody without', async () => {
    const METRICS_TOKEN = 'the-token-of-the-figures-in-the-tests';
    const gateway = await startProductionGateway('sqlite', { METRICS_TOKEN });
    const ask = async (headers: Record<string, string>) => (await fetch(new URL('/metrics', gateway.graphqlUrl), { headers })).status;
    expect(await ask({})).toBe(404);
    expect(await ask({ authorization: 'Bearer another' })).toBe(404);
    expect(await ask({ authorization: `Bearer ${METRICS_TOKEN}`, 'x-forwarded-for': '203.0.113.7' })).toBe(200);
    await gateway.stop();
  });
});

describe('what every answer says to a browser', () => {
  it('holds in every area, and a page keeps its own policy', async () => {
    const gateway = await startProductionGateway('sqlite');
    const origin = new URL(gateway.graphqlUrl).origin;
    const areas = ['/api/v2/opportunities', '/graphql?query={__typename}', '/checkout/nothing', '/assets/courtside.css', '/.well-known/jwks.json', '/livez', '/readyz', '/metrics', '/nowhere'];
    for (const path of areas) {
      for (const accept of ['application/json', 'text/html']) {
        const { headers } = await fetch(`${origin}${path}`, { headers: { accept, 'apollo-require-preflight': 'true' } });
        const said = Object.fromEntries(['x-content-type-options', 'x-frame-options', 'strict-transport-security'].map((name) => [name, headers.get(name)]));
        expect(said, `${path} as ${accept}`).toEqual({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'strict-transport-security': 'max-age=31536000' });
        expect(headers.get('referrer-policy'), path).toMatch(/^(no-referrer|same-origin)$/);
        if (!path.startsWith('/graphql')) expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
      }
    }
    const unreadable = await callRaw(origin, { method: 'GET', target: '/%zz' });
    expect(unreadable).toMatchObject({ status: 404, headers: { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'content-security-policy': expect.any(String) } });
    const page = await fetch(`${origin}/checkout/nothing`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toContain("style-src 'self'");
    await gateway.stop();
  });
});

describe('being alive and ready', () => {
  it('costs nobody a request, however often it is asked', async () => {
    const gateway = await startTestGateway({ store: 'postgres', adapter: 'in process' }, { RATE_ANONYMOUS_PER_MINUTE: '1' });
    for (let time = 0; time < 5; time += 1) {
      expect(await (await fetch(`${gateway.url}/livez`)).json()).toEqual({ isAlive: true });
      expect(await (await fetch(`${gateway.url}/readyz`)).json()).toMatchObject({ isReady: true });
    }
    expect((await callGraphql(gateway.graphqlUrl, '{ __typename }', {}, null)).status).toBe(200);
    await gateway.stop();
  });
});
