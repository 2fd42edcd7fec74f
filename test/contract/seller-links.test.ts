import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, exportSPKI, importJWK, jwtVerify, SignJWT, UnsecuredJWT, type JWK, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLinkKeys, parseLinkKeys } from '../../src/access/link-keys.js';
import { SellerFlow } from '../../src/seller/seller-flow.entity.js';
import { SellerLink } from '../../src/seller/seller-link.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { STORES, type StoreKind } from '../support/stores.js';
import { callRest } from '../support/rest.js';

const ISSUER = 'https://sellers.example';
const SELLER_ID = 'https://clubs.example/badminton';
const NORTHSIDE = DEMO.sellerId('northside-sports');

type Page = 'onboard' | 'update' | 'view';

interface Opened {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The flow's cookie as a browser would send it back. */
  readonly cookie: string | undefined;
}

const keySet = (text: string): JWK[] => (JSON.parse(text) as { keys: JWK[] }).keys;
const asSetting = (...keys: readonly JWK[]): string => JSON.stringify({ keys });

async function open({ url }: Pick<TestGateway, 'url'>, page: Page, jwt: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}): Promise<Opened> {
  const response = await fetch(`${url}/${page}?jwt=${jwt}`, { method, headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text(), cookie: response.headers.get('set-cookie')?.split(';')[0] };
}

/** The JWT of a fresh link, from the contract's own path. */
async function linkFor({ url }: Pick<TestGateway, 'url'>, page: Page, sellerId: string, stripe = false): Promise<string> {
  const plan = page === 'view' ? '' : `stripe=${stripe}&`;
  const { body } = await callRest(`${url}/api/${page}-token?${plan}sellerId=${encodeURIComponent(sellerId)}`, { method: 'POST' });
  const link = new URL((body as { url: string }).url);
  expect(`${link.origin}${link.pathname}`).toBe(`${ISSUER}/${page}`);
  return link.searchParams.get('jwt') ?? '';
}

describe.each(DOORS)('contract §5.2: a seller link opens once ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  let keys: string;
  beforeAll(async () => {
    keys = await generateLinkKeys();
    gateway = await startTestGateway(door, { SELLERS_URL: ISSUER, LINK_SIGNING_KEYS: keys });
  });
  afterAll(() => gateway.stop());

  const opensOf = async () => {
    const em = gateway.store.fork();
    return { flows: await em.count(SellerFlow), opened: await em.count(SellerLink, { openedAt: { $ne: null } }) };
  };

  it.each([
    ['onboard', SELLER_ID],
    ['update', NORTHSIDE],
    ['view', NORTHSIDE],
  ] as const)('shows the %s page to the first browser, and 410 with the broker’s name to any other', async (page, sellerId) => {
    const jwt = await linkFor(gateway, page, sellerId);
    const first = await open(gateway, page, jwt);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(first.headers.get('set-cookie')).toMatch(/^seller_flow_[0-9a-f-]{36}=\S+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/);
    expect([first.headers.get('cache-control'), first.headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    const before = await opensOf();
    for (const headers of [{}, { cookie: 'seller_flow_x=y' }, { cookie: `${first.cookie}x` }]) {
      const other = await open(gateway, page, jwt, { headers });
      expect([other.status, other.cookie]).toEqual([410, undefined]);
      expect(other.text).toContain('Fitness Finder');
      expect(other.headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect(await opensOf()).toEqual(before);
  });

  it('lets the browser that opened it in again, into the same flow, even when the link’s own time is over', async () => {
    const jwt = await linkFor(gateway, 'onboard', SELLER_ID);
    const { cookie = '' } = await open(gateway, 'onboard', jwt);
    const before = await opensOf();
    expect(await open(gateway, 'onboard', jwt, { headers: { cookie } })).toMatchObject({ status: 200, cookie });
    gateway.clock.advance(301);
    expect(await open(gateway, 'onboard', jwt, { headers: { cookie: `seller_flow_${newUuid()}=nonsense; ${cookie}` } })).toMatchObject({ status: 200, cookie });
    gateway.clock.advance(30 * 60);
    expect(await open(gateway, 'onboard', jwt, { headers: { cookie } })).toMatchObject({ status: 410, cookie: undefined });
    expect(await opensOf()).toEqual(before);
  });

  it('is not used up by 20 requests of what only looks ahead', async () => {
    const jwt = await linkFor(gateway, 'onboard', SELLER_ID);
    const before = await opensOf();
    const signs = [{ 'sec-purpose': 'prefetch' }, { 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }, { 'x-purpose': 'preview' }, { 'x-moz': 'prefetch' }];
    const requests = Array.from({ length: 4 }, () => [...signs.slice(0, 4).map((headers) => ({ headers })), { method: 'HEAD' }]).flat();
    expect(requests).toHaveLength(20);
    for (const request of [...requests, { headers: signs[4] ?? {} }]) {
      const looked = await open(gateway, 'onboard', jwt, request);
      expect([looked.status, looked.text, looked.cookie]).toEqual([200, '', undefined]);
    }
    expect(await opensOf()).toEqual(before);
    expect((await open(gateway, 'onboard', jwt)).status).toBe(200);
  });

  it('is over after 300 s: 410 with the broker’s name; in the last second it still opens', async () => {
    const [late, early] = [await linkFor(gateway, 'onboard', SELLER_ID), await linkFor(gateway, 'onboard', SELLER_ID)];
    const before = await opensOf();
    gateway.clock.advance(299);
    expect((await open(gateway, 'onboard', early)).status).toBe(200);
    gateway.clock.advance(1);
    const { status, text, cookie } = await open(gateway, 'onboard', late);
    expect([status, cookie]).toEqual([410, undefined]);
    expect(text).toContain('Fitness Finder');
    expect(await opensOf()).toEqual({ flows: before.flows + 1, opened: before.opened + 1 });
  });

  it('answers 400 to everything that we did not make for this page, and uses nothing up', async () => {
    const jwt = await linkFor(gateway, 'onboard', SELLER_ID, true);
    const theirs = await linkFor(gateway, 'update', NORTHSIDE, true);
    const before = await opensOf();
    const forged = await forgeriesOf(jwt, keys);
    expect(Object.keys(forged).length).toBeGreaterThanOrEqual(30);
    for (const [name, forgery] of Object.entries(forged)) {
      const { status, cookie, text } = await open(gateway, 'onboard', forgery);
      expect([status, cookie], name).toEqual([400, undefined]);
      expect(text, name).not.toContain('Fitness Finder');
    }
    const { aud: _aud, ...claims } = decodeJwt(jwt);
    expect((await open(gateway, 'update', await signed(keys, { ...claims, aud: 'update' }))).status, 'signed anew for another page').toBe(400);
    for (const page of ['onboard', 'view'] as const) expect((await open(gateway, page, theirs)).status, `an update link on the page ${page}`).toBe(400);
    for (const page of ['update', 'view'] as const) expect((await open(gateway, page, jwt)).status, `an onboard link on the page ${page}`).toBe(400);
    for (const query of ['', `?jwt=${jwt}&jwt=${jwt}`, `?JWT=${jwt}`, `?jwt[]=${jwt}`]) expect((await fetch(`${gateway.url}/onboard${query}`)).status, query).toBe(400);
    expect(await opensOf()).toEqual(before);
    expect((await open(gateway, 'onboard', jwt)).status, 'the genuine one').toBe(200);
    expect((await open(gateway, 'update', theirs)).status, 'the genuine other one').toBe(200);
  });

  it('answers a forged link whose time is over with 400 too: only one of ours is told that it is late', async () => {
    const jwt = await linkFor(gateway, 'onboard', SELLER_ID);
    gateway.clock.advance(301);
    const stranger = keySet(await generateLinkKeys())[0] ?? {};
    expect((await open(gateway, 'onboard', await signed(asSetting({ ...stranger, kid: decodeProtectedHeader(jwt).kid ?? '' }), decodeJwt(jwt)))).status).toBe(400);
    expect((await open(gateway, 'onboard', await signed(keys, { ...decodeJwt(jwt), stripe: true }))).status).toBe(400);
    expect((await open(gateway, 'onboard', jwt)).status).toBe(410);
  });
});

/** A JWT with a header and claims of the test's choice, signed with the first key of a set. */
async function signed(keys: string, claims: JWTPayload, header: object = {}): Promise<string> {
  const [key = {}] = keySet(keys);
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'link+jwt', kid: key.kid ?? '', ...header }).sign(await importJWK(key, 'ES256'));
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** What somebody may make of a genuine onboard link, by name. */
async function forgeriesOf(jwt: string, keys: string): Promise<Readonly<Record<string, string>>> {
  const claims = decodeJwt(jwt);
  const { publicKey, publicJwk, id: kid } = (await parseLinkKeys(keys)).current;
  const stranger = await generateLinkKeys();
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const without = (name: string) => signed(keys, Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name)));
  const other = (more: JWTPayload) => signed(keys, { ...claims, ...more });
  const hmac = async (secret: Uint8Array) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'link+jwt', kid }).sign(secret);
  return {
    'alg none': new UnsecuredJWT(claims).encode(),
    'alg none with our kid': `${encode({ alg: 'none', typ: 'link+jwt', kid })}.${body}.`,
    'alg none with the genuine signature': `${encode({ alg: 'none', typ: 'link+jwt', kid })}.${body}.${signature}`,
    'HS256 with the public key in PEM': await hmac(Buffer.from(await exportSPKI(publicKey))),
    'HS256 with the public key as JWK': await hmac(Buffer.from(JSON.stringify(publicJwk))),
    'another alg': `${encode({ alg: 'ES384', typ: 'link+jwt', kid })}.${body}.${signature}`,
    'another type': await signed(keys, claims, { typ: 'JWT' }),
    'no type': await signed(keys, claims, { typ: undefined }),
    'an unknown critical header': `${encode({ alg: 'ES256', typ: 'link+jwt', kid, crit: ['x'], x: 1 })}.${body}.${signature}`,
    'an unknown key': await signed(keys, claims, { kid: 'nobody' }),
    'no key': await signed(keys, claims, { kid: undefined }),
    'a key by a path': await signed(keys, claims, { kid: '__proto__' }),
    'a stranger’s key under our kid': await signed(asSetting({ ...keySet(stranger)[0], kid }), claims),
    'a stranger’s key under its own kid': await signed(stranger, claims),
    'a stranger’s key that it brings along': await signed(stranger, claims, { kid, jwk: keySet(stranger)[0] }),
    'another audience': await other({ aud: 'view' }),
    'no audience': await without('aud'),
    'another issuer': await other({ iss: 'https://elsewhere.example' }),
    'no issuer': await without('iss'),
    'the other plan': await other({ stripe: claims['stripe'] !== true }),
    'no plan': await without('stripe'),
    'a plan as text': await other({ stripe: 'true' }),
    'another broker': await other({ broker: DEMO.brokerIds.clubCompass }),
    'a broker that is none': await other({ broker: 'nobody' }),
    'no broker': await without('broker'),
    'another seller': await other({ sub: NORTHSIDE }),
    'nearly the same seller': await other({ sub: `${SELLER_ID}/` }),
    'no seller': await without('sub'),
    'an unknown jti': await other({ jti: newUuid() }),
    'a jti that is none': await other({ jti: "' or 1=1 --" }),
    'no jti': await without('jti'),
    'no end': await without('exp'),
    'an end as text': await other({ exp: '2099' as unknown as number }),
    'no beginning': await without('iat'),
    'a beginning to come': await other({ nbf: (claims.exp ?? 0) - 1 }),
    'claims of another link under this signature': `${head}.${encode({ ...claims, stripe: false })}.${signature}`,
    'cut off in the signature': jwt.slice(0, -3),
    'cut off in the claims': jwt.slice(0, head.length + 20),
    'without its signature': `${head}.${body}.`,
    'an extra part': `${jwt}.${signature}`,
    'an extra dot': `${jwt}.`,
    'a space in it': `${head}.%20${body}.${signature}`,
    nothing: '',
    dots: '..',
    nonsense: 'nonsense',
    'not JSON': `${Buffer.from('{').toString('base64url')}.${body}.${signature}`,
  };
}

