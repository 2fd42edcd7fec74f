import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeStandaloneSession } from '../../rest-adapter/json-ld/write-standalone-session.js';
import { Opportunity, type EventStatus } from '../../src/catalogue/opportunity.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { sessionBody, withoutRequestId } from '../support/bodies.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRest, type RestAnswer } from '../support/rest.js';
import { createStandalone, standaloneBody } from '../support/standalone.js';

const COURTSIDE = (url: string) => ({ name: 'Courtside', url });
const FITNESS_FINDER = { name: 'Fitness Finder', url: 'https://fitness-finder.example' };
const CLUB_COMPASS = { name: 'Club Compass', url: 'https://club-compass.example' };

/** What stands in the way, and the sentence for the customer. */
const UNAVAILABLE = [
  ['full', 'demo-full', 'There are not enough places left.'],
  ['over', 'demo-past', 'This is over.'],
  ['cancelled', 'demo-cancelled', 'This has been cancelled.'],
  ['not yet open', 'demo-not-yet-open', 'Booking has not opened yet.'],
  ['closed', 'demo-closed', 'Booking has closed.'],
  ['of a seller who is not onboarded', 'demo-not-onboarded', 'This organiser does not take bookings here.'],
  ['of a seller who has opted out', 'demo-opted-out', 'This organiser does not take bookings here any more.'],
  ['a paid one of a Free Seller', 'demo-free-seller-paid-offer', 'This organiser takes bookings for free places only.'],
  ['without a ticket that an order can name', 'demo-offer-without-id', 'No tickets are on sale for this.'],
  ['unknown', 'demo-nobody-knows', 'This session or slot is not available to book.'],
] as const;

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

const locationOf = ({ headers }: RestAnswer) => headers.get('location') ?? '';

