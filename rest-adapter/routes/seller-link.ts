import { z } from 'zod';
import type { Answer } from '../http/answer.js';
import { wireUrl } from '../json-ld/wire-rules.js';

/** The query of a link that says which plan it leads to. (contract §4 rows 1 and 2) */
export const PlanQuery = z.looseObject({
  stripe: z.enum(['true', 'false']).transform((text) => text === 'true'),
  sellerId: wireUrl,
});

/** The query of a link that only looks. (contract §4 row 3) */
export const SellerQuery = z.looseObject({ sellerId: wireUrl });

/** Exactly `{ "url": … }`, and nobody may keep it: it opens once. */
export function linkAnswer(url: string): Answer {
  return { status: 200, headers: { 'cache-control': 'no-store' }, body: { url } };
}
