import { sql, type Kysely } from 'kysely';
import type { Reach } from '../access/require-caller.js';
import type { Connection } from '../shared/connection.type.js';
import { isOneOf } from '../store/is-one-of.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import type { SellerStatus } from './seller.lifecycle.js';

export interface SellerView {
  readonly id: string;
  readonly sellerId: string;
  readonly name: string;
  readonly url: string | null;
  readonly status: SellerStatus;
  readonly createdAt: Date;
  readonly onboardedAt: Date | null;
}

const ORDERS = {
  CREATED_AT: { name: 'sellers by creation', column: sql.ref('created_at'), tieBreaker: sql.ref('id'), kind: 'instant', tieBreakerKind: 'uuid' },
  NAME: { name: 'sellers by name', column: sql.ref('name'), tieBreaker: sql.ref('id'), kind: 'text', tieBreakerKind: 'uuid' },
} as const satisfies Record<string, KeysetOrder>;

export type SellerOrderField = keyof typeof ORDERS;

/** A seller within reach; any other reads like one that does not exist. */
export async function readSeller(reads: Kysely<Tables>, reach: Reach, sellerId: string): Promise<SellerView | undefined> {
  const row = await within(reads, reach).where('seller_id', '=', sellerId).executeTakeFirst();
  return row && toView(row);
}

/** A page of the sellers within reach. */
export async function listSellers(
  reads: Kysely<Tables>,
  reach: Reach,
  { status }: { readonly status?: readonly SellerStatus[] | null },
  field: SellerOrderField,
  page: PageRequest,
): Promise<Connection<SellerView>> {
  const mine = within(reads, reach);
  const rows = await onePage(status ? mine.where((is) => isOneOf(is, 'status', status)) : mine, ORDERS[field], page).execute();
  return toConnection(
    rows.map(toView).map((node) => ({ sortValue: field === 'NAME' ? node.name : node.createdAt, tieBreaker: node.id, node })),
    ORDERS[field],
    page,
  );
}

function within(reads: Kysely<Tables>, reach: Reach) {
  const all = reads.selectFrom('seller').selectAll();
  return reach === 'EVERYBODY' ? all : all.where('broker_id', '=', reach.brokerId);
}

function toView(row: Tables['seller']): SellerView {
  return {
    id: row.id,
    sellerId: row.seller_id,
    name: row.name,
    url: row.url,
    status: row.status,
    createdAt: toInstant(row.created_at),
    onboardedAt: toInstantOrNull(row.onboarded_at),
  };
}
