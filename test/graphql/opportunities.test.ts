import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { DEMO } from '../../src/store/demo-data.js';
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
const IN_ORDER = ['demo-free', 'demo-paid', 'demo-full', 'demo-slot', 'demo-not-onboarded'];

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

  const reasonsOfAll = async () => {
    const { opportunities } = await ask('{ opportunities { nodes { identifier bookability { reasons } } } }');
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
        location: { name: 'Northside Sports Centre', address: '1 Mill Lane, Brightwell' },
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
    expect(await found({})).toEqual(IN_ORDER);
    expect((await list({ direction: 'DESC' })).nodes.map(({ identifier }) => identifier)).toEqual(IN_ORDER.toReversed());
  });

  it('filters by kind, time and seller, and by all of them together', async () => {
    const { startDate } = await read('SCHEDULED_SESSION', 'demo-full');
    expect(await found({ type: 'SLOT' })).toEqual(['demo-slot']);
    expect(await found({ type: 'SCHEDULED_SESSION' })).toEqual(['demo-free', 'demo-paid', 'demo-full', 'demo-not-onboarded']);
    expect(await found({ startsFrom: startDate })).toEqual(['demo-full', 'demo-slot', 'demo-not-onboarded']);
    expect(await found({ startsBefore: startDate })).toEqual(['demo-free', 'demo-paid']);
    expect(await found({ sellerId: DEMO.sellerId('northside-sports') })).toEqual(['demo-paid', 'demo-slot']);
    expect(await found({ sellerId: 'https://nobody.example/' })).toEqual([]);
    expect(await found({ sellerId: '' })).toEqual([]);
    expect(await found({ sellerId: DEMO.sellerId('northside-sports'), type: 'SCHEDULED_SESSION', startsBefore: startDate })).toEqual(['demo-paid']);
    expect(await found({ type: null, startsFrom: null, startsBefore: null, sellerId: null })).toEqual(IN_ORDER);
  });

  it('works out bookability for the moment of asking', async () => {
    expect(await reasonsOfAll()).toEqual({ 'demo-free': [], 'demo-paid': [], 'demo-full': ['FULL'], 'demo-slot': [], 'demo-not-onboarded': ['SELLER_NOT_ONBOARDED'] });
    gateway.clock.advance(86_400 + 8 * 3_600); // past demo-free and demo-paid, an evening before the rest
    expect(await reasonsOfAll()).toEqual({
      'demo-free': ['PAST'],
      'demo-paid': ['PAST'],
      'demo-full': ['FULL'],
      'demo-slot': [],
      'demo-not-onboarded': ['SELLER_NOT_ONBOARDED'],
    });
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

  it('pages through 65 of them without a gap or a repeat, where several start at once', async () => {
    await addOpportunities(gateway.store, 0, 60);
    await gateway.store.orm.em.fork().nativeUpdate(Opportunity, { identifier: { $in: ['extra-7', 'extra-8', 'extra-9', 'extra-10'] } }, { startDate: new Date('2026-12-01T10:00:00.000Z') });
    const seen: string[] = [];
    for (let page = await list({ first: 3 }); ; page = await list({ first: 3, after: page.pageInfo.endCursor })) {
      seen.push(...page.nodes.map(({ identifier }) => identifier));
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(seen).toHaveLength(65);
    expect(seen).toEqual(await found({}));
    expect(new Set(seen).size).toBe(65);
  });
});
