import { badUserInput } from '../access/refusal.js';
import { minorUnitDigits } from '../shared/money.js';
import type { OpportunityType } from './opportunity.entity.js';
import type { Near } from './search-area.js';

/** What is searched for: every member given must hold. */
export interface OpportunityFilter {
  readonly type?: OpportunityType | null;
  readonly startsFrom?: Date | null;
  readonly startsBefore?: Date | null;
  readonly sellerId?: string | null;
  readonly activity?: string | null;
  readonly near?: Near | null;
  readonly isFree?: boolean | null;
  readonly priceUpTo?: PriceLimit | null;
  readonly placesLeft?: number | null;
}

/** The amount either in the minor unit or as a decimal. */
export interface PriceLimit {
  readonly amountMinor?: number | null;
  readonly amount?: string | null;
  readonly currency: string;
}

const MAX_WITHIN_METRES = 100_000;
const MAX_PLACES = 1_000;
const MAX_AMOUNT_MINOR = 2_147_483_647;
const DECIMAL = /^(?<units>\d{1,9})(\.(?<decimals>\d{1,9}))?$/;

/** Throws `BAD_USER_INPUT` that names the first member that cannot be searched by. */
export function requireUsable({ near, priceUpTo, placesLeft, activity }: OpportunityFilter): void {
  if (near) {
    requireWithin('near.latitude', near.latitude, [-90, 90]);
    requireWithin('near.longitude', near.longitude, [-180, 180]);
    requireWithin('near.withinMetres', near.withinMetres, [1, MAX_WITHIN_METRES]);
  }
  if (typeof placesLeft === 'number') requireWithin('placesLeft', placesLeft, [1, MAX_PLACES]);
  if (activity?.trim() === '') throw badUserInput('"filter.activity" must not be empty.');
  if (priceUpTo) requirePrice(priceUpTo);
}

function requireWithin(member: string, value: number, [least, most]: readonly [number, number]): void {
  if (!(value >= least && value <= most)) throw badUserInput(`"filter.${member}" must be from ${least} to ${most}.`);
}

function requirePrice({ amountMinor, amount, currency }: PriceLimit): void {
  if (typeof amountMinor === 'number' ? typeof amount === 'string' : typeof amount !== 'string') throw badUserInput('"filter.priceUpTo" must have either "amountMinor" or "amount".');
  if (typeof amountMinor === 'number') requireWithin('priceUpTo.amountMinor', amountMinor, [0, MAX_AMOUNT_MINOR]);
  if (typeof amount === 'string' && !DECIMAL.test(amount)) throw badUserInput('"filter.priceUpTo.amount" must be a decimal, as in 8.50.');
  if (!/^[A-Z]{3}$/.test(currency)) throw badUserInput('"filter.priceUpTo.currency" must be an ISO 4217 code, as in GBP.');
}

/** In the minor unit. What a decimal has beyond that no price has either. */
export function minorLimitOf({ amountMinor, amount, currency }: PriceLimit): number {
  if (typeof amountMinor === 'number') return amountMinor;
  const { units = '0', decimals = '' } = DECIMAL.exec(amount ?? '')?.groups ?? {};
  const digits = minorUnitDigits(currency);
  return Math.min(MAX_AMOUNT_MINOR, Number(units + decimals.padEnd(digits, '0').slice(0, digits)));
}
