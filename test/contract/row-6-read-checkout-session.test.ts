import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { Customer } from '../../src/customer/customer.entity.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { sessionBody, withOrder, withoutRequestId } from '../support/bodies.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRest, type RestAnswer } from '../support/rest.js';
import { freshDatabaseUrl } from '../support/stores.js';

const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA';

const idOf = ({ headers }: RestAnswer): string => headers.get('location') ?? '';

describe.each(DOORS)('contract §4 row 6: GET /api/checkout-sessions/<identifier> ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const create = async (at: TestGateway = gateway, body: object = sessionBody(at.url)): Promise<RestAnswer> => {
    const answer = await callRest(`${at.url}/api/checkout-sessions`, { method: 'POST', body });
    expect(answer.status, answer.text).toBe(201);
    return answer;
  };
  const addressOf = (identifier: string) => `${gateway.url}/api/checkout-sessions/${identifier}`;

  it('answers 200 with the bytes of the 201', async () => {
    const answer = await create();
    const again = await callRest(idOf(answer));
    expect(again.status).toBe(200);
    expect(again.headers.get('content-type')).toBe('application/json');
    expect(again.text).toBe(answer.text);
  });

  it('gives the same bytes to a session without optional members', async () => {
    const { 'platform:navigationLinks': _, ...body } = withOrder(sessionBody(gateway.url), {
      customer: { type: 'Person', givenName: 'Ada', familyName: 'Clarke', email: 'ada.clarke@example.com' },
    });
    const answer = await create(gateway, body);
    expect((await callRest(idOf(answer))).text).toBe(answer.text);
  });

  it('answers 404 to what nobody has created, whatever it looks like', async () => {
    for (const identifier of [UNKNOWN, 'x', '%F0%9F%8E%BE', 'a%2Fb', 'x'.repeat(3_000), "'%20or%201=1--"]) {
      const answer = await callRest(addressOf(identifier));
      expect(answer.status).toBe(404);
      expect(withoutRequestId(answer.body)).toEqual({
        '@context': ['https://openactive.io/', `${gateway.url}/ns`],
        type: 'platform:NotFoundError',
        description: 'There is nothing at this address.',
      });
    }
  });

  it('tells another broker’s session apart from none by nothing', async () => {
    const session = await create();
    const foreign = await callRest(idOf(session), { apiKey: DEMO.apiKeys.clubCompass });
    const none = await callRest(addressOf(UNKNOWN), { apiKey: DEMO.apiKeys.clubCompass });
    expect(foreign.status).toBe(404);
    expect(foreign.status).toBe(none.status);
    expect(withoutRequestId(foreign.body)).toEqual(withoutRequestId(none.body));
    expect([...foreign.headers.keys()]).toEqual([...none.headers.keys()]);
  });

  it('gives a missing and a wrong key the same 401, whether or not the session exists', async () => {
    const session = await create();
    for (const apiKey of [null, '', 'nonsense', `${DEMO.apiKeys.fitnessFinder}x`]) {
      for (const address of [idOf(session), addressOf(UNKNOWN)]) {
        const answer = await callRest(address, { apiKey });
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey /);
        expect(withoutRequestId(answer.body)).toMatchObject({ type: 'platform:UnauthenticatedError' });
      }
    }
  });

  it('answers an unexpected failure with 500 and a request id, and nothing of its cause', async () => {
    const session = await create();
    const identifier = idOf(session).split('/').at(-1) ?? '';
    await gateway.store.orm.em.fork().execute(`update checkout_session set target_key_id = 'a-key-that-is-gone' where identifier = '${identifier}'`);
    const answer = await callRest(idOf(session));
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'platform:InternalError',
      description: 'Something went wrong on our side.',
      'platform:requestId': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('gives the same bytes after a start at other addresses, which only new sessions bear', async () => {
    const settings = { DATABASE_URL: await freshDatabaseUrl(door.store) };
    const before = await startTestGateway(door, settings);
    const answer = await create(before);
    await before.stop();
    const after = await startTestGateway(door, settings);
    const again = await callRest(idOf(answer).replace(before.url, after.url));
    const fresh = await create(after);
    await after.stop();
    expect(again.text).toBe(answer.text);
    expect(again.text).not.toContain(after.url);
    expect(idOf(fresh)).toContain(after.url);
  });

  /* The last test, since nothing can be booked after it. */
  it('gives the same bytes whatever has become of item, offer, seller, customer and time', async () => {
    const customer = `${gateway.url}/api/v2/customers/${DEMO.customerIds.ofFitnessFinder}`;
    const answer = await create(gateway, withOrder(sessionBody(gateway.url), { customer }));
    const em = gateway.store.fork();
    const item = await em.findOneOrFail(Opportunity, { identifier: 'demo-free' });
    Object.assign(item, { startDate: new Date('2020-01-01T00:00:00.000Z'), endDate: null, eventStatus: 'CANCELLED', remainingCapacity: 0 });
    Object.assign(await em.findOneOrFail(OpportunityParent, item.parent.id), { name: 'Renamed' });
    Object.assign(await em.findOneOrFail(Offer, { id: DEMO.offers.free }), { id: 'https://renamed.example/', priceMinor: 9900 });
    Object.assign(await em.findOneOrFail(Seller, { sellerId: DEMO.sellerId('riverside-yoga') }), { name: 'Renamed', url: null, status: 'OPTED_OUT' });
    Object.assign(await em.findOneOrFail(Customer, DEMO.customerIds.ofFitnessFinder), { givenName: 'Renamed', email: 'renamed@example.com' });
    await em.flush();
    gateway.clock.advance(400 * 86_400);
    const again = await callRest(idOf(answer));
    gateway.clock.advance(-400 * 86_400);
    expect(again.status).toBe(200);
    expect(again.text).toBe(answer.text);
  });
});
