import { z } from 'zod';
import { OpportunityKind } from './opportunity-kind.js';
import { wireText, wireUrl } from './wire-rules.js';

const instant = z.iso.datetime({ offset: true, error: 'must be an instant, as in 2026-11-20T18:30:00Z' });
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const DECIMAL = /^\d{1,9}(\.\d{1,9})?$/;

function wholeNumber(least: number, most: number) {
  const range = `must be from ${least} to ${most}`;
  return z.coerce.number('must be a number').int('must be a whole number').min(least, range).max(most, range);
}

const NEAR = 'must be a latitude and a longitude in degrees, as in 51.5,-0.12';
const coordinates = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,15})?,-?\d{1,3}(\.\d{1,15})?$/, { error: NEAR, abort: true })
  .transform((text) => text.split(',').map(Number))
  .refine(([latitude = 0, longitude = 0]) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, NEAR);

/** What can be asked of the list of opportunities, parameter by parameter. */
export const OpportunitySearchQuery = z.looseObject({
  type: OpportunityKind.optional(),
  startsFrom: instant.optional(),
  startsBefore: instant.optional(),
  sellerId: wireUrl.optional(),
  activity: wireText.optional().describe('A concept’s address, or its label, in capitals or not.'),
  near: coordinates.optional().describe('Latitude and longitude in degrees; with within.'),
  within: wholeNumber(1, 100_000).optional().describe('How far from near, in metres.'),
  isFree: flag.optional().describe('Whether the cheapest offer costs nothing.'),
  maxPrice: z.string().regex(DECIMAL, 'must be a decimal, as in 8.50').optional().describe('An offer at this price or less; with currency.'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code, as in GBP').optional().describe('That of maxPrice.'),
  placesLeft: wholeNumber(1, 1_000).optional().describe('So many places left, or nobody says how many.'),
  limit: wholeNumber(1, 100).default(50),
  after: z.string().optional(),
});

/** The same as it is searched for: what two parameters say together, both or neither say. */
export const OpportunitySearch = OpportunitySearchQuery
  .superRefine(requireTogether('near', 'within'))
  .superRefine(requireTogether('maxPrice', 'currency'))
  .transform(({ type, startsFrom, startsBefore, sellerId, activity, near, within, isFree, maxPrice, currency, placesLeft, limit, after }) => {
    const [latitude, longitude] = near ?? [];
    return {
      first: limit,
      after,
      filter: {
        type,
        startsFrom,
        startsBefore,
        sellerId,
        activity,
        isFree,
        placesLeft,
        ...(latitude !== undefined && longitude !== undefined && within !== undefined && { near: { latitude, longitude, withinMetres: within } }),
        ...(maxPrice !== undefined && currency !== undefined && { priceUpTo: { amount: maxPrice, currency } }),
      },
    };
  });

function requireTogether(...pair: readonly [string, string]) {
  return (query: Readonly<Record<string, unknown>>, context: z.RefinementCtx) => {
    const [given, missing] = query[pair[0]] === undefined ? [pair[1], pair[0]] : pair;
    if (query[given] !== undefined && query[missing] === undefined) context.addIssue({ code: 'custom', path: [missing], message: `is required with ${given}` });
  };
}
