import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { withoutRequestId } from '../support/bodies.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRest } from '../support/rest.js';
import { addSeller, storedSeller } from '../support/sellers.js';

const PAID_SELLER = DEMO.sellerId('northside-sports');
const FREE_SELLER = DEMO.sellerId('riverside-yoga');

describe.each(DOORS)('contract §4 row 2: POST /api/update-token ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const post = (query: Record<string, string>, request: Parameters<typeof callRest>[1] = {}) =>
    callRest(`${gateway.url}/api/update-token?${new URLSearchParams(query).toString()}`, { method: 'POST', ...request });

  it('answers 200 with exactly a url, which nobody may cache', async () => {
    const answer = await post({ stripe: 'false', sellerId: PAID_SELLER });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({ url: expect.stringMatching(new RegExp(`^${gateway.url}/update\\?jwt=[\\w-]+\\.[\\w-]+\\.[\\w-]+$`)) });
  });

  it.each(['true', 'false'] as const)('signs a link bound to page, seller, broker and plan, for 300 s (stripe=%s)', async (stripe) => {
    const { url } = (await post({ stripe, sellerId: PAID_SELLER })).body as { url: string };
    const jwt = new URL(url).searchParams.get('jwt') ?? '';
    expect(decodeProtectedHeader(jwt)).toEqual({ alg: 'ES256', typ: 'link+jwt', kid: expect.any(String) });
    const issuedAt = gateway.clock.now().getTime() / 1000;
    expect(decodeJwt(jwt)).toEqual({
      iss: gateway.url,
      aud: 'update',
      sub: PAID_SELLER,
      broker: DEMO.brokerIds.fitnessFinder,
      stripe: stripe === 'true',
      jti: expect.any(String),
      iat: issuedAt,
      exp: issuedAt + 300,
    });
  });

  it('makes another link every time, and keeps a row for each with the plan that it leads to', async () => {
    await addSeller(gateway, 'https://thrice.example/');
    const links = await Promise.all(['true', 'true', 'false'].map((stripe) => post({ stripe, sellerId: 'https://thrice.example/' })));
    expect(new Set(links.map(({ text }) => text)).size).toBe(3);
    const rows = await gateway.store.fork().execute("select purpose, stripe from seller_link where seller_id = 'https://thrice.example/'");
    const kept = rows.map(({ purpose, stripe }: Record<string, unknown>) => `${String(purpose)} ${Boolean(stripe)}`);
    expect(kept.toSorted()).toEqual(['UPDATE false', 'UPDATE true', 'UPDATE true']);
  });

  it.each([
    ['a Paid Seller', 'true', PAID_SELLER],
    ['a Free Seller', 'false', FREE_SELLER],
  ])('answers 200 to %s who keeps the plan', async (_case, stripe, sellerId) => {
    expect((await post({ stripe, sellerId })).status).toBe(200);
  });

  it.each([
    ['to Free', 'false', PAID_SELLER],
    ['to Paid', 'true', FREE_SELLER],
  ])('moves nobody by itself: the seller moves %s once it completes the page', async (_case, stripe, sellerId) => {
    const before = await storedSeller(gateway, sellerId);
    expect((await post({ stripe, sellerId })).status).toBe(200);
    expect(await storedSeller(gateway, sellerId)).toEqual(before);
  });

  it.each([
    ['an unknown seller', 'https://nobody.example/'],
    ['a seller that is not onboarded', DEMO.sellerId('parkside-runners')],
    ['a seller that has opted out', DEMO.sellerId('old-town-dance')],
    ["another broker's seller", DEMO.sellerId('harbour-sailing')],
    ['a sellerId in another spelling', `${PAID_SELLER}/`],
  ])('answers 404 to %s, in the same words, and keeps no row', async (_case, sellerId) => {
    const before = await countLinks();
    const answer = await post({ stripe: 'true', sellerId });
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
    expect((await post({ stripe: 'true', sellerId: DEMO.sellerId('harbour-sailing') }, { apiKey })).status).toBe(200);
    expect((await post({ stripe: 'true', sellerId: PAID_SELLER }, { apiKey })).status).toBe(404);
  });

  it('takes any body of any type as if there were none', async () => {
    const bodies = [{ body: '' }, { body: '{}' }, { body: { stripe: 'yes' } }, { body: '{ not json', headers: { 'content-type': 'text/plain' } }, { body: 'a=b', headers: { 'content-type': 'x/y; z' } }];
    for (const body of bodies) expect((await post({ stripe: 'true', sellerId: PAID_SELLER }, body)).status).toBe(200);
  });

  it('names every problem at once', async () => {
    const answer = await post({ stripe: 'yes', sellerId: 'sports.example/42' });
    expect(answer.status).toBe(400);
    expect(withoutRequestId(answer.body)).toEqual({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'platform:ValidationError',
      description: 'The request has 2 problems.',
      'platform:problems': [
        { path: '/stripe', description: 'must be "true" or "false"' },
        { path: '/sellerId', description: 'must be an absolute http or https URL' },
      ],
    });
  });

  it.each([
    ['nothing', {}, ['/stripe', '/sellerId']],
    ['no stripe', { sellerId: PAID_SELLER }, ['/stripe']],
    ['a stripe that is neither', { stripe: '1', sellerId: PAID_SELLER }, ['/stripe']],
    ['no sellerId', { stripe: 'true' }, ['/sellerId']],
    ['another scheme', { stripe: 'true', sellerId: 'ftp://sports.example/42' }, ['/sellerId']],
  ])('answers 400 to %s and says where', async (_case, query, paths) => {
    const answer = await post(query);
    expect(answer.status).toBe(400);
    expect((answer.body as { 'platform:problems': { path: string }[] })['platform:problems'].map(({ path }) => path)).toEqual(paths);
  });

  it('gives a missing and a wrong key the same 401, and says nothing else about the request', async () => {
    for (const apiKey of [null, '', 'nonsense', 'ck_test_demofitnessfinder_wrongwrongwrongwrongwrong']) {
      for (const query of [{ stripe: 'true', sellerId: PAID_SELLER }, { stripe: 'true', sellerId: 'https://nobody.example/' }, { stripe: 'yes' }]) {
        const answer = await post(query, { apiKey });
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey /);
        expect(withoutRequestId(answer.body)).toMatchObject({ type: 'platform:UnauthenticatedError', description: 'This needs a valid API key in the header X-API-KEY.' });
      }
    }
  });

  it('refuses a publishable key: it may not reach sellers', async () => {
    expect((await post({ stripe: 'true', sellerId: PAID_SELLER }, { apiKey: DEMO.publishableKeys.fitnessFinder })).status).toBe(403);
  });

  const countLinks = async () => (await gateway.store.fork().execute('select id from seller_link')).length;
});
