import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cancellableUntil } from '../../src/catalogue/cancellation.js';

const FREE = { priceMinor: 0, latestCancellationBeforeStartDate: null, allowCustomerCancellationFullRefund: false } as const;
const PAID = { ...FREE, priceMinor: 850, allowCustomerCancellationFullRefund: true } as const;
const at = (startDate: string, timeZone = 'Europe/London') => ({ startDate: new Date(startDate), timeZone });
const until = (start: string, timeZone: string, duration: string) => cancellableUntil(at(start, timeZone), { ...PAID, latestCancellationBeforeStartDate: duration })?.toISOString();

describe('a customer may cancel', () => {
  const start = '2026-11-20T18:00:00.000Z';

  it('a free place until it starts, whatever is said of money', () => {
    expect(cancellableUntil(at(start), FREE)).toEqual(new Date(start));
    expect(cancellableUntil(at(start), { ...FREE, allowCustomerCancellationFullRefund: true })).toEqual(new Date(start));
  });

  it('a paid place only where the ticket gives the money back, until it starts when nothing else is said', () => {
    expect(cancellableUntil(at(start), PAID)).toEqual(new Date(start));
    expect(cancellableUntil(at(start), { ...PAID, allowCustomerCancellationFullRefund: false })).toBeNull();
    expect(cancellableUntil(at(start), { ...PAID, priceMinor: null, allowCustomerCancellationFullRefund: false })).toBeNull();
  });

  it.each([
    ['Europe/London in spring, a day by the calendar', '2026-03-29T09:00:00Z', 'Europe/London', 'P1D', '2026-03-28T10:00:00.000Z'],
    ['Europe/London in spring, a day by the clock', '2026-03-29T09:00:00Z', 'Europe/London', 'PT24H', '2026-03-28T09:00:00.000Z'],
    ['Europe/London in autumn, a day by the calendar', '2026-10-25T10:00:00Z', 'Europe/London', 'P1D', '2026-10-24T09:00:00.000Z'],
    ['Europe/London in autumn, a day by the clock', '2026-10-25T10:00:00Z', 'Europe/London', 'PT24H', '2026-10-24T10:00:00.000Z'],
    ['Europe/London, into the hour that spring leaves out', '2026-03-30T00:30:00Z', 'Europe/London', 'P1D', '2026-03-29T01:30:00.000Z'],
    ['Europe/London, into the hour that autumn has twice', '2026-10-26T01:30:00Z', 'Europe/London', 'P1D', '2026-10-25T00:30:00.000Z'],
    ['Australia/Sydney in spring, two days and two hours', '2026-10-04T23:00:00Z', 'Australia/Sydney', 'P2DT2H', '2026-10-02T22:00:00.000Z'],
    ['Australia/Sydney in autumn, a week', '2026-04-05T08:00:00Z', 'Australia/Sydney', 'P1W', '2026-03-29T07:00:00.000Z'],
    ['a month from the 31st', '2026-03-31T12:00:00Z', 'Europe/London', 'P1M', '2026-02-28T13:00:00.000Z'],
    ['no time at all', '2026-11-20T18:00:00Z', 'Europe/London', 'PT0S', '2026-11-20T18:00:00.000Z'],
  ])('until the ticket says: %s', (_case, startDate, timeZone, duration, expected) => {
    expect(until(startDate, timeZone, duration)).toBe(expected);
  });

  it.each(['', 'P', 'PT', 'P1', '1D', 'P1DT', 'P-1D', '24:00', 'tomorrow', 'P1.5D', 'P1H', `P${'9'.repeat(400)}D`, 'P9999999Y'])('never by a duration that cannot be read: "%s"', (duration) => {
    expect(until(start, 'Europe/London', duration)).toBeUndefined();
  });

  it('never in a zone that there is not', () => {
    expect(until(start, 'Mars/Olympus', 'P1D')).toBeUndefined();
  });

  it.each(['-P1D', '-PT1H'])('never once it has started: "%s" promises nothing', (duration) => {
    expect(until(start, 'Europe/London', duration)).toBeUndefined();
  });
});

describe('the moment until which a customer may cancel', () => {
  const anyDuration = fc.oneof(
    fc.string(),
    fc.record({ sign: fc.constantFrom('', '-', '+'), days: fc.nat(800), hours: fc.nat(5_000), minutes: fc.nat(100_000) }).map(({ sign, days, hours, minutes }) => `${sign}P${days}DT${hours}H${minutes}M`),
  );
  const anyStart = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  const anyZone = fc.constantFrom('Europe/London', 'Australia/Sydney', 'America/St_Johns', 'Pacific/Apia', 'UTC');

  it('never comes after the start, whatever the feed says, and nothing that the feed says throws', () => {
    fc.assert(
      fc.property(anyStart, anyZone, anyDuration, fc.boolean(), fc.option(fc.nat(10_000)), (startDate, timeZone, duration, isAllowed, priceMinor) => {
        const moment = cancellableUntil({ startDate, timeZone }, { priceMinor, latestCancellationBeforeStartDate: duration, allowCustomerCancellationFullRefund: isAllowed });
        expect(moment === null || moment <= startDate).toBe(true);
        if (priceMinor !== 0 && !isAllowed) expect(moment).toBeNull();
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 200) },
    );
  });

  it('comes the earlier, the longer before the start the ticket says', () => {
    fc.assert(
      fc.property(anyStart, anyZone, fc.nat(400), fc.nat(400), (startDate, timeZone, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((days) => cancellableUntil({ startDate, timeZone }, { ...PAID, latestCancellationBeforeStartDate: `P${days}D` }));
        expect((more ?? 0) <= (less ?? 0)).toBe(true);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 200) },
    );
  });
});
