import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersFor } from '../../src/explorer/demo-headers.js';
import { OPERATION_ROLES, parseOperation } from '../../src/explorer/named-operations.js';
import { sandboxPage } from '../../src/explorer/sandbox-page.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { startProductionGateway } from '../support/production.js';
import { callRaw } from '../support/raw-http.js';
import { freshFolder } from '../support/run-folder.js';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const SECRETS = /Bearer |ck_test_|ck_live_|eyJ/;

const open = async ({ graphqlUrl }: TestGateway, path: string) => {
  const response = await fetch(new URL(path, graphqlUrl), { headers: BROWSER });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('the pages of Sandbox and the IDE', () => {
  let demo: TestGateway;
  let production: TestGateway;
  beforeAll(async () => {
    [demo, production] = await Promise.all([startTestGateway({ store: 'sqlite', adapter: 'in process' }), startProductionGateway('sqlite')]);
  });
  afterAll(async () => {
    await Promise.all([demo.stop(), production.stop()]);
  });

  it.each(['/graphql', '/ide', '/ide/'])('hold keys and tokens in the demo alone: %s', async (path) => {
    expect((await open(demo, path)).text).toMatch(SECRETS);
    const { status, text } = await open(production, path);
    expect([status, text]).toEqual([200, expect.not.stringMatching(SECRETS)]);
  });

  it.each(['/graphql', '/ide'])('are in no frame, no cache and no referrer, and take scripts by nonce: %s', async (path) => {
    const [first, second] = [await open(production, path), await open(production, path)];
    expect(Object.fromEntries(first.headers)).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    const nonceOf = ({ headers, text }: typeof first) => /script-src (?:'self' )?'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? text)?.[1];
    expect(nonceOf(first)).toMatch(/^[\w+/=]{20,}$/);
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    expect(first.headers.get('content-security-policy') ?? first.text).not.toMatch(/script-src[^;]*unsafe/);
  });

  it('ask Apollo for no telemetry, and name no other server', async () => {
    const { text } = await open(demo, '/graphql');
    expect(text).toContain('"runTelemetry":false');
    const named = new Set([...text.matchAll(/https?:\/\/([^/\s"'\\;]+)/g)].map(([, host]) => host));
    expect([...named].filter((host) => host?.includes('apollo'))).toEqual(['embeddable-sandbox.cdn.apollographql.com', 'sandbox.embed.apollographql.com']);
  });

  it('give nothing but the files of the IDE, by their names', async () => {
    expect((await open(demo, '/ide/main.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    for (const path of ['/ide/index.html', '/ide/nothing.js', '/ide/iframe-sandbox/index.html', '/ide/assets', '/ide/%2e%2e/index.js', '/ide/..%2findex.js', '/ide//main.js']) expect((await open(demo, path)).status, path).toBe(404);
    for (const path of ['/ide/../package.json', '/ide/../../package.json', '/ide/./../index.js']) expect((await callRaw(demo.url, { method: 'GET', target: path })).status, path).toBe(404);
  });

  it('answer for a file that there is not as for any other address', async () => {
    for (const accept of ['*/*', 'text/html']) {
      const [nothing, ...others] = await Promise.all(['/nothing', '/ide/nothing.js', '/ns/NoSuchTerm', '/docs/nothing', '/docs/static/nothing.js'].map((path) => answerOf(`${demo.url}${path}`, accept)));
      expect(others).toEqual(others.map(() => nothing));
      expect(nothing?.[0]).toBe(404);
    }
  });

  it('take an operation as text, whatever it contains', () => {
    const operation = parseOperation('bad.graphql', '# Role: support\n# Ends </script> early.\nquery Bad { a }');
    const page = sandboxPage({ operations: [operation], headers: {} });
    expect(page.match(/<\/script>/g)).toHaveLength(2);
  });
});

describe('the headers that explorers begin with', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');

  it('are none outside the demo, and no staff token where somebody else signs them', async () => {
    const elsewhere = { issuer: 'https://id.example', audience: 'courtside', jwksUrl: 'https://id.example/jwks', roleClaim: 'role' };
    for (const role of OPERATION_ROLES) {
      expect(await headersFor({ isDemo: false, staff: undefined, dataFolder: freshFolder() })(role, now), role).toEqual({});
      expect(await headersFor({ isDemo: true, staff: elsewhere, dataFolder: freshFolder() })(role, now), role).toEqual(role === 'broker' ? { 'X-API-KEY': expect.stringMatching(/^ck_test_/) } : {});
    }
  });
});

/** Status, type and text, without what tells one request from another. */
async function answerOf(url: string, accept: string) {
  const answer = await fetch(url, { headers: { accept } });
  return [answer.status, answer.headers.get('content-type'), (await answer.text()).replaceAll(/[0-9a-f-]{36}/g, '')];
}
