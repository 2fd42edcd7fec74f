import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { withoutRequestId } from '../support/bodies.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRest } from '../support/rest.js';
import { addSeller } from '../support/sellers.js';

const SELLER = DEMO.sellerId('northside-sports');

describe.each(DOORS)('contract §4 row 3: POST /api/view-token ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const post = (query: Record<string, string>, request: Parameters<typeof callRest>[1] = {}) =>
    callRest(`${gateway.url}/api/view-token?${new URLSearchParams(query).toString()}`, { method: 'POST', ...request });

  it('answers 200 with exactly a url, which nobody may cache', async () => {
    const answer = await post({ sellerId: SELLER });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({ url: expect.stringMatching(new RegExp(`^${gateway.url}/view\\?jwt=[\\w-]+\\.[\\w-]+\\.[\\w-]+$`)) });
  });

  it.each([{}, { stripe: 'true' }, { stripe: 'nonsense' }])('signs a link bound to page, seller and broker that names no plan, for 300 s (with %j beside the sellerId)', async (more) => {
    const { url } = (await post({ sellerId: SELLER, ...more })).body as { url: string };
    const jwt = new URL(url).searchParams.get('jwt') ?? '';
    expect(decodeProtectedHeader(jwt)).toEqual({ alg: 'ES256', typ: 'link+jwt', kid: expect.any(String) });
    const issuedAt = gateway.clock.now().getTime() / 1000;
    expect(decodeJwt(jwt)).toStrictEqual({
      iss: gateway.url,
      aud: 'view',
      sub: SELLER,
      broker: DEMO.brokerIds.fitnessFinder,
      jti: expect.any(String),
      iat: issuedAt,
      exp: issuedAt + 300,
    });
  });

  it('makes another link every time, and keeps a row for each that names no plan', async () => {
    await addSeller(gateway, 'https://thrice.example/');
    const links = await Promise.all([1, 2, 3].map(() => post({ sellerId: 'https://thrice.example/' })));
    expect(new Set(links.map(({ text }) => text)).size).toBe(3);
    const rows = await gateway.store.fork().execute("select purpose, stripe from seller_link where seller_id = 'https://thrice.example/'");
    expect(rows).toEqual([1, 2, 3].map(() => ({ purpose: 'VIEW', stripe: null })));
  });

  it.each([
    ['an unknown seller', 'https://nobody.example/'],
    ['a seller that is not onboarded', DEMO.sellerId('parkside-runners')],
    ['a seller that has opted out', DEMO.sellerId('old-town-dance')],
    ["another broker's seller", DEMO.sellerId('harbour-sailing')],
    ['a sellerId in another spelling', SELLER.toUpperCase().replace('HTTPS', 'https')],
  ])('answers 404 to %s, in the same words, and keeps no row', async (_case, sellerId) => {
    const before = await countLinks();
    const answer = await post({ sellerId });
    expect(answer.status).toBe(404);
    expect(withoutRequestId(answer.body)).toEqual({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'platform:UnknownSellerError',
      description: 'You manage no onboarded seller with this sellerId.',
    });
    expect(await countLinks()).toBe(before);
  });

  it('lets each broker reach its own sellers only', async () => {
    const apiKey = DEMO.apiKeys.clubCompass;
    expect((await post({ sellerId: DEMO.sellerId('harbour-sailing') }, { apiKey })).status).toBe(200);
    expect((await post({ sellerId: SELLER }, { apiKey })).status).toBe(404);
  });

  it('takes any body of any type as if there were none', async () => {
    const bodies = [{ body: '' }, { body: '{}' }, { body: { sellerId: 1 } }, { body: '{ not json', headers: { 'content-type': 'text/plain' } }, { body: 'a=b', headers: { 'content-type': 'x/y; z' } }];
    for (const body of bodies) expect((await post({ sellerId: SELLER }, body)).status).toBe(200);
  });

  it.each([
    ['no sellerId', {}, 'is required'],
    ['an empty sellerId', { sellerId: '' }, 'must be an absolute http or https URL'],
    ['a relative sellerId', { sellerId: '/sellers/42' }, 'must be an absolute http or https URL'],
    ['a sellerId of 2,049 characters', { sellerId: `https://sports.example/${'a'.repeat(2_049 - 23)}` }, 'must have at most 2048 characters'],
  ])('answers 400 to %s and says where', async (_case, query, description) => {
    const answer = await post(query);
    expect(answer.status).toBe(400);
    expect(withoutRequestId(answer.body)).toEqual({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'platform:ValidationError',
      description: 'The request has a problem.',
      'platform:problems': [{ path: '/sellerId', description }],
    });
  });

  it('gives a missing and a wrong key the same 401, and says nothing else about the request', async () => {
    for (const apiKey of [null, '', 'nonsense', 'ck_test_demofitnessfinder_wrongwrongwrongwrongwrong']) {
      for (const query of [{ sellerId: SELLER }, { sellerId: 'https://nobody.example/' }, {}]) {
        const answer = await post(query, { apiKey });
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey /);
        expect(withoutRequestId(answer.body)).toMatchObject({ type: 'platform:UnauthenticatedError', description: 'This needs a valid API key in the header X-API-KEY.' });
      }
    }
  });

  it('refuses a publishable key: it may not reach sellers', async () => {
    expect((await post({ sellerId: SELLER }, { apiKey: DEMO.publishableKeys.fitnessFinder })).status).toBe(403);
  });

  const countLinks = async () => (await gateway.store.fork().execute('select id from seller_link')).length;
});
