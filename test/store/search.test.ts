import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOpportunities, SEARCH_BOUNDS } from '../../src/catalogue/search.store.js';
import type { OpportunityFilter } from '../../src/catalogue/search-filter.js';
import { addSeconds } from '../../src/shared/clock.js';
import { openStore, type Store } from '../../src/store/open-store.js';
import { addItems, addParents, type ItemRow, type ParentRow } from '../support/catalogue.js';
import { migratedDatabaseUrl, STORES } from '../support/stores.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const HOUR = 3_600;

const SELLERS = ['https://a.example', 'https://b.example', 'https://c.example'];
const WORDS = ['yoga', 'https://openactive.io/activity-list#yoga', 'badminton', 'golf'];
/** Where a circle is hard to draw: the date line, a pole; and London, where most are. */
const PLACES = [[51.5, -0.12], [51.52, -0.1], [51.4, 0.2], [-17.5, 179.99], [-17.5, -179.98], [-17.5, 180], [89.999, 10], [89.998, -170], [-89.9995, 0], [0, 0]] as const;

const price = fc.constantFrom<readonly [number | null, string | null]>([null, null], [0, null], [0, 'GBP'], [500, 'GBP'], [850, 'GBP'], [500, 'EUR'], [500, 'JPY']);

/** The same every time: what is searched for differs. */
const [PARENTS, ITEMS] = fc.sample(fc.tuple(parents(), items()), { numRuns: 1, seed: 7 })[0] ?? [[], []];

function parents(): fc.Arbitrary<readonly ParentRow[]> {
  const place = fc.option(fc.constantFrom(...PLACES));
  const parent = fc.record({ sellerId: fc.constantFrom(...SELLERS), place, words: fc.subarray(WORDS) });
  return fc.array(parent, { minLength: 30, maxLength: 30 }).map((all) => all.map(({ sellerId, place: at, words }, index) => ({ id: `https://parents.example/${index}`, sellerId, words, latitude: at?.[0] ?? null, longitude: at?.[1] ?? null })));
}

function items(): fc.Arbitrary<readonly ItemRow[]> {
  const item = fc.record({
    parent: fc.nat(29),
    type: fc.constantFrom('SLOT' as const, 'SLOT' as const, 'SCHEDULED_SESSION' as const),
    hour: fc.nat(40), // many start together
    price,
    remainingCapacity: fc.option(fc.nat(4)),
    bookedPlaces: fc.nat(2),
    isWithdrawn: fc.integer({ min: 0, max: 9 }).map((digit) => digit === 0),
  });
  return fc.array(item, { minLength: 300, maxLength: 300 }).map((all) =>
    all.map(({ parent, type, hour, price: [priceMinor, currency], remainingCapacity, bookedPlaces, isWithdrawn }, index) => ({
      id: `https://items.example/${index}`,
      parentId: `https://parents.example/${parent}`,
      type,
      startDate: addSeconds(NOW, hour * HOUR),
      priceMinor,
      currency,
      remainingCapacity,
      bookedPlaces,
      withdrawnAt: isWithdrawn ? NOW : null,
    })),
  );
}

const moment = fc.integer({ min: -1, max: 42 }).map((hour) => addSeconds(NOW, hour * HOUR));
const filters: fc.Arbitrary<OpportunityFilter> = fc.record(
  {
    type: fc.constantFrom('SLOT' as const, 'SCHEDULED_SESSION' as const),
    startsFrom: moment,
    startsBefore: moment,
    sellerId: fc.constantFrom(...SELLERS, 'https://nobody.example'),
    activity: fc.constantFrom('Yoga', 'BADMINTON', ' golf', 'https://openactive.io/activity-list#Yoga', 'curling'),
    near: fc.tuple(fc.constantFrom(...PLACES), fc.constantFrom(1, 2_000, 30_000, 100_000)).map(([[latitude, longitude], withinMetres]) => ({ latitude, longitude, withinMetres })),
    isFree: fc.boolean(),
    priceUpTo: fc.constantFrom({ amountMinor: 500, currency: 'GBP' }, { amount: '8.5', currency: 'GBP' }, { amount: '500', currency: 'JPY' }, { amount: '5.009', currency: 'EUR' }, { amountMinor: 0, currency: 'GBP' }),
    placesLeft: fc.integer({ min: 1, max: 4 }),
  },
  { requiredKeys: [] },
);
/** With small bounds, what is otherwise found in one go takes the ways of a large catalogue. */
const bounds = fc.constantFrom(SEARCH_BOUNDS, { parents: 2, occurrences: 10, starts: 40 }, { parents: 50, occurrences: 30, starts: 90 });

