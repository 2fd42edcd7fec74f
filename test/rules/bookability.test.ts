import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOOKABILITY_REASONS, bookabilityOf, type BookabilityReason, type ItemFacts, type OfferFacts } from '../../src/catalogue/bookability.js';
import { sentenceFor } from '../../src/catalogue/bookability-sentences.js';
import { EVENT_STATUSES } from '../../src/catalogue/opportunity.entity.js';
import { SELLER_STATUSES } from '../../src/seller/seller.lifecycle.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const hours = (count: number): Date => new Date(NOW.getTime() + count * 3_600_000);

const ITEM: ItemFacts = {
  sellerStatus: 'PAID',
  canTakePayments: true,
  eventStatus: 'SCHEDULED',
  startDate: hours(48),
  endDate: hours(49),
  timeZone: 'Europe/London',
  remainingCapacity: 5,
};

const OFFER: OfferFacts = {
  id: 'https://offers.example/adult',
  priceMinor: 850,
  currency: 'GBP',
  validFromBeforeStartDate: null,
  validThroughBeforeStartDate: null,
  isAdvanceBookingUnavailable: false,
};

describe('bookability', () => {
  it('is given when nothing stands in the way', () => {
    expect(bookabilityOf(ITEM, [OFFER], NOW)).toEqual({ isBookable: true, reasons: [], opensAt: null });
  });

  /** What has no case here belongs to the look-up: an item or offer that does not exist cannot be asked about. */
  type Case = { readonly item?: Partial<ItemFacts>; readonly offer?: Partial<OfferFacts> | null };
  const CASES: Record<Exclude<BookabilityReason, 'UNKNOWN_ITEM' | 'UNKNOWN_OFFER'>, readonly Case[]> = {
    SELLER_NOT_ONBOARDED: [{ item: { sellerStatus: 'NOT_ONBOARDED' } }],
    SELLER_OPTED_OUT: [{ item: { sellerStatus: 'OPTED_OUT' } }],
    CANCELLED: [{ item: { eventStatus: 'CANCELLED' } }],
    POSTPONED: [{ item: { eventStatus: 'POSTPONED' } }],
    PAST: [{ item: { startDate: hours(-2), endDate: NOW } }, { item: { startDate: NOW, endDate: null } }],
    FULL: [{ item: { remainingCapacity: 0 } }, { item: { remainingCapacity: -1 } }],
    NO_OFFER: [{ offer: null }],
    OFFER_WITHOUT_ID: [{ offer: { id: null } }],
    OFFER_UNUSABLE: [
      { offer: { priceMinor: null } },
      { offer: { currency: null } },
      { offer: { validFromBeforeStartDate: 'two days' } },
      { offer: { validThroughBeforeStartDate: '' } },
      { offer: { validFromBeforeStartDate: 'P1D' }, item: { timeZone: 'Atlantis/Capital' } },
      { offer: { validFromBeforeStartDate: 'P999999Y' } },
    ],
    SELLER_IS_FREE: [{ item: { sellerStatus: 'FREE' } }],
    SELLER_CANNOT_TAKE_PAYMENTS: [{ item: { canTakePayments: false } }, { item: { canTakePayments: false }, offer: { priceMinor: 1 } }],
    ADVANCE_BOOKING_UNAVAILABLE: [{ offer: { isAdvanceBookingUnavailable: true } }],
    NOT_YET_OPEN: [{ offer: { validFromBeforeStartDate: 'P1D' } }],
    CLOSED: [{ offer: { validThroughBeforeStartDate: 'P2D' } }, { offer: { validThroughBeforeStartDate: 'P3D' } }],
  };

  it.each(Object.entries(CASES).flatMap(([reason, cases]) => cases.map((given) => [reason, given] as const)))('is refused with %s alone: %o', (reason, { item, offer }) => {
    const { isBookable, reasons } = bookabilityOf({ ...ITEM, ...item }, offer === null ? [] : [{ ...OFFER, ...offer }], NOW);
    expect(reasons).toEqual([reason]);
    expect(isBookable).toBe(false);
  });

  it('names everything that stands in the way, the weightiest first', () => {
    const item: ItemFacts = { ...ITEM, sellerStatus: 'OPTED_OUT', eventStatus: 'CANCELLED', remainingCapacity: 0, endDate: NOW };
    expect(bookabilityOf(item, [], NOW).reasons).toEqual(['SELLER_OPTED_OUT', 'CANCELLED', 'PAST', 'FULL', 'NO_OFFER']);
  });

  it('has a sentence of its own weight for every reason: the first decides', () => {
    for (const reason of BOOKABILITY_REASONS) {
      expect(sentenceFor({ reasons: [reason] })).toMatch(/^[A-Z].*\.$/);
      expect(sentenceFor({ reasons: [reason, 'FULL', 'PAST'] })).toBe(sentenceFor({ reasons: [reason] }));
    }
  });

  describe('time', () => {
    it('runs out with the endDate, and with the startDate only where there is no end', () => {
      expect(bookabilityOf({ ...ITEM, startDate: hours(-1), endDate: hours(1) }, [OFFER], NOW).isBookable).toBe(true);
      expect(bookabilityOf({ ...ITEM, startDate: hours(-1), endDate: null }, [OFFER], NOW).reasons).toEqual(['PAST']);
      expect(bookabilityOf({ ...ITEM, startDate: hours(-2), endDate: NOW }, [OFFER], new Date(NOW.getTime() - 1)).isBookable).toBe(true);
    });

    it('opens and closes to the millisecond: open from the first moment of the window, closed from its end', () => {
      const offer = { ...OFFER, validFromBeforeStartDate: 'PT10H', validThroughBeforeStartDate: 'PT2H' };
      const at = (ms: number) => bookabilityOf(ITEM, [offer], new Date(ITEM.startDate.getTime() + ms));
      expect(at(-10 * 3_600_000 - 1)).toEqual({ isBookable: false, reasons: ['NOT_YET_OPEN'], opensAt: hours(38) });
      expect(at(-10 * 3_600_000)).toEqual({ isBookable: true, reasons: [], opensAt: null });
      expect(at(-2 * 3_600_000 - 1).isBookable).toBe(true);
      expect(at(-2 * 3_600_000)).toEqual({ isBookable: false, reasons: ['CLOSED'], opensAt: null });
    });

    it('says the earliest opening of several offers, and of those only that nothing else stands in the way of', () => {
      const offers = [
        { ...OFFER, validFromBeforeStartDate: 'PT5H' },
        { ...OFFER, validFromBeforeStartDate: 'PT10H' },
        { ...OFFER, validFromBeforeStartDate: 'PT20H', id: null },
        { ...OFFER, validFromBeforeStartDate: 'PT30H', priceMinor: null },
      ];
      expect(bookabilityOf(ITEM, offers, NOW).opensAt).toEqual(hours(38));
    });

    it('does not promise an opening when waiting alone does not help', () => {
      const early = { ...OFFER, validFromBeforeStartDate: 'PT10H' };
      expect(bookabilityOf({ ...ITEM, remainingCapacity: 0 }, [early], NOW).opensAt).toBeNull();
      expect(bookabilityOf({ ...ITEM, sellerStatus: 'NOT_ONBOARDED' }, [early], NOW).opensAt).toBeNull();
      expect(bookabilityOf(ITEM, [{ ...early, isAdvanceBookingUnavailable: true }], NOW).opensAt).toBeNull();
    });

    it('does not promise an opening to an offer that has closed by then, or after the item is over', () => {
      expect(bookabilityOf(ITEM, [{ ...OFFER, validFromBeforeStartDate: 'PT5H', validThroughBeforeStartDate: 'PT10H' }], NOW).opensAt).toBeNull();
      expect(bookabilityOf(ITEM, [{ ...OFFER, validFromBeforeStartDate: '-PT2H' }], NOW).opensAt).toBeNull();
    });
  });

  describe('offers', () => {
    const closed = { ...OFFER, validThroughBeforeStartDate: 'P3D' };
    const early = { ...OFFER, validFromBeforeStartDate: 'P1D' };

    it('need only one that can be booked', () => {
      expect(bookabilityOf(ITEM, [closed, { ...OFFER, id: null }, OFFER], NOW)).toEqual({ isBookable: true, reasons: [], opensAt: null });
    });

    it('name each reason once when none can', () => {
      expect(bookabilityOf(ITEM, [closed, closed, early], NOW)).toEqual({ isBookable: false, reasons: ['CLOSED', 'NOT_YET_OPEN'], opensAt: hours(24) });
    });

    it('of a Free Seller can be booked when they are free', () => {
      const free = { ...OFFER, priceMinor: 0, currency: null };
      const item: ItemFacts = { ...ITEM, sellerStatus: 'FREE' };
      expect(bookabilityOf(item, [OFFER, free], NOW).isBookable).toBe(true);
      expect(bookabilityOf(item, [OFFER], NOW).reasons).toEqual(['SELLER_IS_FREE']);
      expect(bookabilityOf(ITEM, [free], NOW).isBookable).toBe(true);
    });

    it('of a Paid Seller whose account takes no charges can be booked when they are free', () => {
      const free = { ...OFFER, priceMinor: 0, currency: null };
      const item: ItemFacts = { ...ITEM, canTakePayments: false };
      expect(bookabilityOf(item, [OFFER, free], NOW)).toEqual({ isBookable: true, reasons: [], opensAt: null });
      expect(bookabilityOf(item, [OFFER], NOW).reasons).toEqual(['SELLER_CANNOT_TAKE_PAYMENTS']);
    });

    it('say one thing of a Free Seller’s price: whether an account of old takes charges has no say', () => {
      for (const canTakePayments of [true, false]) expect(bookabilityOf({ ...ITEM, sellerStatus: 'FREE', canTakePayments }, [OFFER], NOW).reasons).toEqual(['SELLER_IS_FREE']);
    });

    it('promise no opening while no charge can be taken', () => {
      expect(bookabilityOf({ ...ITEM, canTakePayments: false }, [early], NOW)).toEqual({ isBookable: false, reasons: ['SELLER_CANNOT_TAKE_PAYMENTS', 'NOT_YET_OPEN'], opensAt: null });
    });
  });

  describe('places', () => {
    it.each([
      [5, 5, true],
      [5, 6, false],
      [1, 1, true],
      [0, 1, false],
    ])('%i left, %i wanted: %s', (remainingCapacity, places, isBookable) => {
      expect(bookabilityOf({ ...ITEM, remainingCapacity }, [OFFER], NOW, places).isBookable).toBe(isBookable);
    });

    it('never run out where nobody says how many are left', () => {
      expect(bookabilityOf({ ...ITEM, remainingCapacity: null }, [OFFER], NOW, 20).isBookable).toBe(true);
    });
  });
});

