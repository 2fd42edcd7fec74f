import { sql, type Kysely } from 'kysely';
import type { Connection } from '../shared/connection.type.js';
import { contains } from '../store/contains.js';
import { isOneOf } from '../store/is-one-of.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { parameter, Prepared } from '../store/prepared.js';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';

export interface BrokerView {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly createdAt: Date;
  readonly apiKeys: readonly KeyView[];
  readonly publishableKeys: readonly KeyView[];
  readonly origins: readonly string[];
}

export interface KeyView {
  readonly id: string;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  /** The names of the selected fields: what nobody asked for is not read. */
  readonly selected: ReadonlySet<string>;
}

/** Brokers by id: one query, and one more for each kind of key that is asked for. */
export async function readBrokers(ids: readonly string[], parts: Parts): Promise<ReadonlyMap<string, BrokerView>> {
  const [id, ...others] = new Set(ids);
  if (id === undefined) return new Map();
  const rows = others.length === 0 ? await BY_ID.rows(parts.reads, { id }) : await select(parts.reads).where((is) => isOneOf(is, 'id', [id, ...others])).execute();
  const views = await toViews(rows, parts);
  return new Map(views.map((view) => [view.id, view]));
}

type Row = Pick<Tables['broker'], 'id' | 'name' | 'url' | 'created_at'>;

function select(on: Kysely<Tables>) {
  return on.selectFrom('broker').select(['id', 'name', 'url', 'created_at']);
}

/** Most lists are of one broker. */
const BY_ID = new Prepared<{ readonly id: string }, Row>((on) => select(on).where('id', '=', parameter('id')));

const ORDERS = {
  CREATED_AT: { name: 'brokers by creation', column: sql.ref('created_at'), tieBreaker: sql.ref('id'), kind: 'instant', tieBreakerKind: 'uuid' },
  NAME: { name: 'brokers by name', column: sql.ref('name'), tieBreaker: sql.ref('id'), kind: 'text', tieBreakerKind: 'uuid' },
} as const satisfies Record<string, KeysetOrder>;

export type BrokerOrderField = keyof typeof ORDERS;

export interface BrokerFilter {
  readonly nameContains?: string | null;
}

/** A page of all brokers, for staff. */
export async function listBrokers({ nameContains }: BrokerFilter, field: BrokerOrderField, page: PageRequest, parts: Parts): Promise<Connection<BrokerView>> {
  const all = select(parts.reads);
  const rows = await onePage(typeof nameContains === 'string' ? all.where(contains('name', nameContains)) : all, ORDERS[field], page).execute();
  const views = await toViews(rows, parts);
  return toConnection(views.map((node) => ({ sortValue: field === 'NAME' ? node.name : node.createdAt, tieBreaker: node.id, node })), ORDERS[field], page);
}

async function toViews(rows: readonly Row[], { reads, selected }: Parts): Promise<BrokerView[]> {
  const ids = rows.map(({ id }) => id);
  const apiKeys = selected.has('apiKeys') ? await readKeys(reads, 'api_key', ids) : [];
  const publishableKeys = selected.has('publishableKeys') ? await readKeys(reads, 'publishable_key', ids) : [];
  const origins = selected.has('origins') ? await reads.selectFrom('broker_origin').where((is) => isOneOf(is, 'broker_id', ids)).selectAll().orderBy('origin').execute() : [];
  return rows.map(({ id, name, url, created_at }) => ({
    id,
    name,
    url,
    createdAt: toInstant(created_at),
    apiKeys: apiKeys.filter(({ brokerId }) => brokerId === id),
    publishableKeys: publishableKeys.filter(({ brokerId }) => brokerId === id),
    origins: origins.filter(({ broker_id }) => broker_id === id).map(({ origin }) => origin),
  }));
}

async function readKeys(reads: Kysely<Tables>, table: 'api_key' | 'publishable_key', brokerIds: readonly string[]): Promise<(KeyView & { readonly brokerId: string })[]> {
  const rows = await reads
    .selectFrom(table)
    .where((is) => isOneOf(is, 'broker_id', brokerIds))
    .orderBy('created_at', 'desc')
    .select(['id', 'broker_id', 'created_at', 'retired_at'])
    .execute();
  return rows.map(({ id, broker_id, created_at, retired_at }) => ({ id, brokerId: broker_id, createdAt: toInstant(created_at), retiredAt: toInstantOrNull(retired_at) }));
}