/** What should be found, by reading everything. */
function isFound(item: ItemRow, { type, startsFrom, startsBefore, sellerId, activity, near, isFree, priceUpTo, placesLeft }: OpportunityFilter): boolean {
  const parent = PARENTS.find(({ id }) => id === item.parentId);
  if (!parent || item.withdrawnAt) return false;
  const limit = priceUpTo && (priceUpTo.amountMinor ?? Math.floor(Number(priceUpTo.amount) * (priceUpTo.currency === 'JPY' ? 1 : 100)));
  return (
    (!type || item.type === type) &&
    (!startsFrom || item.startDate >= startsFrom) &&
    (!startsBefore || item.startDate < startsBefore) &&
    (!sellerId || parent.sellerId === sellerId) &&
    (!activity || parent.words.includes(activity.trim().toLowerCase())) &&
    (!near || (parent.latitude !== null && parent.longitude !== null && metresBetween([near.latitude, near.longitude], [parent.latitude, parent.longitude]) <= near.withinMetres)) &&
    (typeof isFree !== 'boolean' || (isFree ? item.priceMinor === 0 : (item.priceMinor ?? 0) > 0)) &&
    (!priceUpTo || item.priceMinor === 0 || (item.currency === priceUpTo.currency && item.priceMinor !== null && item.priceMinor <= (limit ?? 0))) &&
    (!placesLeft || item.remainingCapacity === null || item.remainingCapacity - item.bookedPlaces >= placesLeft)
  );
}

/** Along the chord of two points of the unit sphere: not as the search reckons. */
function metresBetween(a: readonly [number, number], b: readonly [number, number]): number {
  const [p, q] = [a, b].map(([latitude, longitude]) => {
    const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  });
  const chord = Math.hypot(...(p ?? []).map((value, axis) => value - (q?.[axis] ?? 0)));
  return 2 * 6_371_008.8 * Math.asin(chord / 2);
}

describe.each(STORES)('a search of the catalogue (%s)', (kind) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(await migratedDatabaseUrl(kind));
    await addParents(store, PARENTS, NOW);
    await addItems(store, ITEMS);
  });
  afterAll(() => store.close());

  it('is given a catalogue in which most can be found', () => {
    expect(ITEMS.filter((item) => isFound(item, {})).length).toBeGreaterThan(200);
  });

  const follow = async (filter: OpportunityFilter, first: number, direction: 'ASC' | 'DESC', within: typeof SEARCH_BOUNDS) => {
    const found: { readonly id: string; readonly startDate: Date }[] = [];
    for (let after: string | null = null, hasNextPage = true; hasNextPage; ) {
      const { nodes, pageInfo } = await listOpportunities({ reads: store.reads, now: NOW }, filter, { first, after, direction }, within);
      expect(nodes.length).toBeLessThanOrEqual(first);
      found.push(...nodes);
      if (pageInfo.hasNextPage) expect(pageInfo.endCursor).not.toBe(after);
      [after, hasNextPage] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }
    return found;
  };

  it('finds what a reader of the whole catalogue would find, each once and in order, whatever is combined and however large it is', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.constantFrom(20, 100), fc.constantFrom('ASC' as const, 'DESC' as const), bounds, async (filter, first, direction, within) => {
        const found = await follow(filter, first, direction, within);
        const times = found.map(({ startDate }) => startDate.getTime());
        expect(times).toEqual(times.toSorted((a, b) => (direction === 'ASC' ? a - b : b - a)));
        expect(found.map(({ id }) => id).toSorted()).toEqual(ITEMS.filter((item) => isFound(item, filter)).map(({ id }) => id).toSorted());
      }),
      { numRuns: 400 },
    );
  }, 60_000);
});
