import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO, DEMO_ITEMS, type DemoItem } from '../../src/store/demo-world.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { addOpportunities } from '../support/seed.js';
import { STORES } from '../support/stores.js';

const DETAILS = `
  __typename id identifier startDate endDate timeZone eventStatus
  offers { id name price { amountMinor currency amount } validFromBeforeStartDate validThroughBeforeStartDate }
  bookability { isBookable reasons opensAt }
  organizer { id name url }
  ... on ScheduledSession { remainingAttendeeCapacity superEvent { id name description url organizer { id } location { name address } } }
  ... on Slot { remainingUses facilityUse { id name description url provider { id } location { name address } } }`;

const HOME = 'https://demo.courtside.example';

/** What stands in the way of a demo item; everything else can be booked. */
const NOT_BOOKABLE: Partial<Record<string, readonly string[]>> = {
  'demo-past': ['PAST'],
  'demo-full': ['FULL'],
  'demo-full-next': [],
  'demo-cancelled': ['CANCELLED'],
  'demo-closed': ['CLOSED'],
  'demo-not-yet-open': ['NOT_YET_OPEN'],
  'demo-not-onboarded': ['SELLER_NOT_ONBOARDED'],
  'demo-opted-out': ['SELLER_OPTED_OUT'],
  'demo-free-seller-paid-offer': ['SELLER_IS_FREE'],
  'demo-offer-without-id': ['OFFER_WITHOUT_ID'],
};

const isOfSports = ({ seller }: DemoItem): boolean => seller.slug === 'northside-sports';

