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

const known = new Map<string, number>();

/** The digits behind the decimal point, by ISO 4217: 2 for GBP, 0 for JPY, 3 for KWD; 2 where there is no currency. */
export function minorUnitDigits(currency: string | null): number {
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return 2;
  const digits = known.get(currency) ?? new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  known.set(currency, digits);
  return digits;
}
