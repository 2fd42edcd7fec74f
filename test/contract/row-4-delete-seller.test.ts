import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { sessionBody, withoutRequestId } from '../support/bodies.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { callRaw, DEMO_KEY } from '../support/raw-http.js';
import { callRest } from '../support/rest.js';
import { addSeller, storedSeller } from '../support/sellers.js';
import { createStandalone } from '../support/standalone.js';

/** Addresses that proxies, routers and parsers like to mend. None may be. */
const AWKWARD: readonly (readonly [string, string])[] = [
  ['%2F', 'https://awkward.example/a%2Fb'],
  ['%25', 'https://awkward.example/100%25'],
  ['a lone %', 'https://awkward.example/100%'],
  ['//', 'https://awkward.example//a//b'],
  ['a query', 'https://awkward.example/s?query=1&x=2'],
  ['two question marks', 'https://awkward.example/s?a=?b'],
  ['a trailing slash', 'https://awkward.example/s/'],
  ['no trailing slash', 'https://awkward.example/s'],
  ['#', 'https://awkward.example/s#main'],
  ['dot segments', 'https://awkward.example/a/../b/./c'],
  ['capitals', 'HTTPS://Awkward.Example/S'],
  ['a default port', 'https://awkward.example:443/s'],
  ['+', 'https://awkward.example/a+b'],
  [';', 'https://awkward.example/a;b=c'],
  ['non-ASCII', 'https://awkward.example/café/東京/🏸'],
  ['another normal form', 'https://awkward.example/cafe\u0301'],
  ["the path's own name", 'https://awkward.example/api/sellers/1'],
  ['2,000 characters', `https://awkward.example/${randomBytes(2_000).toString('hex')}`.slice(0, 2_000)],
];

