import { minorUnitDigits } from '../shared/money.js';
import { textOf } from './lossless-json.js';

const DECIMAL = /^(\d{1,12})(?:\.(\d+))?$/;
/** Both stores keep prices as 32-bit integers. */
const MAX_MINOR = 2_147_483_647;

/** In the currency's minor unit; null for what that cannot represent exactly, for what is below zero, and for what is no decimal. */
export function readPrice(value: unknown, currency: string | null): number | null {
  const [, whole, fraction = ''] = DECIMAL.exec(textOf(value)?.trim() ?? '') ?? [];
  if (whole === undefined) return null;
  const digits = minorUnitDigits(currency);
  if (/[1-9]/.test(fraction.slice(digits))) return null;
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return minor <= MAX_MINOR ? minor : null;
}

/** By ISO 4217's form, in capitals; null for what is no code. */
export function readCurrency(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return /^[A-Z]{3}$/.test(code) ? code : null;
}
