import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Opportunity, type OpportunityType } from '../../src/catalogue/opportunity.entity.js';
import { ParentActivity } from '../../src/catalogue/parent-activity.entity.js';
import { Feed } from '../../src/feed/feed.entity.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
import { withoutRequestId } from '../support/bodies.js';
import { DOORS, startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { callRest } from '../support/rest.js';

/** The demo world, as the README tells it. */
const DEMO_WORLD = [
  ['demo-free', 'ScheduledSession', true],
  ['demo-paid', 'ScheduledSession', true],
  ['demo-full', 'ScheduledSession', false],
  ['demo-full-next', 'ScheduledSession', true],
  ['demo-one-left', 'ScheduledSession', true],
  ['demo-unknown-capacity', 'ScheduledSession', true],
  ['demo-past', 'ScheduledSession', false],
  ['demo-cancelled', 'ScheduledSession', false],
  ['demo-not-yet-open', 'ScheduledSession', false],
  ['demo-closed', 'ScheduledSession', false],
  ['demo-several-offers', 'ScheduledSession', true],
  ['demo-offer-without-id', 'ScheduledSession', false],
  ['demo-free-seller-paid-offer', 'ScheduledSession', false],
  ['demo-not-onboarded', 'ScheduledSession', false],
  ['demo-opted-out', 'ScheduledSession', false],
  ['demo-slot', 'Slot', true],
  ['demo-slot-own-offers', 'Slot', true],
  ['demo-auckland', 'ScheduledSession', true],
  ['demo-sells-out', 'ScheduledSession', true],
  ['demo-sells-out-next', 'ScheduledSession', true],
  ['demo-price-rises', 'ScheduledSession', true],
  ['demo-hold-runs-out', 'ScheduledSession', true],
  ['demo-hold-is-lost', 'ScheduledSession', true],
  ['demo-gone-while-paying', 'ScheduledSession', true],
] as const;

const TEMPLATE = 'platform:checkoutUrlTemplate';
const HOME = 'https://demo.courtside.example';
/** The seller of the opportunities that this test adds, with everything in its id that may hurt in a query. */
const AWKWARD_SELLER = 'https://awkward.example/?branch=a&b=c%2F+é#main';

interface WireOpportunity {
  readonly type: string;
  readonly identifier: string;
  readonly startDate: string;
  readonly [TEMPLATE]?: string;
  readonly offers: readonly { readonly id?: string }[];
}

interface WireList {
  readonly items: readonly WireOpportunity[];
  readonly next?: string;
}

const identifiers = ({ items }: WireList) => items.map(({ identifier }) => identifier);

describe.each(DOORS)('contract §1.3: GET /api/v2/opportunities ($store, $adapter)', (door) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(door);
  });
  afterAll(() => gateway.stop());

  const get = (path: string, apiKey: string | null = null) => callRest(`${gateway.url}${path}`, { apiKey });
  const list = async (query = ''): Promise<WireList> => {
    const answer = await get(`/api/v2/opportunities${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as WireList;
  };
  const problems = async (query: string): Promise<unknown> => {
    const { body } = await get(`/api/v2/opportunities?${query}`);
    return (body as { 'platform:problems': unknown })['platform:problems'];
  };
  const one = async (identifier: string, query = ''): Promise<WireOpportunity> => {
    const answer = await get(`/api/v2/opportunities/${encodeURIComponent(identifier)}${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as WireOpportunity;
  };

  it.each(DEMO_WORLD)('gives %s a template if and only if it can be booked', async (identifier, type, isBookable) => {
    const opportunity = await one(identifier);
    expect(opportunity).toMatchObject({ '@context': ['https://openactive.io/', `${gateway.url}/ns`], type, identifier });
    expect(Object.hasOwn(opportunity, TEMPLATE)).toBe(isBookable);
    if (isBookable) expect(opportunity[TEMPLATE]).toBe(`{checkoutBaseUrl}/checkout/${type === 'Slot' ? 'slots' : 'scheduled-sessions'}/${identifier}`);
  });

  it('tells of a ScheduledSession with its SessionSeries, in full', async () => {
    const answer = await get('/api/v2/opportunities/demo-free');
    expect(answer.headers.get('content-type')).toBe('application/json');
    const offers = [{ type: 'Offer', id: DEMO.offers.free, name: 'Free place', price: 0, priceCurrency: 'GBP' }];
    expect(answer.text).toBe(
      JSON.stringify({
        '@context': ['https://openactive.io/', `${gateway.url}/ns`],
        type: 'ScheduledSession',
        id: `${HOME}/scheduled-sessions/demo-free`,
        identifier: 'demo-free',
        startDate: '2026-11-21T18:30:00Z',
        endDate: '2026-11-21T19:30:00Z',
        duration: 'PT1H',
        eventStatus: 'https://schema.org/EventScheduled',
        remainingAttendeeCapacity: 12,
        superEvent: {
          type: 'SessionSeries',
          id: `${HOME}/session-series/demo-free`,
          name: 'Yoga for beginners',
          url: `${HOME}/session-series/demo-free.html`,
          location: { type: 'Place', name: 'Riverside Yoga', address: { type: 'PostalAddress', streetAddress: '1 Mill Lane, Brightwell' }, 'platform:timeZone': 'Europe/London' },
          offers,
          organizer: { type: 'Organization', id: DEMO.sellerId('riverside-yoga'), name: 'Riverside Yoga', url: `${HOME}/riverside-yoga` },
        },
        offers,
        [TEMPLATE]: '{checkoutBaseUrl}/checkout/scheduled-sessions/demo-free',
      }),
    );
  });

  it("tells of a Slot with its FacilityUse, its own tickets before its facility's", async () => {
    expect(await one('demo-slot-own-offers')).toEqual({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'Slot',
      id: `${HOME}/slots/demo-slot-own-offers`,
      identifier: 'demo-slot-own-offers',
      startDate: '2026-11-23T21:00:00Z',
      endDate: '2026-11-23T22:00:00Z',
      duration: 'PT1H',
      remainingUses: 1,
      facilityUse: {
        type: 'FacilityUse',
        id: `${HOME}/facility-uses/demo-slot-own-offers`,
        name: 'Badminton court 2',
        url: `${HOME}/facility-uses/demo-slot-own-offers.html`,
        location: { type: 'Place', name: 'Northside Sports Centre', address: { type: 'PostalAddress', streetAddress: '20 North Road, Brightwell' }, 'platform:timeZone': 'Europe/London' },
        offers: [{ type: 'Offer', id: `${HOME}/offers/court-2`, name: 'Court for an hour', price: 12, priceCurrency: 'GBP' }],
        provider: { type: 'Organization', id: DEMO.sellerId('northside-sports'), name: 'Northside Sports Centre', url: `${HOME}/northside-sports` },
      },
      offers: [
        { type: 'Offer', id: `${HOME}/offers/court-2-late`, name: 'Late court', price: 8, priceCurrency: 'GBP' },
        { type: 'Offer', id: `${HOME}/offers/court-2`, name: 'Court for an hour', price: 12, priceCurrency: 'GBP' },
      ],
      [TEMPLATE]: '{checkoutBaseUrl}/checkout/slots/demo-slot-own-offers',
    });
  });

  it('says what it knows and no more: an unknown capacity is absent, a window and another currency are there', async () => {
    expect(await one('demo-unknown-capacity')).not.toHaveProperty('remainingAttendeeCapacity');
    expect(await one('demo-full')).toHaveProperty('remainingAttendeeCapacity', 0);
    expect(await one('demo-cancelled')).toHaveProperty('eventStatus', 'https://schema.org/EventCancelled');
    expect((await one('demo-not-yet-open')).offers).toEqual([{ type: 'Offer', id: `${HOME}/offers/gala`, name: 'Spectator', price: 3, priceCurrency: 'GBP', validFromBeforeStartDate: 'P7D' }]);
    expect((await one('demo-closed')).offers).toMatchObject([{ validThroughBeforeStartDate: 'P14D' }]);
    expect((await one('demo-offer-without-id')).offers).toEqual([{ type: 'Offer', name: 'Player', price: 3, priceCurrency: 'GBP' }]);
    expect((await one('demo-auckland')).offers).toMatchObject([{ price: 45, priceCurrency: 'NZD' }]);
    expect((await one('demo-several-offers')).offers).toHaveLength(4);
  });

  it('lists all of them in the order of their start, each as it is told of alone', async () => {
    const all = await list();
    expect(Object.keys(all)).toEqual(['@context', 'type', 'items']);
    expect(all).toMatchObject({ '@context': ['https://openactive.io/', `${gateway.url}/ns`], type: 'platform:OpportunityList' });
    expect(identifiers(all).toSorted()).toEqual(DEMO_WORLD.map(([identifier]) => identifier).toSorted());
    const starts = all.items.map(({ startDate }) => startDate);
    expect(starts).toEqual(starts.toSorted());
    for (const item of all.items) {
      const { '@context': _, ...alone } = (await one(item.identifier)) as WireOpportunity & { '@context': unknown };
      expect(item).toEqual(alone);
    }
  });

  it.each([
    ['?type=Slot', ['demo-slot', 'demo-slot-own-offers']],
    ['?startsBefore=2026-11-20T00:00:00Z', ['demo-past']],
    ['?startsFrom=2026-11-25T14:00:00Z&startsBefore=2026-11-26T09:30:00Z', ['demo-free-seller-paid-offer', 'demo-hold-runs-out', 'demo-sells-out']],
    ['?startsFrom=2026-11-25T15:00:00%2B01:00&startsBefore=2026-11-25T15:00:01%2B01:00', ['demo-free-seller-paid-offer']],
    ['?startsFrom=2026-12-01T00:00:00.000Z', ['demo-not-yet-open']],
    [`?sellerId=${encodeURIComponent(DEMO.sellerId('riverside-yoga'))}`, ['demo-free', 'demo-full', 'demo-one-left', 'demo-full-next', 'demo-free-seller-paid-offer', 'demo-sells-out', 'demo-hold-is-lost', 'demo-sells-out-next']],
    [`?type=ScheduledSession&sellerId=${encodeURIComponent(DEMO.sellerId('northside-sports'))}&startsFrom=2026-11-24T00:00:00Z`, ['demo-offer-without-id', 'demo-price-rises', 'demo-hold-runs-out', 'demo-several-offers', 'demo-gone-while-paying', 'demo-not-yet-open']],
    ['?sellerId=https://nobody.example/', []],
    ['?colour=red&type=Slot', ['demo-slot', 'demo-slot-own-offers']],
  ])('narrows the list by %s', async (query, expected) => {
    expect(identifiers(await list(query))).toEqual(expected);
  });

  it('names every problem of a search at once, and what one parameter needs beside it', async () => {
    expect(await problems('near=51.5&within=0&isFree=yes&maxPrice=a&currency=gbp&placesLeft=0&activity=')).toEqual([
      { path: '/activity', description: 'must not be empty' },
      { path: '/near', description: 'must be a latitude and a longitude in degrees, as in 51.5,-0.12' },
      { path: '/within', description: 'must be from 1 to 100000' },
      { path: '/isFree', description: 'must be "true" or "false"' },
      { path: '/maxPrice', description: 'must be a decimal, as in 8.50' },
      { path: '/currency', description: 'must be an ISO 4217 code, as in GBP' },
      { path: '/placesLeft', description: 'must be from 1 to 1000' },
    ]);
    expect(await problems('near=91,0&within=5')).toMatchObject([{ path: '/near' }]);
    expect(await problems('near=0,180.5&within=5')).toMatchObject([{ path: '/near' }]);
    expect(await problems('near=51.5,-0.12')).toEqual([{ path: '/within', description: 'is required with near' }]);
    expect(await problems('within=5')).toEqual([{ path: '/near', description: 'is required with within' }]);
    expect(await problems('maxPrice=5')).toEqual([{ path: '/currency', description: 'is required with maxPrice' }]);
    expect(await problems('currency=GBP')).toEqual([{ path: '/maxPrice', description: 'is required with currency' }]);
  });

  it.each([1, 2, 5, 16, 17, 100])('pages without gaps or repeats when next is followed to the end, %i at a time', async (limit) => {
    const all = identifiers(await list());
    expect(identifiers({ items: await follow(`?limit=${limit}`, limit) })).toEqual(all);
  });

  it('keeps the filter on every page, whatever its characters', async () => {
    await addAwkward(gateway);
    // the second spelling leaves raw what a query may hold raw
    for (const sellerId of [encodeURIComponent(AWKWARD_SELLER), AWKWARD_SELLER.replace(/[%&+#é]/g, encodeURIComponent)]) {
      const found = await follow(`?sellerId=${sellerId}&type=Slot&limit=1`, 1);
      expect(identifiers({ items: found })).toEqual(['awkward-1', 'awkward-2', 'awkward-3']);
    }
  });

  it('names every problem of a filter at once', async () => {
    const answer = await get('/api/v2/opportunities?type=Course&startsFrom=yesterday&startsBefore=2026-11-20&sellerId=yoga&limit=0');
    expect(answer.status).toBe(400);
    expect(withoutRequestId(answer.body)).toEqual({
      '@context': ['https://openactive.io/', `${gateway.url}/ns`],
      type: 'platform:ValidationError',
      description: 'The request has 5 problems.',
      'platform:problems': [
        { path: '/type', description: 'must be "ScheduledSession" or "Slot"' },
        { path: '/startsFrom', description: 'must be an instant, as in 2026-11-20T18:30:00Z' },
        { path: '/startsBefore', description: 'must be an instant, as in 2026-11-20T18:30:00Z' },
        { path: '/sellerId', description: 'must be an absolute http or https URL' },
        { path: '/limit', description: 'must be from 1 to 100' },
      ],
    });
  });

  it.each(['?limit=101', '?limit=1.5', '?limit=ten', '?limit=', '?type=slot', '?type=Slot&type=Slot', '?after=nonsense', '?after='])('answers 400 to %s', async (query) => {
    expect(await get(`/api/v2/opportunities${query}`)).toMatchObject({ status: 400, body: { type: 'platform:ValidationError' } });
  });

  it('answers a wrong key with 401, whatever it asks', async () => {
    for (const path of ['', '?limit=0', '/demo-free', '/nobody-knows', '/demo-free?type=Course']) {
      expect(await get(`/api/v2/opportunities${path}`, 'pk_test_nobody')).toMatchObject({ status: 401, body: { type: 'platform:UnauthenticatedError' } });
    }
    for (const apiKey of Object.values({ ...DEMO.apiKeys, ...DEMO.publishableKeys })) expect((await get('/api/v2/opportunities', apiKey)).status).toBe(200);
  });

  it.each(['nobody-knows', 'DEMO-FREE', '%00', 'a'.repeat(2_000)])('answers 404 or 400, never 500, to the identifier %s', async (identifier) => {
    const answer = await get(`/api/v2/opportunities/${identifier}`);
    expect(answer.status).toBe(identifier === '%00' ? 400 : 404);
    expect(answer.body).toMatchObject({ type: identifier === '%00' ? 'platform:ValidationError' : 'platform:NotFoundError' });
  });

  it('finds an identifier that is an address itself, percent-encoded, and its template is one path', async () => {
    const identifier = 'https://open.example/sessions/2026?a=1&b=%2F#é';
    await addOpportunity(gateway, { identifier, type: 'SCHEDULED_SESSION' });
    const opportunity = await one(identifier);
    expect(opportunity.identifier).toBe(identifier);
    expect(opportunity[TEMPLATE]).toBe(`{checkoutBaseUrl}/checkout/scheduled-sessions/${encodeURIComponent(identifier)}`);
    const page = new URL((opportunity[TEMPLATE] ?? '').replace('{checkoutBaseUrl}', gateway.url));
    expect([page.search, page.hash]).toEqual(['', '']);
  });

  it('tells a ScheduledSession and a Slot of one identifier apart by type, and gives the session without it', async () => {
    await addOpportunity(gateway, { identifier: 'both', type: 'SCHEDULED_SESSION' });
    await addOpportunity(gateway, { identifier: 'both', type: 'SLOT' });
    expect((await one('both')).type).toBe('ScheduledSession');
    expect((await one('both', '?type=ScheduledSession')).type).toBe('ScheduledSession');
    expect((await one('both', '?type=Slot')).type).toBe('Slot');
    expect((await get('/api/v2/opportunities/demo-free?type=Slot')).status).toBe(404);
    expect(await get('/api/v2/opportunities/demo-free?type=Course')).toMatchObject({ status: 400, body: { 'platform:problems': [{ path: '/type' }] } });
  });

  it('agrees with GraphQL about what can be booked', async () => {
    const { data } = await callGraphql(gateway.graphqlUrl, '{ opportunities(first: 100) { nodes { id bookability { isBookable } checkoutUrlTemplate } } }', {}, null);
    const nodes = data.opportunities.nodes as { id: string; bookability: { isBookable: boolean }; checkoutUrlTemplate: string | null }[];
    const { items } = await list('?limit=100');
    expect(nodes.length).toBeGreaterThanOrEqual(DEMO_WORLD.length);
    expect(items.map((item) => [(item as unknown as { id: string }).id, item[TEMPLATE] ?? null])).toEqual(nodes.map(({ id, checkoutUrlTemplate }) => [id, checkoutUrlTemplate]));
    for (const { bookability, checkoutUrlTemplate } of nodes) expect(checkoutUrlTemplate !== null).toBe(bookability.isBookable);
  });

  it('works the template out for every answer: it goes with the booking window and comes back with a place', async () => {
    await addOpportunity(gateway, { identifier: 'comes-and-goes', type: 'SCHEDULED_SESSION' });
    const places = (remaining: number) => gateway.store.fork().nativeUpdate(Opportunity, { identifier: 'comes-and-goes' }, { remainingCapacity: remaining });
    await places(0);
    expect(await one('comes-and-goes')).not.toHaveProperty([TEMPLATE]);
    await places(1);
    expect(await one('comes-and-goes')).toHaveProperty([TEMPLATE]);
  });

  it('tells what can be done there, where on earth it is and whose open data it is, by the words of the field', async () => {
    await addPublished(gateway);
    const parent = { id: 'https://open.example/series/7', name: 'Netball', location: { type: 'Place', name: 'Hall', geo: { type: 'GeoCoordinates', latitude: 51.5, longitude: -0.12 }, 'platform:timeZone': 'Europe/London' } };
    expect(await one('published')).toMatchObject({
      superEvent: {
        ...parent,
        activity: [
          { type: 'Concept', id: 'https://openactive.io/activity-list#a1', prefLabel: 'Netball', inScheme: 'https://openactive.io/activity-list' },
          { type: 'Concept', prefLabel: 'Fun' },
        ],
      },
      license: 'https://creativecommons.org/licenses/by/4.0/',
      publisher: { type: 'Organization', name: 'Leisure Trust' },
      'schema:isBasedOn': 'https://open.example/feed',
    });
    expect((await one('published-court', '?type=Slot')) as unknown).toMatchObject({ facilityUse: { ...parent, facilityType: [{ prefLabel: 'Netball' }, { prefLabel: 'Fun' }] } });
  });

  it('finds by place, activity, price and places left, and all of them together', async () => {
    await gateway.store.fork().nativeUpdate(Opportunity, { identifier: ['published', 'published-court'] }, { lowestPriceMinor: 850, lowestPriceCurrency: 'GBP', remainingCapacity: 3 });
    const [word, address] = ['activity=NETBALL', `activity=${encodeURIComponent('https://openactive.io/activity-list#a1')}`];
    const both = ['published', 'published-court'];
    const here = 'near=51.501,-0.121&within=200';
    for (const query of [word, address, here, `maxPrice=8.50&currency=GBP&${word}`, `placesLeft=3&${here}`, `isFree=false&${word}&${here}&maxPrice=9&currency=GBP&placesLeft=1`]) {
      expect(identifiers(await list(`?${query}`)).toSorted(), query).toEqual(both);
    }
    for (const query of ['activity=golf', 'near=51.501,-0.121&within=100', `maxPrice=8.49&currency=GBP&${word}`, `maxPrice=8.50&currency=EUR&${word}`, `placesLeft=4&${here}`, `isFree=true&${word}`]) {
      expect(identifiers(await list(`?${query}`)), query).toEqual([]);
    }
  });

  it('shows nothing that its publisher has taken back, in the list or alone', async () => {
    await addOpportunity(gateway, { identifier: 'taken-back', type: 'SCHEDULED_SESSION' });
    expect(identifiers(await list('?limit=100'))).toContain('taken-back');
    await gateway.store.fork().nativeUpdate(Opportunity, { identifier: 'taken-back' }, { withdrawnAt: gateway.clock.now() });
    expect(identifiers(await list('?limit=100'))).not.toContain('taken-back');
    expect((await get('/api/v2/opportunities/taken-back')).status).toBe(404);
  });

  /** Follows `next` until there is none. */
  const follow = async (query: string, limit: number): Promise<WireOpportunity[]> => {
    const found: WireOpportunity[] = [];
    for (let path: string | undefined = `/api/v2/opportunities${query}`; path !== undefined; ) {
      const answer = await get(path);
      expect(answer.status, answer.text).toBe(200);
      const { items, next } = answer.body as WireList;
      expect(items.length).toBeLessThanOrEqual(limit);
      found.push(...items);
      path = next;
    }
    return found;
  };
});

/** One more opportunity of the demo seller's, or of another's, with a ticket for nothing. */
async function addOpportunity({ store }: TestGateway, { identifier, type, sellerId = DEMO.sellerId('riverside-yoga'), at = '2026-12-24T10:00:00Z' }: { identifier: string; type: OpportunityType; sellerId?: string; at?: string }): Promise<void> {
  const em = store.fork();
  const seller = await em.findOneOrFail(Seller, { sellerId });
  const key = `${type}/${encodeURIComponent(identifier)}`;
  const place = { locationName: 'Hall', locationAddress: null, timeZone: 'Europe/London' };
  const parent = em.create(OpportunityParent, { id: `https://open.example/parents/${key}`, type: type === 'SLOT' ? 'FACILITY_USE' : 'SESSION_SERIES', name: 'Added', description: null, url: null, seller, ...place });
  em.create(Opportunity, { id: `https://open.example/items/${key}`, identifier, type, parent, startDate: new Date(at), endDate: null, eventStatus: 'SCHEDULED', remainingCapacity: null });
  const window = { validFromBeforeStartDate: null, validThroughBeforeStartDate: null, isAdvanceBookingUnavailable: false };
  em.create(Offer, { key: newUuid(), id: `https://open.example/offers/${key}`, opportunity: null, parent, name: 'Free', priceMinor: 0, currency: null, ...window });
  await em.flush();
}

/** A session and a slot as feeds bring them, each with a copy of its parent of its own. */
async function addPublished({ store, clock }: TestGateway): Promise<void> {
  const em = store.fork();
  const seller = await em.findOneOrFail(Seller, { sellerId: DEMO.sellerId('riverside-yoga') });
  const feed = em.create(Feed, { id: newUuid(), url: 'https://open.example/feed', publisher: 'Leisure Trust', licence: 'https://creativecommons.org/licenses/by/4.0/', timeZone: 'Europe/London', state: 'FILE', stateReason: null, nextUrl: 'https://open.example/feed', addedAt: clock.now(), dueAt: clock.now(), leasedUntil: null, lastFailure: null, polledAt: null, caughtUpAt: null, changedAt: null });
  const common = { publishedId: 'https://open.example/series/7', name: 'Netball', description: null, url: null, seller, locationName: 'Hall', locationAddress: null, timeZone: 'Europe/London', latitude: 51.5, longitude: -0.12 };
  const activities = [{ id: 'https://openactive.io/activity-list#a1', label: 'Netball' }, { id: null, label: 'Fun' }];
  for (const [identifier, type, parentType] of [['published', 'SCHEDULED_SESSION', 'SESSION_SERIES'], ['published-court', 'SLOT', 'FACILITY_USE']] as const) {
    const parent = em.create(OpportunityParent, { ...common, id: `https://open.example/copies/${identifier}`, type: parentType, activities, feedId: feed.id });
    em.create(Opportunity, { id: `https://open.example/items/${identifier}`, identifier, type, parent, startDate: new Date('2026-12-30T10:00:00Z'), endDate: null, eventStatus: 'SCHEDULED', remainingCapacity: null, feedId: feed.id });
    for (const word of ['https://openactive.io/activity-list#a1', 'netball', 'fun']) em.create(ParentActivity, { word, parentId: parent.id });
  }
  await em.flush();
}

/** Three slots of a seller whose id is hard to keep in a query, two of them at the same moment. */
async function addAwkward(gateway: TestGateway): Promise<void> {
  const em = gateway.store.fork();
  em.create(Seller, { id: newUuid(), sellerId: AWKWARD_SELLER, name: 'Awkward', url: null, status: 'FREE', broker: null, createdAt: gateway.clock.now(), onboardedAt: null });
  await em.flush();
  for (const [identifier, at] of [['awkward-1', '2027-01-01T10:00:00Z'], ['awkward-2', '2027-01-01T10:00:00Z'], ['awkward-3', '2027-01-02T10:00:00Z']] as const) {
    await addOpportunity(gateway, { identifier, type: 'SLOT', sellerId: AWKWARD_SELLER, at });
  }
}