describe.each(STORES)('opportunity and opportunities (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const ask = async (query: string, variables: object = {}) => {
    const { data, errors } = await callGraphql(gateway.graphqlUrl, query, variables, null);
    expect(errors).toBeUndefined();
    return data;
  };
  const read = async (type: string, identifier: string) =>
    (await ask(`query ($type: OpportunityType!, $identifier: String!) { opportunity(type: $type, identifier: $identifier) { ${DETAILS} } }`, { type, identifier })).opportunity;
  const list = async (variables: object = {}): Promise<{ nodes: { identifier: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } }> =>
    (
      await ask(
        `query ($first: Int = 100, $after: String, $filter: OpportunityFilter, $direction: OrderDirection = ASC) {
          opportunities(first: $first, after: $after, filter: $filter, direction: $direction) { nodes { identifier } pageInfo { hasNextPage endCursor } }
        }`,
        variables,
      )
    ).opportunities;
  const found = async (filter: object) => (await list({ filter })).nodes.map(({ identifier }) => identifier);
  /** The demo world's items for which this holds, in the order of their start. */
  const expected = async (holds: (item: DemoItem, startDate: Date) => boolean) => {
    const starts = new Map((await gateway.store.fork().findAll(Opportunity)).map(({ identifier, startDate }) => [identifier, startDate]));
    const startOf = ({ identifier }: DemoItem) => starts.get(identifier) ?? new Date(Number.NaN);
    return DEMO_ITEMS.filter((item) => holds(item, startOf(item)))
      .toSorted((a, b) => startOf(a).getTime() - startOf(b).getTime())
      .map(({ identifier }) => identifier);
  };

  const reasonsOfAll = async () => {
    const { opportunities } = await ask('{ opportunities(first: 100) { nodes { identifier bookability { reasons } } } }');
    return Object.fromEntries(opportunities.nodes.map((node: { identifier: string; bookability: { reasons: string[] } }) => [node.identifier, node.bookability.reasons]));
  };

  it('shows a ScheduledSession with its SessionSeries, tickets and bookability to anybody', async () => {
    expect(await read('SCHEDULED_SESSION', 'demo-paid')).toEqual({
      __typename: 'ScheduledSession',
      id: `${HOME}/scheduled-sessions/demo-paid`,
      identifier: 'demo-paid',
      startDate: '2026-11-21T19:00:00.000Z',
      endDate: '2026-11-21T20:00:00.000Z',
      timeZone: 'Europe/London',
      eventStatus: 'SCHEDULED',
      offers: [
        { id: `${HOME}/offers/circuit-adult`, name: 'Adult', price: { amountMinor: 850, currency: 'GBP', amount: '8.50' }, validFromBeforeStartDate: null, validThroughBeforeStartDate: null },
        { id: `${HOME}/offers/circuit-concession`, name: 'Concession', price: { amountMinor: 500, currency: 'GBP', amount: '5.00' }, validFromBeforeStartDate: null, validThroughBeforeStartDate: null },
      ],
      bookability: { isBookable: true, reasons: [], opensAt: null },
      organizer: { id: DEMO.sellerId('northside-sports'), name: 'Northside Sports Centre', url: `${HOME}/northside-sports` },
      remainingAttendeeCapacity: 20,
      superEvent: {
        id: `${HOME}/session-series/demo-paid`,
        name: 'Circuit training',
        description: null,
        url: `${HOME}/session-series/demo-paid.html`,
        organizer: { id: DEMO.sellerId('northside-sports') },
        location: { name: 'Northside Sports Centre', address: '20 North Road, Brightwell' },
      },
    });
  });

  it('shows a Slot with its FacilityUse', async () => {
    expect(await read('SLOT', 'demo-slot')).toMatchObject({
      __typename: 'Slot',
      identifier: 'demo-slot',
      remainingUses: 1,
      facilityUse: { id: `${HOME}/facility-uses/demo-slot`, name: 'Badminton court 1', provider: { id: DEMO.sellerId('northside-sports') }, location: { name: 'Northside Sports Centre' } },
    });
  });

  it('is null for an identifier of the other kind, and for none', async () => {
    expect(await read('SLOT', 'demo-free')).toBeNull();
    expect(await read('SCHEDULED_SESSION', 'nothing')).toBeNull();
  });

  it('lists everything in the order of the start, and the other way round', async () => {
    const inOrder = await expected(() => true);
    expect(inOrder.slice(0, 2)).toEqual(['demo-past', 'demo-unknown-capacity']);
    expect(await found({})).toEqual(inOrder);
    expect((await list({ direction: 'DESC' })).nodes.map(({ identifier }) => identifier)).toEqual(inOrder.toReversed());
  });

  it('filters by kind, time and seller, and by all of them together', async () => {
    const { startDate: moment } = await read('SCHEDULED_SESSION', 'demo-full');
    const isBefore = (startDate: Date) => startDate < new Date(moment);
    const sellerId = DEMO.sellerId('northside-sports');
    expect(await found({ type: 'SLOT' })).toEqual(['demo-slot', 'demo-slot-own-offers']);
    expect(await found({ type: 'SCHEDULED_SESSION' })).toEqual(await expected(({ type }) => type === 'SCHEDULED_SESSION'));
    expect(await found({ startsFrom: moment })).toEqual(await expected((_item, startDate) => !isBefore(startDate)));
    expect(await found({ startsFrom: moment })).toContain('demo-full');
    expect(await found({ startsBefore: moment })).toEqual(await expected((_item, startDate) => isBefore(startDate)));
    expect(await found({ startsBefore: moment })).not.toContain('demo-full');
    expect(await found({ sellerId })).toEqual(await expected(isOfSports));
    expect(await found({ sellerId: 'https://nobody.example/' })).toEqual([]);
    expect(await found({ sellerId: '' })).toEqual([]);
    expect(await found({ sellerId, type: 'SCHEDULED_SESSION', startsBefore: moment })).toEqual(await expected((item, startDate) => isOfSports(item) && item.type === 'SCHEDULED_SESSION' && isBefore(startDate)));
    expect(await found({ type: null, startsFrom: null, startsBefore: null, sellerId: null })).toEqual(await expected(() => true));
  });

  it('works out bookability for the moment of asking, for every situation of the demo world', async () => {
    const now = Object.fromEntries(DEMO_ITEMS.map(({ identifier }) => [identifier, NOT_BOOKABLE[identifier] ?? []]));
    expect(await reasonsOfAll()).toEqual(now);
    gateway.clock.advance(86_400 + 8 * 3_600); // past demo-free and demo-paid, an evening before the rest
    expect(await reasonsOfAll()).toEqual({ ...now, 'demo-free': ['PAST'], 'demo-paid': ['PAST'], 'demo-unknown-capacity': ['PAST'] });
    gateway.clock.advance(-86_400 - 8 * 3_600);
  });

  it('puts an item’s own offers before those of its parent, and lets them win by id', async () => {
    const em = gateway.store.fork();
    const item = await em.findOneOrFail(Opportunity, { identifier: 'demo-slot' });
    const terms = { currency: 'GBP', validThroughBeforeStartDate: 'PT1H', isAdvanceBookingUnavailable: false };
    em.create(Offer, { key: newUuid(), id: DEMO.offers.slot, name: 'Court, today only', priceMinor: 1000, opportunity: item, parent: null, validFromBeforeStartDate: null, ...terms });
    em.create(Offer, { key: newUuid(), id: `${HOME}/offers/court-member`, name: 'Member', priceMinor: 600, opportunity: null, parent: em.getReference(OpportunityParent, item.parent.id), validFromBeforeStartDate: 'P2D', ...terms });
    await em.flush();
    const { offers } = await read('SLOT', 'demo-slot');
    expect(offers.map(({ name, price }: { name: string; price: { amount: string } }) => [name, price.amount])).toEqual([
      ['Court, today only', '10.00'],
      ['Member', '6.00'],
    ]);
  });

  it('says when an item opens, one calendar day before its start at the venue', async () => {
    const em = gateway.store.fork();
    const { id } = await em.findOneOrFail(Opportunity, { identifier: 'demo-free' });
    await em.nativeUpdate(Offer, { id: DEMO.offers.free }, { validFromBeforeStartDate: 'P1D' });
    await em.nativeUpdate(Opportunity, { id }, { startDate: new Date('2026-11-22T18:30:00.000Z'), endDate: null });
    expect(await read('SCHEDULED_SESSION', 'demo-free')).toMatchObject({
      endDate: null,
      bookability: { isBookable: false, reasons: ['NOT_YET_OPEN'], opensAt: '2026-11-21T18:30:00.000Z' },
    });
  });

  it('pages through all of them without a gap or a repeat, where several start at once', async () => {
    await addOpportunities(gateway.store, 0, 60);
    await gateway.store.orm.em.fork().nativeUpdate(Opportunity, { identifier: { $in: ['extra-7', 'extra-8', 'extra-9', 'extra-10'] } }, { startDate: new Date('2026-12-01T10:00:00.000Z') });
    const seen: string[] = [];
    for (let page = await list({ first: 3 }); ; page = await list({ first: 3, after: page.pageInfo.endCursor })) {
      seen.push(...page.nodes.map(({ identifier }) => identifier));
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(seen).toHaveLength(DEMO_ITEMS.length + 60);
    expect(seen).toEqual(await found({}));
    expect(new Set(seen).size).toBe(seen.length);
  });
});
