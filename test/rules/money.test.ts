import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorUnitDigits, toMoney } from '../../src/shared/money.js';

describe('money', () => {
  it.each([
    [850, 'GBP', '8.50'],
    [5, 'GBP', '0.05'],
    [0, 'EUR', '0.00'],
    [500, 'JPY', '500'],
    [1234, 'KWD', '1.234'],
    [1, 'KWD', '0.001'],
    [12345, 'CLF', '1.2345'],
    [0, null, '0.00'],
    [850, null, '8.50'],
    [850, 'ZZZ', '8.50'],
    [850, 'gbp', '8.50'],
    [850, '£', '8.50'],
    [850, '', '8.50'],
    [850, 'constructor', '8.50'],
    [-850, 'GBP', '-8.50'],
    [2_147_483_647, 'GBP', '21474836.47'],
  ])('of %i in the minor unit of %s is %s', (amountMinor, currency, amount) => {
    expect(toMoney(amountMinor, currency)).toEqual({ amountMinor, currency, amount });
  });

  // ISO 4217 list one; how many digits people write, which is what a locale library says, is another matter for several of them
  it.each([
    [0, ['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF']],
    [2, ['GBP', 'EUR', 'USD', 'AUD', 'NZD', 'HUF', 'COP', 'IDR', 'PKR', 'ALL', 'AFN', 'MGA', 'LBP', 'RSD', 'TWD', 'TZS', 'CZK', 'SEK']],
    [3, ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']],
    [4, ['CLF', 'UYW']],
  ])('has %i digits of minor unit, by ISO 4217, in %j', (digits, currencies) => {
    expect(Object.fromEntries(currencies.map((currency) => [currency, minorUnitDigits(currency)]))).toEqual(Object.fromEntries(currencies.map((currency) => [currency, digits])));
  });

  it('is exact: without its point, the amount is the minor unit again', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom('GBP', 'JPY', 'KWD', 'CLF', null), (amountMinor, currency) => {
        const { amount } = toMoney(amountMinor, currency);
        expect(Number(amount.replace('.', '')) + 0).toBe(amountMinor + 0);
        expect(amount.split('.')[1]?.length ?? 0).toBe(minorUnitDigits(currency));
      }),
    );
  });

  it('never throws, whatever a feed calls its currency', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (currency) => {
        expect(toMoney(850, currency).amount).toMatch(/^\d+(\.\d+)?$/);
      }),
    );
  });
});
