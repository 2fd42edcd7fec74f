import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWK } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { STAFF_ROLES } from '../../src/access/caller.js';
import { localStaffIssuer, remoteStaffIssuer, StaffIssuerUnreachable, signLocalStaffToken, verifyStaffToken, type StaffIssuer } from '../../src/access/staff-tokens.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const SETTINGS = { issuer: 'https://id.example', audience: 'courtside', roleClaim: 'role' } as const;

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
type Key = Keys['privateKey'] | Uint8Array;

const ours = await generateKeyPair('ES256', { extractable: true });
const others = await generateKeyPair('ES256');
const publicKeyAsSecret = new TextEncoder().encode(await exportSPKI(ours.publicKey));
const issuer: StaffIssuer = { ...SETTINGS, algorithms: ['ES256'], keys: ours.publicKey };

const seconds = (fromNow: number): number => NOW.getTime() / 1000 + fromNow;
const CLAIMS = { iss: SETTINGS.issuer, aud: SETTINGS.audience, sub: 'ada', role: 'operator', iat: seconds(-10), exp: seconds(600) } as const;

const sign = (claims: object, key: Key = ours.privateKey, header: { alg: string; kid?: string; crit?: string[]; [name: string]: unknown } = { alg: 'ES256' }) =>
  new SignJWT({ ...claims }).setProtectedHeader(header).sign(key, { crit: { 'urn:unheard-of': true } });
const without = (name: keyof typeof CLAIMS): object => Object.fromEntries(Object.entries(CLAIMS).filter(([claim]) => claim !== name));
const verify = (token: string, by = issuer, now = NOW) => verifyStaffToken(token, by, now);

