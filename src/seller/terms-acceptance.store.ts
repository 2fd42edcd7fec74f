import type { Kysely } from 'kysely';
import { isOneOf } from '../store/is-one-of.js';
import { toInstant, type Tables } from '../store/tables.js';

export interface AcceptedTerms {
  readonly version: string;
  readonly acceptedAt: Date;
}

/** The last time that the terms were accepted for each of these sellers, by sellerId; one that never did is missing. */
export async function readAcceptedTerms(reads: Kysely<Tables>, sellerIds: readonly string[]): Promise<ReadonlyMap<string, AcceptedTerms>> {
  const rows = await reads
    .selectFrom('terms_acceptance')
    .where((is) => isOneOf(is, 'seller_id', sellerIds))
    .orderBy('accepted_at')
    .orderBy('id')
    .select(['seller_id', 'terms_version', 'accepted_at'])
    .execute();
  return new Map(rows.map(({ seller_id, terms_version, accepted_at }) => [seller_id, { version: terms_version, acceptedAt: toInstant(accepted_at) }]));
}
