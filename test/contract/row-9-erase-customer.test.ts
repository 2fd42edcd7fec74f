import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { sessionBody, withOrder, withoutRequestId } from '../support/bodies.js';
import { askOver, book } from '../support/book.js';
import { canaryIn, registerCanary } from '../support/canary.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { callRest } from '../support/rest.js';
import { Visitor } from '../support/visitor.js';

/** One of each: each way in on one of the stores. */
const SOME_DOORS = DOORS.filter(({ store, adapter }) => (store === 'sqlite') === (adapter === 'in process'));

describe.each(SOME_DOORS)('contract §4 row 9 (our choice): DELETE of a registered customer ($store, adapter $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const addressOf = (id: string) => `${gateway.url}/api/v2/customers/${id}`;
  const erase = (id: string, apiKey: string = DEMO.apiKeys.fitnessFinder) => callRest(addressOf(id), { method: 'DELETE', apiKey });
  const openFor = async (id: string) => {
    const answer = await callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', body: withOrder(sessionBody(gateway.url), { customer: addressOf(id) }) });
    const { id: address, identifier, potentialAction } = answer.body as { id: string; identifier: string; potentialAction: { target: string }[] };
    return { status: answer.status, address, identifier, target: potentialAction?.[0]?.target ?? '' };
  };

  it('answers 202, empty, once and again; 404 alike for a stranger, another broker’s and what is no id', async () => {
    const id = await registerCanary(gateway.store, DEMO.brokerIds.fitnessFinder, gateway.clock.now());
    const refused = [await erase(id, DEMO.apiKeys.clubCompass), await erase(newUuid()), await erase('nobody')];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(refused.map(({ body }) => JSON.stringify(withoutRequestId(body)))).size).toBe(1);
    for (let round = 0; round < 2; round += 1) {
      const { status, text } = await erase(id);
      expect([status, text]).toEqual([202, '']);
    }
    expect((await openFor(id)).status).toBe(400);
  });

  it('makes the session 410 by both doors, and leaves the booking, without a name, to who holds its link', async () => {
    const id = await registerCanary(gateway.store, DEMO.brokerIds.fitnessFinder, gateway.clock.now());
    const session = await openFor(id);
    const { token, checkoutId } = await book(askOver(gateway), session.target);
    const read = (apiKey: string = DEMO.apiKeys.fitnessFinder) => callRest(session.address, { apiKey });
    const visitor = new Visitor(gateway.url);
    await visitor.get(`/bookings/${token}`);
    const page = () => visitor.get(`/checkouts/${checkoutId}/confirmation`);
    expect([(await read()).status, canaryIn((await page()).text).length > 0]).toEqual([200, true]);
    expect((await erase(id)).status).toBe(202);
    const gone = await read();
    expect(gone.status).toBe(410);
    expect(gone.body).toMatchObject({ type: 'platform:GoneError' });
    expect((await read(DEMO.apiKeys.clubCompass)).status).toBe(404);
    const { data, errors } = await callGraphql(gateway.graphqlUrl, 'query ($id: String!) { checkoutSession(identifier: $id) { id } }', { id: session.identifier });
    expect([data, errors?.map(({ extensions }) => extensions['code'])]).toEqual([{ checkoutSession: null }, ['GONE']]);
    const shown = await page();
    expect(canaryIn(shown.text)).toEqual([]);
    expect(shown.text).toContain('Show this at the door');
    expect(shown.text).not.toContain('erased.invalid');
    expect(shown.text).toContain('<a href="/privacy">');
  });
});