/** When booking opens, for a start given as an instant. */
function openingOf(timeZone: string, start: string, duration: string): string | undefined {
  const item = { ...ITEM, timeZone, startDate: new Date(start), endDate: null };
  return bookabilityOf(item, [{ ...OFFER, validFromBeforeStartDate: duration }], new Date('2026-01-01T00:00:00Z')).opensAt?.toISOString();
}

describe('a booking window', () => {
  it.each([
    // Clocks go forward on 29 March 2026 at 01:00 UTC, back on 25 October at 01:00 UTC
    ['Europe/London', '18:30 on the day clocks go forward', '2026-03-29T17:30:00Z', '2026-03-28T18:30:00.000Z', '2026-03-28T17:30:00.000Z'],
    ['Europe/London', '18:30 on the day clocks go back', '2026-10-25T18:30:00Z', '2026-10-24T17:30:00.000Z', '2026-10-24T18:30:00.000Z'],
    // Clocks go back on 5 April 2026 at 03:00 NZDT, forward on 27 September at 02:00 NZST
    ['Pacific/Auckland', '18:30 on the day clocks go back', '2026-04-05T06:30:00Z', '2026-04-04T05:30:00.000Z', '2026-04-04T06:30:00.000Z'],
    ['Pacific/Auckland', '18:30 on the day clocks go forward', '2026-09-27T05:30:00Z', '2026-09-26T06:30:00.000Z', '2026-09-26T05:30:00.000Z'],
  ])('in %s, for %s: P1D keeps the wall time, PT24H the distance', (timeZone, _when, start, byCalendar, byClock) => {
    expect(openingOf(timeZone, start, 'P1D')).toBe(byCalendar);
    expect(openingOf(timeZone, start, 'PT24H')).toBe(byClock);
    expect(openingOf(timeZone, start, 'P1DT1H')).toBe(new Date(new Date(byCalendar).getTime() - 3_600_000).toISOString());
  });

  it.each([
    ['Europe/London', 'does not exist, so it is the later', '2026-03-30T00:30:00Z', '2026-03-29T01:30:00.000Z'],
    ['Europe/London', 'happens twice, so it is the first', '2026-10-26T01:30:00Z', '2026-10-25T00:30:00.000Z'],
    ['Pacific/Auckland', 'does not exist, so it is the later', '2026-09-27T13:30:00Z', '2026-09-26T14:30:00.000Z'],
    ['Pacific/Auckland', 'happens twice, so it is the first', '2026-04-05T14:30:00Z', '2026-04-04T13:30:00.000Z'],
  ])('in %s: a day before can be a wall time that %s', (timeZone, _which, start, expected) => {
    expect(openingOf(timeZone, start, 'P1D')).toBe(expected);
  });

  it('counts months and weeks on the calendar', () => {
    expect(openingOf('Europe/London', '2026-03-31T08:00:00Z', 'P1M')).toBe('2026-02-28T09:00:00.000Z');
    expect(openingOf('Europe/London', '2026-03-31T08:00:00Z', 'P1W')).toBe('2026-03-24T09:00:00.000Z');
  });
});