describe.each(STORES)('contract §5.2: 50 browsers at once (%s)', (store) => {
  it('let one in, whichever gateway they came to, and make one flow', async () => {
    const settings = { SELLERS_URL: ISSUER, LINK_SIGNING_KEYS: await generateLinkKeys() };
    const first = await startTestGateway({ store, adapter: 'in process' }, settings);
    const gateways = store === 'postgres' ? [first, await startTestGateway({ store, adapter: 'in process' }, { ...settings, DATABASE_URL: first.databaseUrl })] : [first];
    try {
      for (const sellerId of [SELLER_ID, DEMO.sellerId('parkside-runners')]) {
        const jwt = await linkFor(first, 'onboard', sellerId, true);
        const opened = await Promise.all(Array.from({ length: 50 }, (_, index) => open(gateways[index % gateways.length] ?? first, 'onboard', jwt)));
        expect(opened.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 49 }, () => 410)]);
        expect(opened.filter(({ cookie }) => cookie !== undefined).map(({ status }) => status)).toEqual([200]);
        const jti = decodeJwt(jwt).jti ?? '';
        expect(await first.store.fork().count(SellerFlow, { link: jti })).toBe(1);
      }
    } finally {
      for (const gateway of gateways) await gateway.stop();
    }
  });
});

describe.each(STORES)('contract §5.2: the keys that sign links (%s)', (store) => {
  it('are two while one takes over from the other, and a link of a key that is gone is not ours any more', async () => {
    const [older = {}] = keySet(await generateLinkKeys());
    const [newer = {}] = keySet(await generateLinkKeys());
    const before = await startWithKeys(store, {}, older);
    const [opened, left] = [await linkFor(before, 'onboard', SELLER_ID), await linkFor(before, 'onboard', SELLER_ID)];
    await before.stop();
    const same = { DATABASE_URL: before.databaseUrl };

    const during = await startWithKeys(store, same, newer, older);
    expect((await open(during, 'onboard', opened)).status, 'signed with the older key').toBe(200);
    const fresh = await linkFor(during, 'onboard', SELLER_ID);
    expect(decodeProtectedHeader(fresh)).toEqual({ alg: 'ES256', typ: 'link+jwt', kid: newer.kid });
    const published = await fetch(`${during.url}/.well-known/jwks.json`);
    const { keys } = (await published.json()) as { keys: JWK[] };
    expect([published.status, published.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect(keys).toEqual([newer, older].map(({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' })));
    const jwks = createRemoteJWKSet(new URL(`${during.url}/.well-known/jwks.json`));
    for (const jwt of [left, fresh]) {
      const { payload } = await jwtVerify(jwt, jwks, { algorithms: ['ES256'], typ: 'link+jwt', issuer: ISSUER, audience: 'onboard', currentDate: during.clock.now() });
      expect(payload).toMatchObject({ sub: SELLER_ID, broker: DEMO.brokerIds.fitnessFinder, stripe: false });
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    }
    await during.stop();

    const after = await startWithKeys(store, same, newer);
    expect((await open(after, 'onboard', left)).status, 'signed with a key that is gone').toBe(400);
    expect((await open(after, 'onboard', fresh)).status).toBe(200);
    await after.stop();
  });
});

function startWithKeys(store: StoreKind, settings: Record<string, string>, ...keys: readonly JWK[]): Promise<TestGateway> {
  return startTestGateway({ store, adapter: 'in process' }, { SELLERS_URL: ISSUER, LINK_SIGNING_KEYS: asSetting(...keys), ...settings });
}