describe.each(DOORS)('contract §4 row 7: POST and PUT /checkout-sessions ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const create = (request: Parameters<typeof createStandalone>[1] = {}) => createStandalone(gateway.url, request);
  const withItems = (orderedItem: object[]) => {
    const body = standaloneBody(gateway.url);
    return { ...body, 'platform:initialOrder': { ...body['platform:initialOrder'], orderedItem } };
  };
  const read = (location: string, request: Parameters<typeof callRest>[1] = {}) => callRest(`${gateway.url}${location}`, { apiKey: null, ...request });

  it.each(['POST', 'PUT'])('answers 201 to %s, byte for byte the request with broker and potentialAction added', async (method) => {
    const answer = await create({ method });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/json');
    const [action] = (answer.body as { potentialAction: { target: string }[] }).potentialAction;
    expect(action?.target).toMatch(new RegExp(`^${gateway.url}/checkout/[\\w-]{43}$`));
    expect(answer.text).toBe(
      JSON.stringify({
        '@context': ['https://openactive.io/', `${gateway.url}/ns`],
        type: 'platform:CheckoutSession',
        'platform:initialOrder': {
          type: 'OrderQuote',
          broker: { type: 'Organization', name: 'Courtside', url: gateway.url },
          orderedItem: [{ type: 'OrderItem', orderedItem: { type: 'ScheduledSession', id: DEMO.scheduledSessionId('demo-free') } }],
        },
        potentialAction: [{ type: 'OrderAction', name: 'Checkout', target: action?.target }],
      }),
    );
  });

  it.each(['POST', 'PUT'])('points by a relative Location at the session (%s)', async (method) => {
    expect(locationOf(await create({ method }))).toMatch(/^\/checkout-sessions\/[\w-]{22}$/);
  });

  it('makes a new session with a target of its own on each call, by PUT too', async () => {
    const answers = await Promise.all(['POST', 'POST', 'PUT', 'PUT'].map((method) => create({ method })));
    expect(new Set(answers.map(locationOf)).size).toBe(4);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(4);
  });

  it.each(['demo-paid', 'demo-one-left', 'demo-unknown-capacity', 'demo-several-offers', 'demo-auckland'])('takes %s, which can be booked', async (identifier) => {
    expect((await create({ body: standaloneBody(gateway.url, identifier) })).status).toBe(201);
  });

  it('answers with its own @context, whatever was sent, and ignores members that the contract does not name', async () => {
    const sent = {
      '@context': ['https://elsewhere.example/', 'https://elsewhere.example/ns'],
      type: 'platform:CheckoutSession',
      'platform:initialOrder': {
        type: 'OrderQuote',
        id: 'https://elsewhere.example/quotes/1',
        broker: { type: 'Organization', name: 'Somebody else', url: 'https://elsewhere.example' },
        customer: 42,
        orderedItem: [{ type: 'OrderItem', position: 1, acceptedOffer: ['x'], orderedItem: { type: 'ScheduledSession', id: DEMO.scheduledSessionId('demo-free'), name: 'Yoga' } }],
      },
      potentialAction: 'none',
      'beta:colour': 'red',
    };
    const answer = await create({ body: sent });
    expect(answer.status).toBe(201);
    expect(withoutTarget(answer)).toBe(withoutTarget(await create()));
  });

  it('gives the bytes of the 201 to anybody who knows the address, whatever has happened since', async () => {
    const answer = await create({ body: standaloneBody(gateway.url, 'demo-paid') });
    const setEventStatus = (eventStatus: EventStatus) => gateway.store.fork().nativeUpdate(Opportunity, { identifier: 'demo-paid' }, { eventStatus });
    await setEventStatus('CANCELLED');
    for (const apiKey of [null, DEMO.apiKeys.fitnessFinder, DEMO.apiKeys.clubCompass, DEMO.publishableKeys.clubCompass]) {
      const again = await read(locationOf(answer), { apiKey });
      expect([again.status, again.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(again.text).toBe(answer.text);
    }
    await setEventStatus('SCHEDULED');
  });

  it.each([BROWSER, 'text/html'])('sends a browser on to the checkout with 303 (Accept: %s)', async (accept) => {
    const answer = await create();
    const [action] = (answer.body as { potentialAction: { target: string }[] }).potentialAction;
    const browser = await read(locationOf(answer), { headers: { accept } });
    expect([browser.status, browser.headers.get('location'), browser.text]).toEqual([303, action?.target, '']);
    expect(browser.headers.get('vary')).toContain('Accept');
  });

  it.each([
    ['nobody', null, COURTSIDE],
    ["the broker's server", DEMO.apiKeys.fitnessFinder, () => FITNESS_FINDER],
    ["another broker's server", DEMO.apiKeys.clubCompass, () => CLUB_COMPASS],
    ["the broker's front-end", DEMO.publishableKeys.fitnessFinder, () => FITNESS_FINDER],
  ] as const)('runs under the name of whoever asks: %s', async (_case, apiKey, expected) => {
    const { body } = await create({ apiKey });
    expect((body as { 'platform:initialOrder': { broker: object } })['platform:initialOrder'].broker).toEqual({ type: 'Organization', ...expected(gateway.url) });
  });

  it.each(['', 'nonsense', 'ck_test_demofitnessfinder_wrongwrongwrongwrongwrong', 'pk_test_nobody'])('takes the wrong key %j for no anonymous one: 401 to creation and reading', async (apiKey) => {
    const location = locationOf(await create());
    const before = await countSessions();
    for (const answer of [await create({ apiKey }), await create({ apiKey, method: 'PUT' }), await create({ apiKey, body: {} }), await read(location, { apiKey })]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey /);
      expect(answer.body).toMatchObject({ type: 'platform:UnauthenticatedError' });
    }
    expect(await countSessions()).toBe(before);
  });

  it.each(UNAVAILABLE)('answers 400 with exactly the three members of contract §7 to a session that is %s', async (_case, identifier, description) => {
    const before = await countSessions();
    for (const apiKey of [null, DEMO.apiKeys.fitnessFinder]) {
      const answer = await create({ apiKey, body: standaloneBody(gateway.url, identifier) });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.text).toBe(JSON.stringify({ '@context': ['https://openactive.io/', `${gateway.url}/ns`], type: 'UnavailableOpportunityError', description }));
    }
    expect(await countSessions()).toBe(before);
  });

  it("knows no Slot by a ScheduledSession's name", async () => {
    const answer = await create({ body: withItems([{ type: 'OrderItem', orderedItem: { type: 'ScheduledSession', id: 'https://demo.courtside.example/slots/demo-slot' } }]) });
    expect([answer.status, answer.body]).toMatchObject([400, { type: 'UnavailableOpportunityError' }]);
  });

  const ITEM = { type: 'OrderItem', orderedItem: { type: 'ScheduledSession', id: DEMO.scheduledSessionId('demo-free') } };
  it.each<readonly [string, object[], readonly (readonly [string, string])[]]>([
    ['a Slot', [{ type: 'OrderItem', orderedItem: { type: 'Slot', id: 'https://demo.courtside.example/slots/demo-slot' } }], [['/0/orderedItem/type', 'must be "ScheduledSession"']]],
    ['two items', [ITEM, ITEM], [['', 'must have one item']]],
    ['no item', [], [['', 'must have one item']]],
    ['an item without its id', [{ type: 'OrderItem', orderedItem: { type: 'ScheduledSession' } }], [['/0/orderedItem/id', 'is required']]],
    ['an id that is no address', [{ type: 'OrderItem', orderedItem: { type: 'ScheduledSession', id: 'demo-free' } }], [['/0/orderedItem/id', 'must be an absolute http or https URL']]],
    ['several things wrong', [{ type: 'Offer', orderedItem: { type: 'Slot' } }], [['/0/type', 'must be "OrderItem"'], ['/0/orderedItem/type', 'must be "ScheduledSession"'], ['/0/orderedItem/id', 'is required']]],
  ])('answers 400 to %s, naming every place', async (_case, items, problems) => {
    const answer = await create({ body: withItems(items) });
    expect(answer.status).toBe(400);
    expect(withoutRequestId(answer.body)).toEqual({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'platform:ValidationError',
      description: problems.length === 1 ? 'The request has a problem.' : `The request has ${problems.length} problems.`,
      'platform:problems': problems.map(([path, description]) => ({ path: `/platform:initialOrder/orderedItem${path}`, description })),
    });
  });

  it.each([
    ['nobody', null],
    ["the broker's server", DEMO.apiKeys.fitnessFinder],
    ["the broker's front-end", DEMO.publishableKeys.fitnessFinder],
  ])('names every required member of an empty body to %s', async (_case, apiKey) => {
    const answer = await create({ apiKey, body: {} });
    expect(answer.status).toBe(400);
    expect((answer.body as { 'platform:problems': { path: string }[] })['platform:problems'].map(({ path }) => path)).toEqual(['/@context', '/type', '/platform:initialOrder']);
  });

  it("keeps the two variants apart: neither's identifier opens the other's address", async () => {
    const authenticated = await callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', body: sessionBody(gateway.url) });
    const { identifier } = authenticated.body as { identifier: string };
    const standalone = locationOf(await create({ apiKey: DEMO.apiKeys.fitnessFinder }));
    const nothing = { status: 404, body: { type: 'platform:NotFoundError', description: 'There is nothing at this address.' } };
    expect(await read(`/checkout-sessions/${identifier}`, { apiKey: DEMO.apiKeys.fitnessFinder })).toMatchObject(nothing);
    expect(await read(`/api${standalone}`, { apiKey: DEMO.apiKeys.fitnessFinder })).toMatchObject(nothing);
    expect(await read('/checkout-sessions/AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject(nothing);
  });

  const countSessions = async () => (await gateway.store.fork().execute('select identifier from checkout_session')).length;
});

/*
 * The bytes that version 1 of the writer has given. The fixture is never edited: another text for the same facts is a
 * broken promise, and a change of the format is a version 2 beside it, with a fixture of its own.
 */
describe('contract §4 row 7: the bytes of a standalone session, writer version 1', () => {
  const facts: Parameters<typeof writeStandaloneSession>[0] = {
    identifier: 'Zx3v8Q_1kL-mN0pR5sT7uw',
    frozen: { version: 1, vocabUrl: 'https://openactive.io/', platformUrl: 'https://platform.example/ns' },
    broker: { name: 'Zoë’s "Finder" \u{1F3F8}', url: 'https://finder.example/?a=1&b=<2>' },
    scheduledSessionId: 'https://open.example/scheduled-sessions/2026-11-21T18:30#1',
    potentialAction: [{ name: 'Checkout', target: 'https://checkout.example/checkout/0123456789abcdefghijklmnopqrstuvwxyzABCDEFG' }],
  };

  it('are those of the golden file', () => {
    const golden = readFileSync(new URL('../fixtures/golden/standalone-session-1.json', import.meta.url), 'utf8');
    expect(JSON.stringify(writeStandaloneSession(facts))).toBe(golden);
  });

  it('are never guessed: an unknown version throws', () => {
    expect(() => writeStandaloneSession({ ...facts, frozen: { ...facts.frozen, version: 2 } })).toThrow("no writer for version 2 of a standalone session's facts");
  });
});

function withoutTarget({ text }: RestAnswer): string {
  return text.replace(/"target":"[^"]*"/, '');
}
