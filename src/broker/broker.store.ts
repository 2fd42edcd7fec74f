import type { Kysely } from 'kysely';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';

export interface BrokerView {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly createdAt: Date;
  readonly apiKeys: readonly ApiKeyView[];
}

export interface ApiKeyView {
  readonly id: string;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
}

/** A broker with its keys, in one query. */
export async function readBroker(reads: Kysely<Tables>, id: string): Promise<BrokerView | undefined> {
  const rows = await reads
    .selectFrom('broker')
    .leftJoin('api_key', 'api_key.broker_id', 'broker.id')
    .where('broker.id', '=', id)
    .orderBy('api_key.created_at', 'desc')
    .select(['broker.id', 'broker.name', 'broker.url', 'broker.created_at'])
    .select(['api_key.id as key_id', 'api_key.created_at as key_created_at', 'api_key.retired_at'])
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const apiKeys = rows.flatMap((row) =>
    row.key_id === null || row.key_created_at === null ? [] : { id: row.key_id, createdAt: toInstant(row.key_created_at), retiredAt: toInstantOrNull(row.retired_at) },
  );
  return { id: first.id, name: first.name, url: first.url, createdAt: toInstant(first.created_at), apiKeys };
}
