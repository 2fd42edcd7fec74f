/** An amount in the minor unit of its ISO 4217 currency: 850 GBP is £8.50. */
export interface Money {
  readonly amountMinor: number;
  /** Null on a free offer whose publisher names none. */
  readonly currency: string | null;
  /** The same as a plain decimal: `8.50`, `500` (JPY). */
  readonly amount: string;
}

export function toMoney(amountMinor: number, currency: string | null): Money {
  const digits = minorUnitDigits(currency);
  return { amountMinor, currency, amount: (amountMinor / 10 ** digits).toFixed(digits) };
}

/** The sum, in the one currency of what costs something; free places alone take the currency of the first. */
export function totalOf(prices: readonly Money[]): Money {
  const currency = (prices.find(({ amountMinor }) => amountMinor > 0) ?? prices[0])?.currency ?? null;
  return toMoney(prices.reduce((sum, { amountMinor }) => sum + amountMinor, 0), currency);
}

/** ISO 4217, where it says other than 2. Not Intl's digits: those are how many people write, 0 for HUF or IQD. */
const DIGITS = new Map<string, number>([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
]);

/** The digits behind the decimal point, by ISO 4217: 2 for GBP, 0 for JPY, 3 for KWD; 2 where there is no currency. */
export function minorUnitDigits(currency: string | null): number {
  return (currency === null ? undefined : DIGITS.get(currency)) ?? 2;
}
