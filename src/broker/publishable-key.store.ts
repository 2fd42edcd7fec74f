import type { Kysely } from 'kysely';
import { toInstantOrNull, type Tables } from '../store/tables.js';

export interface StoredPublishableKey {
  readonly id: string;
  readonly brokerId: string;
  readonly retiredAt: Date | null;
}

export async function readPublishableKey(reads: Kysely<Tables>, id: string): Promise<StoredPublishableKey | undefined> {
  const row = await reads.selectFrom('publishable_key').where('id', '=', id).select(['id', 'broker_id', 'retired_at']).executeTakeFirst();
  return row && { id: row.id, brokerId: row.broker_id, retiredAt: toInstantOrNull(row.retired_at) };
}

/** Whether a broker, or with null any broker, has registered this origin. */
export async function isOriginRegistered(reads: Kysely<Tables>, brokerId: string | null, origin: string): Promise<boolean> {
  const registered = reads.selectFrom('broker_origin').where('origin', '=', origin).select('origin');
  const row = await (brokerId === null ? registered : registered.where('broker_id', '=', brokerId)).executeTakeFirst();
  return row !== undefined;
}
