import type { Kysely } from 'kysely';
import { parameter, Prepared } from '../store/prepared.js';
import { toInstantOrNull, type Tables } from '../store/tables.js';

export interface StoredApiKey {
  readonly id: string;
  readonly brokerId: string;
  readonly secretHash: string;
  readonly retiredAt: Date | null;
}

const BY_ID = new Prepared<{ readonly id: string }, Pick<Tables['api_key'], 'id' | 'broker_id' | 'secret_hash' | 'retired_at'>>((on) => on.selectFrom('api_key').where('id', '=', parameter('id')).select(['id', 'broker_id', 'secret_hash', 'retired_at']));

/** The row behind a key's id, or undefined. One look-up by primary key. */
export async function readApiKey(reads: Kysely<Tables>, id: string): Promise<StoredApiKey | undefined> {
  const [row] = await BY_ID.rows(reads, { id });
  return row && { id: row.id, brokerId: row.broker_id, secretHash: row.secret_hash, retiredAt: toInstantOrNull(row.retired_at) };
}
