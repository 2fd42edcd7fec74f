import type { Kysely } from 'kysely';
import { toInstantOrNull, type Tables } from '../store/tables.js';

export interface StoredApiKey {
  readonly id: string;
  readonly brokerId: string;
  readonly secretHash: string;
  readonly retiredAt: Date | null;
}

/** The row behind a key's id, or undefined. One look-up by primary key. */
export async function readApiKey(reads: Kysely<Tables>, id: string): Promise<StoredApiKey | undefined> {
  const row = await reads.selectFrom('api_key').where('id', '=', id).select(['id', 'broker_id', 'secret_hash', 'retired_at']).executeTakeFirst();
  return row && { id: row.id, brokerId: row.broker_id, secretHash: row.secret_hash, retiredAt: toInstantOrNull(row.retired_at) };
}
