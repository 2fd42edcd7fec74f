import { sql, type Kysely } from 'kysely';
import type { Reach } from '../access/require-caller.js';
import type { Connection } from '../shared/connection.type.js';
import { isUuid } from '../shared/ids.js';
import { contains } from '../store/contains.js';
import { isOneOf } from '../store/is-one-of.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import { readPaymentAccounts, type PaymentAccountView, type SellerOfBroker } from '../payment/payment-account.store.js';
import type { SellerTrigger } from './seller-event.entity.js';
import { planOf, sellerBookabilityOf, type SellerBookability, type SellerPlan, type SellerStatus } from './seller.lifecycle.js';
import { readAcceptedTerms, type AcceptedTerms } from './terms-acceptance.store.js';

export interface SellerEventView {
  readonly trigger: SellerTrigger;
  readonly status: SellerStatus;
  readonly at: Date;
}

export interface SellerView {
  readonly id: string;
  readonly sellerId: string;
  readonly name: string;
  readonly url: string | null;
  readonly status: SellerStatus;
  readonly plan: SellerPlan | null;
  readonly bookability: SellerBookability;
  readonly acceptedTerms: AcceptedTerms | null;
  readonly paymentAccount: PaymentAccountView | null;
  readonly history: readonly SellerEventView[];
  readonly createdAt: Date;
  readonly onboardedAt: Date | null;
}

const ORDERS = {
  CREATED_AT: { name: 'sellers by creation', column: sql.ref('created_at'), tieBreaker: sql.ref('id'), kind: 'instant', tieBreakerKind: 'uuid' },
  NAME: { name: 'sellers by name', column: sql.ref('name'), tieBreaker: sql.ref('id'), kind: 'text', tieBreakerKind: 'uuid' },
} as const satisfies Record<string, KeysetOrder>;

export type SellerOrderField = keyof typeof ORDERS;

export interface SellerFilter {
  readonly status?: readonly SellerStatus[] | null;
  readonly nameContains?: string | null;
  readonly brokerId?: string | null;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  /** The names of the selected fields: what nobody asked for is not read. */
  readonly selected: ReadonlySet<string>;
}

/** A seller within reach; any other reads like one that does not exist. */
export async function readSeller(reach: Reach, sellerId: string, parts: Parts): Promise<SellerView | undefined> {
  const rows = await within(parts.reads, reach).where('seller_id', '=', sellerId).execute();
  return (await toViews(rows, parts))[0];
}

/** The same by our own id for it, a UUID. */
export async function readSellerByUuid(reach: Reach, id: string, parts: Parts): Promise<SellerView | undefined> {
  const rows = await within(parts.reads, reach).where('id', '=', id).execute();
  return (await toViews(rows, parts))[0];
}

/** A page of the sellers within reach. */
export async function listSellers(
  reach: Reach,
  { status, nameContains, brokerId }: SellerFilter,
  field: SellerOrderField,
  page: PageRequest,
  parts: Parts,
): Promise<Connection<SellerView>> {
  let mine = within(parts.reads, reach);
  if (status) mine = mine.where((is) => isOneOf(is, 'status', status));
  if (typeof nameContains === 'string') mine = mine.where(contains('name', nameContains));
  if (typeof brokerId === 'string') mine = mine.where((is) => (isUuid(brokerId) ? is('broker_id', '=', brokerId.toLowerCase()) : is.lit(false)));
  const rows = await onePage(mine, ORDERS[field], page).execute();
  const views = await toViews(rows, parts);
  return toConnection(views.map((node) => ({ sortValue: field === 'NAME' ? node.name : node.createdAt, tieBreaker: node.id, node })), ORDERS[field], page);
}

function within(reads: Kysely<Tables>, reach: Reach) {
  const all = reads.selectFrom('seller').selectAll();
  return reach === 'EVERYBODY' ? all : all.where('broker_id', '=', reach.brokerId);
}

async function toViews(rows: readonly Tables['seller'][], { reads, selected }: Parts): Promise<SellerView[]> {
  const sellerIds = rows.map(({ seller_id }) => seller_id);
  const terms = selected.has('acceptedTerms') ? await readAcceptedTerms(reads, sellerIds) : undefined;
  const accounts = selected.has('paymentAccount') ? await readPaymentAccounts(reads, rows.map(toKey)) : undefined;
  const events = selected.has('history') ? await readEvents(reads, rows.map(({ id }) => id)) : [];
  return rows.map((row) => ({
    id: row.id,
    sellerId: row.seller_id,
    name: row.name,
    url: row.url,
    status: row.status,
    plan: planOf(row.status),
    bookability: sellerBookabilityOf(row.status, Boolean(row.can_take_payments)),
    acceptedTerms: terms?.get(row.seller_id) ?? null,
    paymentAccount: accounts?.(toKey(row)) ?? null,
    history: events.filter(({ sellerKey }) => sellerKey === row.id),
    createdAt: toInstant(row.created_at),
    onboardedAt: toInstantOrNull(row.onboarded_at),
  }));
}

function toKey({ seller_id, broker_id }: Tables['seller']): SellerOfBroker {
  return { sellerId: seller_id, brokerId: broker_id };
}

async function readEvents(reads: Kysely<Tables>, sellerKeys: readonly string[]): Promise<(SellerEventView & { readonly sellerKey: string })[]> {
  const rows = await reads.selectFrom('seller_event').where((is) => isOneOf(is, 'seller_id', sellerKeys)).orderBy('at', 'desc').orderBy('id', 'desc').selectAll().execute();
  return rows.map(({ seller_id, on_trigger, status, at }) => ({ sellerKey: seller_id, trigger: on_trigger, status, at: toInstant(at) }));
}
