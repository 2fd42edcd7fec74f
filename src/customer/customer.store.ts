import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.js';

export interface StoredCustomer {
  readonly id: string;
  readonly is13OrOver: boolean | null;
}

/** A customer of this broker; another broker's, and one that is erased, reads like one that does not exist. */
export async function readCustomer(reads: Kysely<Tables>, brokerId: string, id: string): Promise<StoredCustomer | undefined> {
  const row = await reads.selectFrom('customer').where('id', '=', id).where('broker_id', '=', brokerId).where('erased_at', 'is', null).select(['id', 'is_13_or_over']).executeTakeFirst();
  return row && { id: row.id, is13OrOver: row.is_13_or_over === null ? null : Boolean(row.is_13_or_over) };
}
