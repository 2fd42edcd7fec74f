import { sql, type Kysely } from 'kysely';
import { readBrokers, type BrokerView } from '../broker/broker.store.js';
import type { Connection } from '../shared/connection.type.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { toInstant, type Tables } from '../store/tables.js';

export interface SellerMoveRequestView {
  readonly id: string;
  readonly sellerId: string;
  readonly sellerName: string;
  readonly from: BrokerView | null;
  readonly to: BrokerView | undefined;
  readonly requestedAt: Date;
}

const BY_TIME: KeysetOrder = { name: 'seller move requests by time', column: sql.ref('request.requested_at'), tieBreaker: sql.ref('request.id'), kind: 'instant', tieBreakerKind: 'uuid' };

/** A page of what sellers ask for and nobody has decided. */
export async function listSellerMoveRequests(page: PageRequest, parts: { readonly reads: Kysely<Tables>; readonly selected: ReadonlySet<string> }): Promise<Connection<SellerMoveRequestView>> {
  const all = parts.reads
    .selectFrom('seller_move_request as request')
    .innerJoin('seller', 'seller.id', 'request.seller_id')
    .select(['request.id', 'request.broker_id as to_id', 'request.requested_at', 'seller.seller_id', 'seller.name', 'seller.broker_id as from_id']);
  const rows = await onePage(all, BY_TIME, page).execute();
  const brokers = await readBrokers(rows.flatMap(({ to_id, from_id }) => (from_id === null ? [to_id] : [to_id, from_id])), parts);
  const views = rows.map((row) => ({ id: row.id, sellerId: row.seller_id, sellerName: row.name, from: brokers.get(row.from_id ?? '') ?? null, to: brokers.get(row.to_id), requestedAt: toInstant(row.requested_at) }));
  return toConnection(views.map((node) => ({ sortValue: node.requestedAt, tieBreaker: node.id, node })), BY_TIME, page);
}
