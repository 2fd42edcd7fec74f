import { describe, expect, it } from 'vitest';
import { itemEntryOf, ownParentOf, parentEntryOf, type Defaults, type Lineage } from '../../src/feed/derive-entry.js';
import { offer, thing } from '../support/thing-facts.js';

const DEFAULTS: Defaults = { timeZone: 'Europe/London', offers: new Map() };
const HALL = { name: 'The hall', address: '1 Mill Lane', latitude: 51.5, longitude: -0.1 };
const CLUB = { id: 'https://club.example/', name: 'The club', url: null };

const series = thing('SESSION_SERIES', 'https://x.example/series/1', { name: 'Yoga', description: 'Slow', url: 'https://x.example/yoga', place: HALL, organization: CLUB, activities: [{ id: 'https://activities.example#yoga', label: 'Yoga' }], offers: [offer('o:adult', 850), offer('o:child', 425)] });
const session = thing('SCHEDULED_SESSION', 'https://x.example/sessions/1', { parentId: series.id, startDate: '2026-12-01T18:30:00Z', duration: 'PT1H', remainingCapacity: 7 });
const parent = parentEntryOf([series], DEFAULTS);
const entryOf = (own: typeof session, more: Partial<Defaults> = {}) => itemEntryOf([own, series], parent, { ...DEFAULTS, ...more });

/** Whom a series belongs to that says no more of it than this. */
const sellerIdOf = (more: Partial<typeof series>) => parentEntryOf([{ ...series, organization: null, ...more }], DEFAULTS).sellerId;

describe('an entry of the catalogue', () => {
  it('of a series says what the series says', () => {
    expect(parent).toMatchObject({ id: series.id, publishedId: null, type: 'SESSION_SERIES', name: 'Yoga', description: 'Slow', sellerId: CLUB.id, sellerName: 'The club', locationName: 'The hall', latitude: 51.5, timeZone: 'Europe/London' });
    expect(parent.offers.map(({ id }) => id)).toEqual(['o:adult', 'o:child']);
  });

  it('of a session has the end that its duration leads to, its places and the cheapest ticket that can be named', () => {
    expect(entryOf(session)).toMatchObject({ parentId: series.id, startDate: new Date('2026-12-01T18:30:00Z'), endDate: new Date('2026-12-01T19:30:00Z'), eventStatus: 'SCHEDULED', remainingCapacity: 7, lowestPriceMinor: 425, lowestPriceCurrency: 'GBP' });
    expect(entryOf({ ...session, offers: [offer(null, 0), offer('o:cheap', 100)] })).toMatchObject({ lowestPriceMinor: 100 });
  });

  it.each([
    ['by the clock', 'PT24H', '2026-10-24T18:00:00', '2026-10-25T17:00:00Z'],
    ["on the venue's calendar", 'P1D', '2026-10-24T18:00:00', '2026-10-25T18:00:00Z'],
  ])('of a time without an offset is read where the venue is, and ends %s', (_how, duration, startDate, end) => {
    expect(entryOf({ ...session, startDate, duration })).toMatchObject({ startDate: new Date('2026-10-24T17:00:00Z'), endDate: new Date(end) });
  });

  it('ends nowhere rather than before it starts', () => {
    expect(entryOf({ ...session, endDate: '2026-12-01T18:00:00Z' })?.endDate).toBeNull();
  });

  it('is none where no time can be read', () => {
    expect(entryOf({ ...session, startDate: null })).toBeUndefined();
    expect(entryOf({ ...session, startDate: '2026-02-30T10:00:00' })).toBeUndefined();
  });

  it('has the status of its series unless it has one itself', () => {
    const cancelled: Lineage = [session, { ...series, eventStatus: 'CANCELLED' }];
    expect(itemEntryOf(cancelled, parent, DEFAULTS)?.eventStatus).toBe('CANCELLED');
    expect(itemEntryOf([{ ...session, eventStatus: 'SCHEDULED' }, cancelled[1] ?? series], parent, DEFAULTS)?.eventStatus).toBe('SCHEDULED');
  });

  it('takes offers that are named by their ids alone from where they are told, and leaves out those that nobody tells of', () => {
    const offers = new Map([['o:1', offer('o:1', 300)]]);
    expect(entryOf({ ...session, offerIds: ['o:1', 'o:unknown'] }, { offers })?.offers.map(({ id }) => id)).toEqual(['o:1']);
  });
});

