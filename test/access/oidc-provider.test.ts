import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { remoteStaffIssuer, StaffIssuerUnreachable, verifyStaffToken } from '../../src/access/staff-tokens.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { startStaffProvider, type StaffProvider } from '../support/staff-provider.js';

const MINUTES = 60_000;

describe.each(['ES256', 'RS256'] as const)('tokens of a real OpenID provider (%s)', (alg) => {
  let provider: StaffProvider;
  beforeAll(async () => {
    provider = await startStaffProvider(alg);
  });
  afterAll(() => provider.stop());
  afterEach(() => {
    provider.breakKeys(undefined);
    vi.useRealTimers();
  });

  const trust = (changes: object = {}) => remoteStaffIssuer({ issuer: provider.issuer, audience: 'courtside', roleClaim: 'roles', jwksUrl: provider.jwksUrl, ...changes });
  const verify = (token: string, by = trust(), now = new Date()) => verifyStaffToken(token, by, now);

  it('let in whoever signs in with a role of ours: the highest of a list counts', async () => {
    expect(await verify((await provider.signIn('ada')).accessToken)).toEqual({ kind: 'STAFF', role: 'operator', actor: 'ada' });
    expect(await verify((await provider.signIn('grace')).accessToken)).toEqual({ kind: 'STAFF', role: 'admin', actor: 'grace' });
    expect(await verify(await provider.tokenOfProgram())).toEqual({ kind: 'STAFF', role: 'support', actor: 'nightly' });
  });

  it('let nobody in who has no role of ours, nor by a claim that is not the configured one', async () => {
    const [eve, ada] = [await provider.signIn('eve'), await provider.signIn('ada')];
    expect(await verify(eve.accessToken)).toBeUndefined();
    expect(await verify(ada.accessToken, trust({ roleClaim: 'role' }))).toBeUndefined();
  });

  it('are refused when they are for somebody else: another resource, another audience, another issuer, the client itself', async () => {
    const { accessToken, idToken } = await provider.signIn('grace');
    expect(idToken.split('.')).toHaveLength(3);
    expect(await verify(idToken)).toBeUndefined();
    expect(await verify(await provider.tokenOfProgram('https://payroll.example/'))).toBeUndefined();
    expect(await verify(accessToken, trust({ audience: 'explorer' }))).toBeUndefined();
    expect(await verify(accessToken, trust({ issuer: `${provider.issuer}/` }))).toBeUndefined();
    expect(await verify(await provider.tokenOfProgram(null)), 'an opaque one').toBeUndefined();
  });

  it('are believed 30 s longer than they say, and no longer', async () => {
    const token = await provider.tokenOfProgram();
    const by = trust();
    const issuedAt = Date.now();
    expect(await verify(token, by, new Date(issuedAt + 625_000))).toBeDefined();
    expect(await verify(token, by, new Date(issuedAt + 635_000))).toBeUndefined();
  });

  it('are checked by keys that are fetched once; a new key is fetched when a token names it, at most every 30 s, and the old one is then forgotten', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const by = trust();
    const before = await provider.tokenOfProgram();
    const asked = provider.keyRequests();
    for (let time = 0; time < 3; time += 1) expect(await verify(before, by)).toBeDefined();
    expect(provider.keyRequests()).toBe(asked + 1);
    await provider.rotate();
    const after = await provider.tokenOfProgram();
    for (let time = 0; time < 3; time += 1) expect(await verify(after, by)).toBeUndefined();
    expect(provider.keyRequests(), 'too soon').toBe(asked + 1);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await verify(after, by)).toBeDefined();
    expect(await verify(before, by)).toBeUndefined();
    expect(provider.keyRequests()).toBe(asked + 2);
  });

  it('are checked anew after ten minutes: a key that was withdrawn opens nothing any more', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const by = trust();
    const token = await provider.tokenOfProgram();
    expect(await verify(token, by)).toBeDefined();
    await provider.rotate();
    vi.setSystemTime(Date.now() + 9 * MINUTES);
    expect(await verify(token, by)).toBeDefined();
    vi.setSystemTime(Date.now() + 2 * MINUTES);
    expect(await verify(token, by, new Date(Date.now() - 11 * MINUTES))).toBeUndefined();
  });

  it('are neither right nor wrong while the keys cannot be had, whatever the reason, and right again afterwards', async () => {
    const by = trust();
    const token = await provider.tokenOfProgram();
    const outages: readonly Parameters<StaffProvider['breakKeys']>[0][] = [
      (_request, response) => response.writeHead(500).end(),
      (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      (_request, response) => response.end('<h1>We are back soon</h1>'),
      (_request, response) => response.end('{"keys":"none"}'),
      (request) => request.socket.destroy(),
    ];
    for (const outage of outages) {
      provider.breakKeys(outage);
      await expect(verify(token, by)).rejects.toThrow(StaffIssuerUnreachable);
    }
    provider.breakKeys(undefined);
    expect(await verify(token, by)).toBeDefined();
  });
});

describe('a gateway whose staff sign in elsewhere', () => {
  let provider: StaffProvider;
  let gateway: TestGateway;
  beforeAll(async () => {
    provider = await startStaffProvider();
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' }, { STAFF_ISSUER: provider.issuer, STAFF_AUDIENCE: 'courtside', STAFF_JWKS_URL: provider.jwksUrl, STAFF_ROLE_CLAIM: 'roles' });
    gateway.clock.advance((Date.now() - gateway.clock.now().getTime()) / 1_000); // the provider's clock is the machine's
  });
  afterAll(async () => {
    await gateway.stop();
    await provider.stop();
  });

  const ask = (token: string, query = '{ brokers { nodes { name } } }') => callGraphql(gateway.graphqlUrl, query, {}, null, { authorization: `Bearer ${token}` });

  it('answers 503 with Retry-After and the code UNAVAILABLE while the issuer does not show its keys, to whoever brings a token, and everybody else as always', async () => {
    const token = await provider.tokenOfProgram();
    provider.breakKeys((_request, response) => response.writeHead(502).end());
    const { status, headers, data, errors } = await ask(token);
    expect([status, headers.get('retry-after'), data ?? null]).toEqual([503, '10', null]);
    expect(errors).toMatchObject([{ message: 'Staff cannot be recognised at this moment: their issuer does not answer.', extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 10 } }]);
    expect(JSON.stringify(errors)).not.toContain(provider.issuer);
    expect((await ask('no.token.atall')).status).toBe(401);
    expect(await callGraphql(gateway.graphqlUrl, '{ currentBroker { name } }')).toMatchObject({ status: 200, errors: undefined });
    provider.breakKeys(undefined);
    expect(await ask(token)).toMatchObject({ status: 200, errors: undefined });
  });

  it('lets each in as far as the role goes, under the name that the issuer gave', async () => {
    const { accessToken } = await provider.signIn('grace');
    const { accessToken: ada } = await provider.signIn('ada');
    const { accessToken: eve } = await provider.signIn('eve');
    const create = 'mutation { createBroker(input: { name: "Move More", url: "https://move-more.example", reason: "they asked" }) { __typename } }';
    expect((await ask(ada, create)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect((await ask(eve)).status).toBe(401);
    expect((await ask(accessToken, create)).data).toEqual({ createBroker: { __typename: 'CreateBrokerPayload' } });
    expect((await ask(ada, '{ auditEntries(first: 1) { nodes { actor action } } }')).data.auditEntries.nodes).toEqual([{ actor: 'grace', action: 'createBroker' }]);
  });
});