describe('a staff token', () => {
  it.each(STAFF_ROLES)('says who it is and what they may do (%s)', async (role) => {
    expect(await verify(await sign({ ...CLAIMS, role }))).toEqual({ kind: 'STAFF', role, actor: 'ada' });
  });

  it('may name its role in another claim, and several audiences', async () => {
    const renamed = { ...issuer, roleClaim: 'https://id.example/role' };
    const claims = { ...without('role'), aud: ['another', 'courtside'], 'https://id.example/role': 'admin' };
    expect(await verify(await sign(claims), renamed)).toMatchObject({ role: 'admin' });
    expect(await verify(await sign({ ...CLAIMS }), renamed)).toBeUndefined();
  });

  it.each(['at+jwt', 'AT+JWT', 'application/at+jwt', 'JWT'])('may say that it is of type %s', async (typ) => {
    expect(await verify(await sign(CLAIMS, ours.privateKey, { alg: 'ES256', typ }))).toBeDefined();
  });

  it('may hold a list of roles, of which the highest counts and those of other applications do not', async () => {
    expect(await verify(await sign({ ...CLAIMS, role: ['root', 'support', 'admin', 'operator'] }))).toMatchObject({ role: 'admin' });
    expect(await verify(await sign({ ...CLAIMS, role: ['support', 'root'] }))).toMatchObject({ role: 'support' });
  });

  it('is believed for 30 s beside its times and no longer, for clocks differ', async () => {
    expect(await verify(await sign({ ...CLAIMS, exp: seconds(-29) }))).toBeDefined();
    expect(await verify(await sign({ ...CLAIMS, exp: seconds(-31) }))).toBeUndefined();
    expect(await verify(await sign({ ...CLAIMS, nbf: seconds(29) }))).toBeDefined();
    expect(await verify(await sign({ ...CLAIMS, nbf: seconds(31) }))).toBeUndefined();
  });

  it.each<[string, () => string | Promise<string>]>([
    ['of another issuer', () => sign({ ...CLAIMS, iss: 'https://id.example/' })],
    ['of no issuer', () => sign(without('iss'))],
    ['for another audience', () => sign({ ...CLAIMS, aud: 'courtside-2' })],
    ['for no audience', () => sign(without('aud'))],
    ['without a subject', () => sign(without('sub'))],
    ['without an end', () => sign(without('exp'))],
    ['without a role', () => sign(without('role'))],
    ['with an unknown role', () => sign({ ...CLAIMS, role: 'root' })],
    ['with a role in capitals', () => sign({ ...CLAIMS, role: 'ADMIN' })],
    ['with a list in which no role is ours', () => sign({ ...CLAIMS, role: ['root', 'ADMIN', ['admin'], { admin: true }] })],
    ['with an empty list of roles', () => sign({ ...CLAIMS, role: [] })],
    ['with roles in one text', () => sign({ ...CLAIMS, role: 'support admin' })],
    ['with an empty subject', () => sign({ ...CLAIMS, sub: '' })],
    ['that is no access token (an ID token by its type)', () => sign(CLAIMS, ours.privateKey, { alg: 'ES256', typ: 'id_token+jwt' })],
    ['that is no access token (one of our own links)', () => sign(CLAIMS, ours.privateKey, { alg: 'ES256', typ: 'link+jwt' })],
    ['that is bound to a key which nobody has shown', () => sign({ ...CLAIMS, cnf: { jkt: 'x' } })],
    ['long expired', () => sign({ ...CLAIMS, exp: seconds(-86_400) })],
    ['of the future', () => sign({ ...CLAIMS, nbf: seconds(86_400) })],
    ['signed with a key of somebody else', () => sign(CLAIMS, others.privateKey)],
    ['signed by nobody (alg none)', () => new UnsecuredJWT({ ...CLAIMS }).encode()],
    ['signed with HS256 and the public key', () => sign(CLAIMS, publicKeyAsSecret, { alg: 'HS256' })],
    ['that asks for an extension nobody has heard of', () => sign(CLAIMS, ours.privateKey, { alg: 'ES256', crit: ['urn:unheard-of'], 'urn:unheard-of': 1 })],
    ['whose claims were changed after signing', async () => withClaims(await sign({ ...CLAIMS, role: 'support' }), { ...CLAIMS, role: 'admin' })],
    ['whose signature is cut off', async () => (await sign(CLAIMS)).replace(/[^.]+$/, '')],
    ['that is no token', () => 'a.b.c'],
    ['that is nothing', () => ''],
  ])('%s is nobody', async (_case, make) => {
    expect(await verify(await make())).toBeUndefined();
  });
});

describe("this machine's own issuer", () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-staff-'));

  it('believes what this machine signs, for 8 hours', async () => {
    const token = await signLocalStaffToken(folder, 'local:ada', 'support', NOW);
    const local = await localStaffIssuer(folder);
    expect(await verify(token, local)).toEqual({ kind: 'STAFF', role: 'support', actor: 'local:ada' });
    expect(await verify(token, local, new Date(NOW.getTime() + 8 * 3_600_000))).toBeDefined();
    expect(await verify(token, local, new Date(NOW.getTime() + 8 * 3_600_000 + 31_000))).toBeUndefined();
  });

  it('believes nothing that another machine signs', async () => {
    const elsewhere = await signLocalStaffToken(mkdtempSync(join(tmpdir(), 'courtside-staff-')), 'local:eve', 'admin', NOW);
    expect(await verify(elsewhere, await localStaffIssuer(folder))).toBeUndefined();
  });

  it('keeps its key where only its owner reads, and the same for ever', async () => {
    const file = join(folder, 'staff-signing-key.json');
    const before = readFileSync(file, 'utf8');
    await signLocalStaffToken(folder, 'local:ada', 'support', NOW);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(statSync(file).mode & 0o077).toBe(0);
  });
});

