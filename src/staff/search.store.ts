import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkoutSessionAddress, customerAddress, orderAddress, thingAt, type BaseAddresses } from '../shared/addresses.js';
import { isUuid } from '../shared/ids.js';
import { contains } from '../store/contains.js';
import { toInstant, type Tables } from '../store/tables.js';

export type SearchKind = 'BROKER' | 'SELLER' | 'CHECKOUT_SESSION' | 'ORDER' | 'CUSTOMER';

export interface SearchHitView {
  readonly kind: SearchKind;
  readonly id: string;
  readonly label: string;
  readonly url: string;
  readonly state: string | null;
  readonly brokerId: string | null;
  readonly createdAt: Date;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly addresses: BaseAddresses;
}

const MOST_OF_A_KIND = 5;

/**
 * What a text names, the newest of each kind first: brokers and sellers by a part of their names or addresses, the others by
 * an address, an id, a reference or an e-mail address, in whole. Whoever a hit is about stays hidden.
 */
export async function search(text: string, parts: Parts): Promise<readonly SearchHitView[]> {
  const found = [brokers(text, parts), sellers(text, parts), sessions(text, parts), orders(text, parts), customers(text, parts)];
  return (await Promise.all(found)).flat();
}

async function brokers(text: string, { reads }: Parts): Promise<SearchHitView[]> {
  const rows = await reads
    .selectFrom('broker')
    .where((is) => is.or([contains('name', text), contains('url', text), ...(isUuid(text) ? [is('id', '=', text.toLowerCase())] : [])]))
    .orderBy('created_at', 'desc')
    .limit(MOST_OF_A_KIND)
    .selectAll()
    .execute();
  return rows.map(({ id, name, url, created_at }) => ({ kind: 'BROKER', id, label: name, url, state: null, brokerId: id, createdAt: toInstant(created_at) }));
}

async function sellers(text: string, { reads }: Parts): Promise<SearchHitView[]> {
  const rows = await reads
    .selectFrom('seller')
    .where((is) => is.or([contains('name', text), contains('seller_id', text), ...(isUuid(text) ? [is('id', '=', text.toLowerCase())] : [])]))
    .orderBy('created_at', 'desc')
    .limit(MOST_OF_A_KIND)
    .select(['id', 'name', 'seller_id', 'status', 'broker_id', 'created_at'])
    .execute();
  return rows.map(({ id, name, seller_id, status, broker_id, created_at }) => ({ kind: 'SELLER', id, label: name, url: seller_id, state: status, brokerId: broker_id, createdAt: toInstant(created_at) }));
}

async function sessions(text: string, { reads, addresses }: Parts): Promise<SearchHitView[]> {
  const identifier = thingAt(text)?.id ?? text;
  const rows = await reads
    .selectFrom('checkout_session')
    .where('variant', '=', 'AUTHENTICATED')
    .where((is) => is.or([is('identifier', '=', identifier), ...(isMail(text) ? [hasMail('facts', text)] : [])]))
    .orderBy('created_at', 'desc')
    .limit(MOST_OF_A_KIND)
    .select(['identifier', 'state', 'broker_id', 'created_at'])
    .execute();
  return rows.map((row) => ({ kind: 'CHECKOUT_SESSION', id: row.identifier, label: row.identifier, url: checkoutSessionAddress(addresses, row.identifier), state: row.state, brokerId: row.broker_id, createdAt: toInstant(row.created_at) }));
}

async function orders(text: string, { reads, addresses }: Parts): Promise<SearchHitView[]> {
  const id = thingAt(text)?.id ?? text.toLowerCase();
  const rows = await reads
    .selectFrom('customer_order')
    .where((is) => is.or([is('reference', '=', text.toUpperCase()), ...(isUuid(id) ? [is('quote_id', '=', id)] : []), ...(isMail(text) ? [hasMail('facts', text)] : [])]))
    .orderBy('created_at', 'desc')
    .limit(MOST_OF_A_KIND)
    .select(['quote_id', 'reference', 'state', 'broker_id', 'created_at'])
    .execute();
  return rows.map((row) => ({ kind: 'ORDER', id: row.quote_id, label: row.reference, url: orderAddress(addresses, row.quote_id), state: row.state, brokerId: row.broker_id, createdAt: toInstant(row.created_at) }));
}

async function customers(text: string, { reads, addresses }: Parts): Promise<SearchHitView[]> {
  const id = thingAt(text)?.id ?? text.toLowerCase();
  const rows = await reads
    .selectFrom('customer')
    .innerJoin('broker', 'broker.id', 'customer.broker_id')
    .where((is) => is.or([is('customer.identifier', '=', text), sql<boolean>`lower(customer.email) = ${text.toLowerCase()}`, ...(isUuid(id) ? [is('customer.id', '=', id)] : [])]))
    .orderBy('customer.created_at', 'desc')
    .limit(MOST_OF_A_KIND)
    .select(['customer.id', 'customer.broker_id', 'customer.created_at', 'broker.name'])
    .execute();
  return rows.map((row) => ({ kind: 'CUSTOMER', id: row.id, label: `Customer of ${row.name}`, url: customerAddress(addresses, row.id), state: null, brokerId: row.broker_id, createdAt: toInstant(row.created_at) }));
}

function isMail(text: string): boolean {
  return /^\S+@\S+$/.test(text);
}

/** Whether frozen facts are about whoever has this address. It reads every row that nothing else rules out. */
function hasMail(column: 'facts', text: string) {
  return sql<boolean>`lower(${sql.ref(column)} -> 'customer' ->> 'email') = ${text.toLowerCase()}`;
}