/** A raw % starts an escape, a raw # never leaves a client, and HTTP has no raw characters beyond ASCII. */
const SENT_RAW = AWKWARD.filter(([, sellerId]) => !/[%#]|[^\u0021-\u007e]/u.test(sellerId));

describe.each(DOORS)('contract §4 row 4: DELETE /api/sellers/<sellerId> ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
    for (const [, sellerId] of AWKWARD) await addSeller(gateway, sellerId);
  });
  afterAll(() => gateway.stop());

  /** Sends the rest of the path exactly as given. */
  const remove = (rest: string, headers: Record<string, string> = DEMO_KEY) => callRaw(gateway.url, { method: 'DELETE', target: `/api/sellers/${rest}`, headers });
  const graphqlSeller = async (sellerId: string) => {
    const { data } = await callGraphql(gateway.graphqlUrl, 'query ($sellerId: String!) { seller(sellerId: $sellerId) { sellerId status } }', { sellerId });
    return data.seller;
  };

  it('answers 204 without a body, once and again, and the second time changes nothing', async () => {
    const sellerId = 'https://once-and-again.example/';
    await addSeller(gateway, sellerId, 'PAID');
    const { version } = await storedSeller(gateway, sellerId);
    for (const _ of ['once', 'again']) {
      const answer = await remove(encodeURIComponent(sellerId));
      expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([204, '', undefined]);
      expect(await storedSeller(gateway, sellerId)).toEqual({ status: 'OPTED_OUT', version: version + 1 });
    }
  });

  it.each([
    ['an unknown seller', 'https://nobody.example/'],
    ['a seller that was never onboarded', DEMO.sellerId('parkside-runners')],
    ["another broker's seller", DEMO.sellerId('harbour-sailing')],
    ['a sellerId that is no address', 'nobody'],
    ['no sellerId at all', ''],
  ])('answers 404 to %s, in the same words', async (_case, sellerId) => {
    const answer = await remove(encodeURIComponent(sellerId));
    expect(answer.status).toBe(404);
    expect(withoutRequestId(JSON.parse(answer.text))).toEqual({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'platform:UnknownSellerError',
      description: 'You manage no onboarded seller with this sellerId.',
    });
  });

  it("moves nothing of another broker's", async () => {
    const sellerId = DEMO.sellerId('harbour-sailing');
    const before = await storedSeller(gateway, sellerId);
    expect((await remove(sellerId)).status).toBe(404);
    expect(await storedSeller(gateway, sellerId)).toEqual(before);
  });

  describe.each(AWKWARD)('a sellerId with %s', (_case, sellerId) => {
    it('onboards as the same characters', async () => {
      for (const target of queries(sellerId)) {
        const answer = await callRaw(gateway.url, { method: 'POST', target: `/api/onboard-token?stripe=true&sellerId=${target}`, headers: DEMO_KEY });
        expect(answer.status, target).toBe(200);
        expect(decodeJwt(new URL((JSON.parse(answer.text) as { url: string }).url).searchParams.get('jwt') ?? '').sub).toBe(sellerId);
      }
    });

    it('is found by GraphQL, and deleted by its encoded form, and nothing else is', async () => {
      expect(await graphqlSeller(sellerId)).toMatchObject({ sellerId });
      const others = await openSellers();
      expect((await remove(encodeURIComponent(sellerId))).status).toBe(204);
      expect(await graphqlSeller(sellerId)).toEqual({ sellerId, status: 'OPTED_OUT' });
      expect(await openSellers()).toEqual(others.filter((other) => other !== sellerId));
    });
  });

  it.each(SENT_RAW)('deletes by the raw form too a sellerId with %s', async (_case, sellerId) => {
    const raw = sellerId.replace(/awkward/i, 'raw');
    await addSeller(gateway, raw);
    expect((await remove(raw)).status).toBe(204);
    expect((await storedSeller(gateway, raw)).status).toBe('OPTED_OUT');
  });

  it('decodes exactly once: %252F names the seller with %2F, and %2F the one with a slash', async () => {
    await addSeller(gateway, 'https://once.example/a%2Fb');
    await addSeller(gateway, 'https://once.example/a/b');
    expect((await remove('https://once.example/a%252Fb')).status).toBe(204);
    expect((await storedSeller(gateway, 'https://once.example/a%2Fb')).status).toBe('OPTED_OUT');
    expect((await storedSeller(gateway, 'https://once.example/a/b')).status).toBe('FREE');
    expect((await remove('https://once.example/a%2Fb')).status).toBe(204);
    expect((await storedSeller(gateway, 'https://once.example/a/b')).status).toBe('OPTED_OUT');
  });

  it('takes any body of any type as if there were none', async () => {
    const bodies = [{ body: '{}', type: 'application/json' }, { body: '{ not json', type: 'application/json' }, { body: 'a=b', type: 'x/y; z' }, { body: '<a/>', type: 'text/xml' }];
    for (const [index, { body, type }] of bodies.entries()) {
      const sellerId = `https://bodies.example/${index}`;
      await addSeller(gateway, sellerId);
      const answer = await callRaw(gateway.url, { method: 'DELETE', target: `/api/sellers/${sellerId}`, headers: { ...DEMO_KEY, 'content-type': type }, body });
      expect(answer.status).toBe(204);
      expect((await storedSeller(gateway, sellerId)).status).toBe('OPTED_OUT');
    }
  });

  it('answers 204 to each of 20 at once, and moves the seller once', async () => {
    const sellerId = 'https://race.example/';
    await addSeller(gateway, sellerId);
    const { version } = await storedSeller(gateway, sellerId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => remove(encodeURIComponent(sellerId))));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 204));
    expect(await storedSeller(gateway, sellerId)).toEqual({ status: 'OPTED_OUT', version: version + 1 });
  });

  it('gives a missing and a wrong key the same 401, whoever the seller is, and moves nothing', async () => {
    const sellerId = DEMO.sellerId('northside-sports');
    for (const headers of [{}, { 'x-api-key': '' }, { 'x-api-key': 'nonsense' }, { 'x-api-key': 'ck_test_demofitnessfinder_wrongwrongwrongwrongwrong' }]) {
      for (const named of [sellerId, 'https://nobody.example/']) {
        const answer = await remove(encodeURIComponent(named), headers);
        expect(answer.status).toBe(401);
        expect(answer.headers['www-authenticate']).toMatch(/^ApiKey /);
        expect(JSON.parse(answer.text)).toMatchObject({ type: 'platform:UnauthenticatedError', description: 'This needs a valid API key in the header X-API-KEY.' });
      }
    }
    expect((await storedSeller(gateway, sellerId)).status).toBe('PAID');
  });

  it("ends the booking of the seller's items on both doors, and keeps what was created before", async () => {
    const create = () => callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', body: sessionBody(gateway.url) });
    const before = await create();
    expect(before.status).toBe(201);
    expect((await remove(DEMO.sellerId('riverside-yoga'))).status).toBe(204);

    for (const answer of [await create(), await createStandalone(gateway.url)]) {
      expect([answer.status, answer.body]).toEqual([
        400,
        { '@context': ['https://openactive.io/', `${gateway.url}/ns`], type: 'UnavailableOpportunityError', description: 'This organiser does not take bookings here any more.' },
      ]);
    }
    const { data } = await callGraphql(gateway.graphqlUrl, '{ opportunity(identifier: "demo-free") { bookability { isBookable reasons opensAt } checkoutUrlTemplate } }');
    expect(data.opportunity).toEqual({ bookability: { isBookable: false, reasons: ['SELLER_OPTED_OUT'], opensAt: null }, checkoutUrlTemplate: null });
    expect((await callRest(before.headers.get('location') ?? '')).text).toBe(before.text);
  });

  it('refuses links for the seller until it is onboarded again', async () => {
    const sellerId = 'https://gone.example/';
    await addSeller(gateway, sellerId);
    await remove(sellerId);
    const post = async (page: string) => (await callRest(`${gateway.url}/api/${page}-token?${new URLSearchParams({ stripe: 'true', sellerId }).toString()}`, { method: 'POST' })).status;
    expect([await post('update'), await post('view'), await post('onboard')]).toEqual([404, 404, 200]);
  });

  const openSellers = async (): Promise<string[]> => {
    const rows = await gateway.store.reads.selectFrom('seller').where('status', '!=', 'OPTED_OUT').select('seller_id').execute();
    return rows.map(({ seller_id }) => seller_id).toSorted();
  };
});

/** The ways in which a client may put a sellerId into a query: encoded throughout, or no more than the query needs. */
function queries(sellerId: string): string[] {
  const sparse = sellerId.replace(/[%#&+]|[^\u0000-\u007f]/gu, encodeURIComponent); // oxlint-disable-line no-control-regex
  return [encodeURIComponent(sellerId), new URLSearchParams({ sellerId }).toString().slice('sellerId='.length), sparse];
}
