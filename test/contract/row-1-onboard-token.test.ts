import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { withoutRequestId } from '../support/bodies.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRest } from '../support/rest.js';

const SELLER_ID = 'https://sports.example/sellers/42?branch=a%2Fb#main';

describe.each(DOORS)('contract §4 row 1: POST /api/onboard-token ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const post = (query: Record<string, string>, request: Parameters<typeof callRest>[1] = {}) =>
    callRest(`${gateway.url}/api/onboard-token?${new URLSearchParams(query).toString()}`, { method: 'POST', ...request });

  it('answers 200 with exactly a url, which nobody may cache', async () => {
    const answer = await post({ stripe: 'true', sellerId: SELLER_ID });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({ url: expect.stringMatching(new RegExp(`^${gateway.url}/onboard\\?jwt=[\\w-]+\\.[\\w-]+\\.[\\w-]+$`)) });
  });

  it.each(['true', 'false'] as const)('signs a link bound to page, seller, broker and plan, for 300 s (stripe=%s)', async (stripe) => {
    const { url } = (await post({ stripe, sellerId: SELLER_ID })).body as { url: string };
    const jwt = new URL(url).searchParams.get('jwt') ?? '';
    expect(decodeProtectedHeader(jwt)).toEqual({ alg: 'ES256', typ: 'link+jwt', kid: expect.any(String) });
    const issuedAt = gateway.clock.now().getTime() / 1000;
    expect(decodeJwt(jwt)).toEqual({
      iss: gateway.url,
      aud: 'onboard',
      sub: SELLER_ID,
      broker: DEMO.brokerIds.fitnessFinder,
      stripe: stripe === 'true',
      jti: expect.any(String),
      iat: issuedAt,
      exp: issuedAt + 300,
    });
  });

  it('makes another link every time, and keeps a row for each', async () => {
    const links = await Promise.all([1, 2, 3].map(() => post({ stripe: 'false', sellerId: 'https://thrice.example/' })));
    expect(new Set(links.map(({ text }) => text)).size).toBe(3);
    const rows = await gateway.store.orm.em.fork().execute("select * from seller_link where seller_id = 'https://thrice.example/'");
    expect(rows).toHaveLength(3);
  });

  it('takes any body of any type as if there were none', async () => {
    const bodies = [{ body: '' }, { body: '{}' }, { body: '{ not json', headers: { 'content-type': 'text/plain' } }, { body: 'a=b', headers: { 'content-type': 'x/y; z' } }];
    for (const body of bodies) expect((await post({ stripe: 'true', sellerId: SELLER_ID }, body)).status).toBe(200);
  });

  it('names every problem at once and keeps no row', async () => {
    const before = await countLinks();
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
    expect(await countLinks()).toBe(before);
  });

  it.each([
    ['nothing', {}],
    ['no stripe', { sellerId: SELLER_ID }],
    ['no sellerId', { stripe: 'true' }],
    ['a relative sellerId', { stripe: 'true', sellerId: '/sellers/42' }],
    ['another scheme', { stripe: 'true', sellerId: 'ftp://sports.example/42' }],
    ['a script', { stripe: 'true', sellerId: 'javascript:alert(1)' }],
    ['a line break', { stripe: 'true', sellerId: 'https://sports.example/a\r\nb' }],
    ['NUL', { stripe: 'true', sellerId: 'https://sports.example/\u0000' }],
  ])('answers 400 to %s', async (_case, query) => {
    expect((await post(query as Record<string, string>)).status).toBe(400);
  });

  it('gives a missing and a wrong key the same 401, and says nothing else about the request', async () => {
    const wrong = [null, '', 'nonsense', 'ck_test_demofitnessfinder_wrongwrongwrongwrongwrong', 'ck_test_nobody_notasecretbecauseitisprintedinthereadme1'];
    for (const apiKey of wrong) {
      for (const query of [{ stripe: 'true', sellerId: SELLER_ID }, { stripe: 'yes' }]) {
        const answer = await post(query, { apiKey });
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey /);
        expect(withoutRequestId(answer.body)).toEqual({
          '@context': ['https://openactive.io/', `${gateway.url}/ns`],
          type: 'platform:UnauthenticatedError',
          description: 'This needs a valid API key in the header X-API-KEY.',
        });
      }
    }
  });

  const countLinks = async () => (await gateway.store.orm.em.fork().execute('select id from seller_link')).length;
});
