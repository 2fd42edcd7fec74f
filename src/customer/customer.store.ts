import { sql, type Kysely } from 'kysely';
import type { Reach } from '../access/require-caller.js';
import { readBrokers, type BrokerView } from '../broker/broker.store.js';
import { customerAddress, type BaseAddresses } from '../shared/addresses.js';
import type { Connection } from '../shared/connection.type.js';
import { isUuid } from '../shared/ids.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import type { Store } from '../store/open-store.js';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';

export interface CustomerView {
  readonly id: string;
  readonly url: string;
  readonly identifier: string | null;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly is13OrOver: boolean | null;
  readonly createdAt: Date;
  readonly changedAt: Date | null;
  readonly isErased: boolean;
  readonly broker: BrokerView | undefined;
  /** For what is read below a customer, not for the schema. */
  readonly siblings: Siblings;
}

/** The customers of one answer: what is asked below each of them is read once, for all. */
export interface Siblings {
  readonly ids: readonly string[];
  readonly answers: Map<string, Promise<ReadonlyMap<string, unknown>>>;
}

export interface CustomerFilter {
  readonly brokerId?: string | null;
  readonly identifier?: string | null;
  readonly email?: string | null;
  readonly query?: string | null;
  readonly createdFrom?: Date | null;
  readonly createdBefore?: Date | null;
  readonly isErased?: boolean | null;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly addresses: BaseAddresses;
  readonly now: Date;
  /** The names of the selected fields: what nobody asked for is not read. */
  readonly selected: ReadonlySet<string>;
}

/** A customer within reach, also one that is erased; any other reads like one that does not exist. */
export async function readCustomer(reach: Reach, id: string, parts: Parts): Promise<CustomerView | undefined> {
  const rows = await within(parts.reads, reach).where('id', '=', id).execute();
  return (await toViews(rows, parts))[0];
}

const BY_CREATION: KeysetOrder = { name: 'customers by creation', column: sql.ref('created_at'), tieBreaker: sql.ref('id'), kind: 'instant', tieBreakerKind: 'uuid' };

/** A page of the customers within reach by the time of their registration. */
export async function listCustomers(reach: Reach, filter: CustomerFilter, page: PageRequest, parts: Parts): Promise<Connection<CustomerView>> {
  const views = await toViews(await onePage(filtered(within(parts.reads, reach), filter), BY_CREATION, page).execute(), parts);
  return toConnection(views.map((node) => ({ sortValue: node.createdAt, tieBreaker: node.id, node })), BY_CREATION, page);
}

type Query = ReturnType<typeof within>;

function within(reads: Kysely<Tables>, reach: Reach) {
  const all = reads.selectFrom('customer').selectAll();
  return reach === 'EVERYBODY' ? all : all.where('broker_id', '=', reach.brokerId);
}

function filtered(query: Query, { brokerId, identifier, email, query: text, createdFrom, createdBefore, isErased }: CustomerFilter): Query {
  let narrowed = query;
  if (typeof brokerId === 'string') narrowed = narrowed.where((is) => (isUuid(brokerId) ? is('broker_id', '=', brokerId.toLowerCase()) : is.lit(false)));
  if (typeof identifier === 'string') narrowed = narrowed.where('identifier', '=', identifier);
  if (typeof email === 'string') narrowed = narrowed.where('email', '=', email);
  if (typeof text === 'string') narrowed = narrowed.where(sql<boolean>`lower(given_name || ' ' || family_name || ' ' || email) like lower(${`%${text.replaceAll(/[%_!]/g, '!$&')}%`}) escape '!'`);
  if (createdFrom) narrowed = narrowed.where('created_at', '>=', createdFrom);
  if (createdBefore) narrowed = narrowed.where('created_at', '<', createdBefore);
  if (typeof isErased === 'boolean') narrowed = narrowed.where('erased_at', isErased ? 'is not' : 'is', null);
  return narrowed;
}

async function toViews(rows: readonly Tables['customer'][], parts: Parts): Promise<CustomerView[]> {
  const brokers = parts.selected.has('broker') ? await readBrokers(rows.map(({ broker_id }) => broker_id), parts) : undefined;
  const siblings: Siblings = { ids: rows.map(({ id }) => id), answers: new Map() };
  return rows.map((row) => ({
    id: row.id,
    url: customerAddress(parts.addresses, row.id),
    identifier: row.identifier,
    givenName: row.given_name,
    familyName: row.family_name,
    email: row.email,
    is13OrOver: toBooleanOrNull(row.is_13_or_over),
    createdAt: toInstant(row.created_at),
    changedAt: toInstantOrNull(row.changed_at),
    isErased: row.erased_at !== null,
    broker: brokers?.get(row.broker_id),
    siblings,
  }));
}

function toBooleanOrNull(stored: boolean | number | null): boolean | null {
  return stored === null ? null : Boolean(stored);
}

/**
 * One of the broker's customers, for a checkout: another broker's and an erased one read like one that does not exist. On
 * PostgreSQL the row is kept as it is until the transaction ends, so that no checkout opens for somebody who is being erased.
 */
export async function findCustomerToBook(brokerId: string, id: string, { reads, storeKind }: { readonly reads: Kysely<Tables>; readonly storeKind: Store['kind'] }): Promise<Pick<CustomerView, 'id' | 'is13OrOver'> | undefined> {
  const row = await reads
    .selectFrom('customer')
    .where('id', '=', id)
    .where('broker_id', '=', brokerId)
    .where('erased_at', 'is', null)
    .select(['id', 'is_13_or_over'])
    .$if(storeKind === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return row && { id: row.id, is13OrOver: toBooleanOrNull(row.is_13_or_over) };
}