describe('an issuer elsewhere', () => {
  let server: Server;
  let address: string;
  let published: JWK[] = [];
  let fetches = 0;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      fetches += 1;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: published }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  });
  afterAll(() => server.close());
  afterEach(() => vi.useRealTimers());

  const publish = async (...keys: readonly [kid: string, alg: string, Keys][]) => {
    published = await Promise.all(keys.map(async ([kid, alg, { publicKey }]) => ({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' })));
  };

  it.each(['ES256', 'RS256', 'PS256', 'EdDSA'])('signs with %s, by keys that are fetched once', async (alg) => {
    const keys = await generateKeyPair(alg, { extractable: true });
    await publish(['one', alg, keys]);
    const remote = remoteStaffIssuer({ ...SETTINGS, jwksUrl: address });
    fetches = 0;
    for (let time = 0; time < 3; time += 1) expect(await verify(await sign(CLAIMS, keys.privateKey, { alg, kid: 'one' }), remote)).toMatchObject({ actor: 'ada' });
    expect(fetches).toBe(1);
  });

  it('changes its keys: the new one works without a restart, the withdrawn one no more', async () => {
    vi.useFakeTimers({ toFake: ['Date'] }); // jose asks for a key that it does not know at most every 30 s
    const [first, second] = [await generateKeyPair('ES256', { extractable: true }), await generateKeyPair('ES256', { extractable: true })];
    await publish(['first', 'ES256', first]);
    const remote = remoteStaffIssuer({ ...SETTINGS, jwksUrl: address });
    const [byFirst, bySecond] = [await sign(CLAIMS, first.privateKey, { alg: 'ES256', kid: 'first' }), await sign(CLAIMS, second.privateKey, { alg: 'ES256', kid: 'second' })];
    expect(await verify(byFirst, remote)).toBeDefined();
    expect(await verify(bySecond, remote)).toBeUndefined();
    await publish(['second', 'ES256', second]);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await verify(bySecond, remote)).toBeDefined();
    expect(await verify(byFirst, remote)).toBeUndefined();
  });

  it('is not believed by HS256, nor by a kid that it does not publish', async () => {
    await publish(['one', 'ES256', ours]);
    const remote = remoteStaffIssuer({ ...SETTINGS, jwksUrl: address });
    expect(await verify(await sign(CLAIMS, publicKeyAsSecret, { alg: 'HS256', kid: 'one' }), remote)).toBeUndefined();
    expect(await verify(await sign(CLAIMS, others.privateKey, { alg: 'ES256', kid: 'one' }), remote)).toBeUndefined();
    expect(await verify(await sign(CLAIMS, ours.privateKey, { alg: 'ES256', kid: 'two' }), remote)).toBeUndefined();
    expect(await verify(new UnsecuredJWT({ ...CLAIMS }).encode(), remote)).toBeUndefined();
  });

  it('is not believed by a symmetric key or a weak one that it publishes by mistake', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    published = [{ ...publicKey.export({ format: 'jwk' }), kid: 'weak', alg: 'RS256', use: 'sig' }, { kty: 'oct', kid: 'oct', alg: 'HS256', k: Buffer.from('secret'.repeat(8)).toString('base64url') }];
    const remote = remoteStaffIssuer({ ...SETTINGS, jwksUrl: address });
    expect(await verify(await sign(CLAIMS, new TextEncoder().encode('secret'.repeat(8)), { alg: 'HS256', kid: 'oct' }), remote)).toBeUndefined();
    const [header, payload] = [{ alg: 'RS256', kid: 'weak' }, CLAIMS].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const signature = signBytes('sha256', Buffer.from(`${header}.${payload}`), privateKey).toString('base64url');
    expect(await verify(`${header}.${payload}.${signature}`, remote).catch(() => 'refused')).not.toMatchObject({ kind: 'STAFF' });
  });

  it('that cannot be reached is an outage and no wrong token', async () => {
    const remote = remoteStaffIssuer({ ...SETTINGS, jwksUrl: 'http://127.0.0.1:1/jwks' });
    await expect(verify(await sign(CLAIMS, ours.privateKey, { alg: 'ES256', kid: 'one' }), remote)).rejects.toThrow(StaffIssuerUnreachable);
  });
});

/** The same signature under other claims. */
function withClaims(token: string, claims: object): string {
  const [header, , signature] = token.split('.');
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}