function itemOf(date: fc.Arbitrary<Date>, timeZone: fc.Arbitrary<string>): fc.Arbitrary<ItemFacts> {
  return fc.record({
    sellerStatus: fc.constantFrom(...SELLER_STATUSES),
    canTakePayments: fc.boolean(),
    eventStatus: fc.constantFrom(...EVENT_STATUSES),
    startDate: date,
    endDate: fc.option(date),
    timeZone,
    remainingCapacity: fc.option(fc.integer({ min: -1, max: 30 })),
  });
}

function offerOf(window: fc.Arbitrary<string>): fc.Arbitrary<OfferFacts> {
  return fc.record({
    id: fc.option(fc.webUrl(), { freq: 8 }),
    priceMinor: fc.option(fc.nat(10_000), { freq: 8 }),
    currency: fc.option(fc.constantFrom('GBP', 'JPY'), { freq: 8 }),
    validFromBeforeStartDate: fc.option(window),
    validThroughBeforeStartDate: fc.option(window),
    isAdvanceBookingUnavailable: fc.boolean(),
  });
}

describe('bookability, whatever the feed says', () => {
  const instant = fc.date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true });
  const near = fc.integer({ min: -10 * 86_400, max: 10 * 86_400 }).map((seconds) => new Date(NOW.getTime() + seconds * 1000));
  const part = fc.integer({ min: 0, max: 40 });
  const duration = fc
    .tuple(fc.constantFrom('', '-'), part, part)
    .chain(([sign, days, count]) => fc.constantFrom('P1W', `P${days}D`, `PT${count}H`, `P${days}DT${count}H`, `P${count}M`, `PT${count}.5S`).map((text) => `${sign}${text}`));
  const wild = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('P', 'PT', 'P-1D', 'P1.5D', 'P99999999999999999999Y', 'PT1e9H', 'P1D ', 'p1d', '\u0000', '\ud800'));

  const zone = fc.constantFrom('Europe/London', 'Pacific/Auckland', 'UTC', 'America/St_Johns');
  const healthyItem = itemOf(near, zone).map((item): ItemFacts => ({ ...item, sellerStatus: 'PAID', canTakePayments: true, eventStatus: 'SCHEDULED', remainingCapacity: null }));
  const offers = fc.array(offerOf(duration), { maxLength: 4 });
  const places = fc.integer({ min: 1, max: 20 });

  it('never throws, for any text as a duration or a zone', () => {
    const item = itemOf(instant, fc.oneof(zone, wild));
    fc.assert(
      fc.property(item, fc.array(offerOf(fc.oneof(wild, duration)), { maxLength: 3 }), instant, places, (facts, given, now, wanted) => {
        const { isBookable, reasons, opensAt } = bookabilityOf(facts, given, now, wanted);
        expect(isBookable).toBe(reasons.length === 0);
        expect(new Set(reasons).size).toBe(reasons.length);
        if (isBookable) expect(opensAt).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('is bookable if and only if no reason stands in the way', () => {
    fc.assert(
      fc.property(fc.oneof(healthyItem, itemOf(near, zone)), offers, places, (item, given, wanted) => {
        const { isBookable, reasons } = bookabilityOf(item, given, NOW, wanted);
        expect(isBookable).toBe(reasons.length === 0);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps its promise: what opens at a moment can be booked at that moment, and not a millisecond sooner', () => {
    let promises = 0;
    fc.assert(
      fc.property(healthyItem, offers, places, (item, given, wanted) => {
        const { opensAt } = bookabilityOf(item, given, NOW, wanted);
        if (opensAt === null) return;
        promises += 1;
        expect(opensAt.getTime()).toBeGreaterThan(NOW.getTime());
        expect(bookabilityOf(item, given, opensAt, wanted)).toEqual({ isBookable: true, reasons: [], opensAt: null });
        expect(bookabilityOf(item, given, new Date(opensAt.getTime() - 1), wanted)).toMatchObject({ isBookable: false, opensAt });
      }),
      { numRuns: 2_000 },
    );
    expect(promises).toBeGreaterThan(20);
  });

  it('is never lessened by one more offer that can be booked', () => {
    const bookable: OfferFacts = { ...OFFER, priceMinor: 0 };
    fc.assert(
      fc.property(fc.oneof(healthyItem, itemOf(near, zone)), offers, fc.nat(4), places, (item, given, position, wanted) => {
        const before = bookabilityOf(item, given, NOW, wanted);
        const after = bookabilityOf(item, given.toSpliced(position, 0, bookable), NOW, wanted);
        expect(before.reasons).toEqual(expect.arrayContaining([...after.reasons]));
        if (before.isBookable) expect(after.isBookable).toBe(true);
        expect(after.isBookable).toBe(bookabilityOf(item, [bookable], NOW, wanted).isBookable);
      }),
      { numRuns: 300 },
    );
  });
});
