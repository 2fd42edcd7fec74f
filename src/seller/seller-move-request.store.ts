import { sql, type Kysely } from 'kysely';
import { readBrokers, type BrokerView } from '../broker/broker.store.js';
import type { Connection } from '../shared/connection.type.js';
import { isUuid } from '../shared/ids.js';
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

/** Which requests; every member given must hold. */
export interface SellerMoveRequestFilter {
  readonly brokerId?: string | null;
  readonly sellerId?: string | null;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly selected: ReadonlySet<string>;
}

/** One undecided request by its UUID, or undefined. */
export async function readSellerMoveRequest(id: string, parts: Parts): Promise<SellerMoveRequestView | undefined> {
  return (await toViews(await select(parts).where('request.id', '=', id).execute(), parts))[0];
}

/** A page of what sellers ask for and nobody has decided. */
export async function listSellerMoveRequests({ brokerId, sellerId }: SellerMoveRequestFilter, page: PageRequest, parts: Parts): Promise<Connection<SellerMoveRequestView>> {
  if (typeof brokerId === 'string' && !isUuid(brokerId)) return toConnection([], BY_TIME, page);
  let some = select(parts);
  if (typeof brokerId === 'string') some = some.where((is) => is.or([is('request.broker_id', '=', brokerId.toLowerCase()), is('seller.broker_id', '=', brokerId.toLowerCase())]));
  if (typeof sellerId === 'string') some = some.where('seller.seller_id', '=', sellerId);
  const views = await toViews(await onePage(some, BY_TIME, page).execute(), parts);
  return toConnection(views.map((node) => ({ sortValue: node.requestedAt, tieBreaker: node.id, node })), BY_TIME, page);
}

function select({ reads }: Parts) {
  return reads
    .selectFrom('seller_move_request as request')
    .innerJoin('seller', 'seller.id', 'request.seller_id')
    .select(['request.id', 'request.broker_id as to_id', 'request.requested_at', 'seller.seller_id', 'seller.name', 'seller.broker_id as from_id']);
}

async function toViews(rows: Awaited<ReturnType<ReturnType<typeof select>['execute']>>, parts: Parts): Promise<SellerMoveRequestView[]> {
  const brokers = await readBrokers(rows.flatMap(({ to_id, from_id }) => (from_id === null ? [to_id] : [to_id, from_id])), parts);
  return rows.map((row) => ({ id: row.id, sellerId: row.seller_id, sellerName: row.name, from: brokers.get(row.from_id ?? '') ?? null, to: brokers.get(row.to_id), requestedAt: toInstant(row.requested_at) }));
}
