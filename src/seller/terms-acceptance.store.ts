import type { Kysely } from 'kysely';
import { isOneOf } from '../store/is-one-of.js';
import { toInstant, type Tables } from '../store/tables.js';

export interface AcceptedTerms {
  readonly version: string;
  readonly acceptedAt: Date;
  /** Through whose link. */
  readonly brokerId: string;
}

/** The last time that the terms were accepted for each of these sellers, by sellerId; one that never did is missing. */
export async function readAcceptedTerms(reads: Kysely<Tables>, sellerIds: readonly string[]): Promise<ReadonlyMap<string, AcceptedTerms>> {
  const rows = await reads
    .selectFrom('terms_acceptance')
    .innerJoin('seller_link', 'seller_link.id', 'terms_acceptance.link_id')
    .where((is) => isOneOf(is, 'terms_acceptance.seller_id', sellerIds))
    .orderBy('terms_acceptance.accepted_at')
    .orderBy('terms_acceptance.id')
    .select(['terms_acceptance.seller_id', 'terms_acceptance.terms_version', 'terms_acceptance.accepted_at', 'seller_link.broker_id'])
    .execute();
  return new Map(rows.map(({ seller_id, terms_version, accepted_at, broker_id }) => [seller_id, { version: terms_version, acceptedAt: toInstant(accepted_at), brokerId: broker_id }]));
}