describe('an occurrence that says things of its own', () => {
  it('needs no copy of its parent while it says the same, or nothing', () => {
    expect(ownParentOf([session, series], DEFAULTS)).toBeUndefined();
    expect(ownParentOf([{ ...session, name: 'Yoga', place: HALL, activities: [], organizationId: CLUB.id }, series], DEFAULTS)).toBeUndefined();
    expect(ownParentOf([{ ...session, organization: { id: CLUB.id, name: 'The Club Ltd', url: 'https://club.example/' } }, series], DEFAULTS)).toBeUndefined();
  });

  it('has one with its own words, whole, and the parent’s where it has none', () => {
    const elsewhere = { name: 'The park', address: null, latitude: null, longitude: null };
    expect(ownParentOf([{ ...session, place: elsewhere, url: 'https://x.example/this-one' }, series], DEFAULTS)).toMatchObject({ id: session.id, publishedId: series.id, name: 'Yoga', url: 'https://x.example/yoga', locationName: 'The park', locationAddress: null, latitude: null, sellerId: CLUB.id });
  });

  it('has one where somebody else runs it', () => {
    expect(ownParentOf([{ ...session, organizationId: 'https://other.example/' }, series], DEFAULTS)).toMatchObject({ sellerId: 'https://other.example/', name: 'Yoga' });
  });

  it('keeps its own tickets to itself: the copy has the parent’s', () => {
    const own = { ...session, name: 'Yoga special', offers: [offer('o:special', 999)] };
    expect(ownParentOf([own, series], DEFAULTS)?.offers.map(({ id }) => id)).toEqual(['o:adult', 'o:child']);
  });

  it('is its own parent where it has none', () => {
    expect(ownParentOf([{ ...session, parentId: null, name: 'One evening' }], DEFAULTS)).toMatchObject({ id: session.id, publishedId: null, name: 'One evening', offers: [] });
  });
});

describe('a court', () => {
  const facility = thing('FACILITY_USE', 'https://x.example/facilities/1', { name: 'Badminton', place: HALL, organization: CLUB, offers: [offer('o:hour', 1200)] });
  const court = thing('INDIVIDUAL_FACILITY_USE', 'https://x.example/courts/1', { parentId: facility.id, name: 'Court 1', offers: [offer('o:hour', 1000), offer('o:peak', 1500)] });

  it('inherits from its facility, and its own offers come before those with other ids', () => {
    const entry = parentEntryOf([court, facility], DEFAULTS);
    expect(entry).toMatchObject({ id: court.id, type: 'FACILITY_USE', name: 'Court 1', locationName: 'The hall', sellerId: CLUB.id });
    expect(entry.offers.map(({ id, priceMinor }) => [id, priceMinor])).toEqual([['o:hour', 1000], ['o:peak', 1500]]);
  });
});

describe('an organiser', () => {
  it('is known by its id, told in full or named alone', () => {
    expect(sellerIdOf({ organization: CLUB })).toBe(CLUB.id);
    expect(sellerIdOf({ organizationId: 'https://club.example/2' })).toBe('https://club.example/2');
  });

  it('without an id is known by what it runs, so that it can be onboarded all the same', () => {
    expect(sellerIdOf({ organization: { id: null, name: 'Nameless', url: null } })).toBe(`${series.id}#organizer`);
    expect(sellerIdOf({})).toBe(`${series.id}#organizer`);
  });
});
