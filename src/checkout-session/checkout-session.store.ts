import { sql, type Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import type { Reach } from '../access/require-caller.js';
import { readBrokers, type BrokerView } from '../broker/broker.store.js';
import { readOpportunities } from '../catalogue/opportunity.store.js';
import type { OpportunityView, OrganizationView } from '../catalogue/opportunity-view.store.js';
import { checkoutSessionAddress, orderAddress } from '../shared/addresses.js';
import type { Awaitable } from '../shared/awaitable.js';
import { addSeconds } from '../shared/clock.js';
import type { RefundStatus } from '../payment/refund.entity.js';
import type { Connection } from '../shared/connection.type.js';
import { isUuid } from '../shared/ids.js';
import type { Money } from '../shared/money.js';
import { isOneOf } from '../store/is-one-of.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { parameter, Prepared, preparedByKey } from '../store/prepared.js';
import { fromJson, toInstant, toInstantOrNull, type StoredInstant, type Tables } from '../store/tables.js';
import type { CheckoutSessionFacts, CustomerFacts, NavigationLinkFacts, OrderItemFacts, OrderQuoteFacts } from './checkout-session.facts.js';
import type { NewSession } from './new-session.js';
import type { CheckoutSessionState } from './checkout-session.lifecycle.js';
import { ACCESS_CODE_NAME, type OrderItemStatus } from '../order/order-item.entity.js';
import { targetOf } from '../checkout/target.js';

/** A session as the GraphQL types have it: the frozen facts, and around them what still changes. */
export interface CheckoutSessionView {
  readonly id: string;
  readonly identifier: string;
  readonly state: CheckoutSessionState;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly initialOrder: OrderQuoteView;
  readonly navigationLinks: readonly NavigationLinkFacts[] | null;
  readonly potentialAction: readonly { readonly name: string; readonly target: string }[];
  readonly seller: OrganizationView;
  readonly broker: BrokerView | undefined;
  readonly frozen: Pick<CheckoutSessionFacts, 'version' | 'vocabUrl' | 'platformUrl'>;
}

export interface OrderQuoteView {
  readonly id: string;
  readonly customer: CustomerView;
  readonly broker: CheckoutSessionFacts['broker'];
  readonly orderedItem: readonly OrderItemView[];
  readonly totalPaymentDue: Money;
}

export type CustomerView = CustomerFacts & { readonly __typename: 'CustomerReference' | 'Person' };

export interface OrderItemView {
  readonly acceptedOffer: string;
  readonly orderedItem: Pick<OrderItemFacts, 'type' | 'identifier'> & { readonly id: string | null };
  readonly price: Money;
  readonly orderItemStatus: OrderItemStatus | null;
  readonly cancellableUntil: Date | null;
  readonly refund: { readonly status: RefundStatus; readonly amount: Money } | null;
  readonly accessToken: readonly { readonly text: string }[];
  readonly accessCode: readonly { readonly name: string; readonly value: string }[];
  readonly opportunity: OpportunityView | undefined;
}

export interface CheckoutSessionFilter {
  readonly state?: readonly CheckoutSessionState[] | null;
  readonly createdFrom?: Date | null;
  readonly createdBefore?: Date | null;
  readonly sellerId?: string | null;
  readonly brokerId?: string | null;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly linkKeys: LinkKeys;
  /** The names of the selected fields, also after their type's: what nobody asked for is not read. */
  readonly selected: ReadonlySet<string>;
}

/** An authenticated session within reach; any other, and one that is erased, reads like one that does not exist. (contract §4 row 6) */
export async function readCheckoutSession(reach: Reach, identifier: string, parts: Parts): Promise<CheckoutSessionView | undefined> {
  const rows = rowsOf(reach, identifier, parts);
  return (await toViews(rows instanceof Promise ? await rows : rows, parts))[0];
}

function rowsOf(reach: Reach, identifier: string, { reads, selected }: Parts): Awaitable<readonly Row[]> {
  if (reach === 'EVERYBODY') return BY_IDENTIFIER.rows(reads, { identifier });
  const values = { identifier, brokerId: reach.brokerId };
  return BESIDE_FACTS.some((field) => selected.has(field)) ? OWN_BY_IDENTIFIER.rows(reads, values) : OWN_FACTS.rows(reads, values);
}

/** What a session's JSON does not say. Each column that is read costs, and each table that is joined. */
const BESIDE_FACTS = ['state', 'createdAt', 'expiresAt', 'seller', 'broker'].map((field) => `CheckoutSession.${field}`);

/** A session that was made just now, as reading it would give it. */
export async function viewNewSession({ seller, brokerId, ...session }: NewSession, parts: Parts): Promise<CheckoutSessionView | undefined> {
  const { identifier, facts, targetKeyId, createdAt, expiresAt } = session;
  const row = { identifier, broker_id: brokerId, state: 'OPEN', facts, target_key_id: targetKeyId, created_at: createdAt, expires_at: expiresAt, seller_id: seller.id, seller_name: seller.name, seller_url: seller.url } as const;
  return (await toViews([row], parts))[0];
}

const BY_IDENTIFIER = new Prepared<{ readonly identifier: string }, Row>((on) => select(on, 'EVERYBODY').where('session.identifier', '=', parameter('identifier')));
const OWN_BY_IDENTIFIER = new Prepared<{ readonly identifier: string; readonly brokerId: string }, Row>((on) => select(on, OWN).where('session.identifier', '=', parameter('identifier')));

/** The facts alone. The rest of a row is not there: nobody has asked for it, and who did would get an error and no wrong answer. */
const OWN_FACTS = new Prepared<{ readonly identifier: string; readonly brokerId: string }, Row>((on) =>
  readable(on)
    .where('session.broker_id', '=', parameter('brokerId'))
    .where('session.identifier', '=', parameter('identifier'))
    .select(['session.identifier', 'session.facts', 'session.target_key_id'])
    .$castTo<Row>(),
);

/** Whether a session within reach was there and is erased. */
export async function isErasedSession(reach: Reach, identifier: string, reads: Kysely<Tables>): Promise<boolean> {
  const erased = reads.selectFrom('checkout_session').where('identifier', '=', identifier).where('variant', '=', 'AUTHENTICATED').where('erased_at', 'is not', null).select('identifier');
  return (await (reach === 'EVERYBODY' ? erased : erased.where('broker_id', '=', reach.brokerId)).executeTakeFirst()) !== undefined;
}

const BY_CREATION: KeysetOrder = {
  name: 'checkout sessions by creation',
  column: sql.ref('session.created_at'),
  tieBreaker: sql.ref('session.identifier'),
  kind: 'instant',
  tieBreakerKind: 'text',
};

/** A page of the authenticated sessions within reach by the time of their creation. */
export async function listCheckoutSessions(reach: Reach, filter: CheckoutSessionFilter, page: PageRequest, parts: Parts): Promise<Connection<CheckoutSessionView>> {
  const rows = reach !== 'EVERYBODY' && isFirstPage(filter, page) ? await FIRST_PAGE(`${page.direction} ${page.first}`).rows(parts.reads, reach) : await onePage(filtered(select(parts.reads, reach), filter), BY_CREATION, page).execute();
  const views = await toViews(rows, parts);
  return toConnection(views.map((node) => ({ sortValue: node.createdAt, tieBreaker: node.identifier, node })), BY_CREATION, page);
}

/** What is asked again and again: the first page of a broker's own, whatever they are. How many is written into the text, since PostgreSQL plans for that. */
const FIRST_PAGE = preparedByKey((key: `${PageRequest['direction']} ${number}`) => {
  const [direction, first] = key.split(' ');
  return new Prepared<{ readonly brokerId: string }, Row>((on) => onePage(select(on, OWN), BY_CREATION, { first: Number(first), after: null, direction: direction === 'ASC' ? 'ASC' : 'DESC' }));
});

function isFirstPage(filter: CheckoutSessionFilter, { after }: PageRequest): boolean {
  return after === null && Object.values(filter).every((value) => value === undefined || value === null);
}

/** Where a statement is prepared, the broker comes with each call. */
const OWN: Reach = { brokerId: parameter('brokerId') };

type Query = ReturnType<typeof select>;
type Row = Awaited<ReturnType<Query['execute']>>[number];

function select(on: Kysely<Tables>, reach: Reach) {
  const authenticated = readable(on)
    .innerJoin('seller', 'seller.id', 'session.seller_id')
    .select(['session.identifier', 'session.broker_id', 'session.state', 'session.facts', 'session.target_key_id', 'session.created_at', 'session.expires_at'])
    .select(['seller.seller_id', 'seller.name as seller_name', 'seller.url as seller_url']);
  return reach === 'EVERYBODY' ? authenticated : authenticated.where('session.broker_id', '=', reach.brokerId);
}

/** Authenticated sessions that can still be shown. */
function readable(on: Kysely<Tables>) {
  return on.selectFrom('checkout_session as session').where('session.variant', '=', 'AUTHENTICATED').where('session.erased_at', 'is', null);
}

function filtered(query: Query, { state, createdFrom, createdBefore, sellerId, brokerId }: CheckoutSessionFilter): Query {
  let narrowed = query;
  if (state) narrowed = narrowed.where((is) => isOneOf(is, 'session.state', state));
  if (createdFrom) narrowed = narrowed.where('session.created_at', '>=', createdFrom);
  if (createdBefore) narrowed = narrowed.where('session.created_at', '<', createdBefore);
  if (typeof sellerId === 'string') narrowed = narrowed.where('seller.seller_id', '=', sellerId);
  if (typeof brokerId === 'string') narrowed = narrowed.where((is) => (isUuid(brokerId) ? is('session.broker_id', '=', brokerId.toLowerCase()) : is.lit(false)));
  return narrowed;
}

async function toViews(rows: readonly Row[], parts: Parts): Promise<CheckoutSessionView[]> {
  const stored = rows.map((row) => ({ row, facts: fromJson(row.facts) as CheckoutSessionFacts })); // the variant says so
  const keys = parts.selected.has('opportunity') ? stored.flatMap(({ facts }) => facts.orderedItem) : [];
  const find = keys.length > 0 ? await readOpportunities(parts, keys) : () => undefined;
  const brokers = parts.selected.has('CheckoutSession.broker') ? await readBrokers(rows.flatMap(({ broker_id }) => broker_id ?? []), parts) : undefined;
  return stored.map(({ row, facts }) => toView(row, facts, parts, brokers?.get(row.broker_id ?? ''), find));
}

type Find = Awaited<ReturnType<typeof readOpportunities>>;

function toView(row: Row, facts: CheckoutSessionFacts, { linkKeys, now, selected }: Parts, broker: BrokerView | undefined, find: Find): CheckoutSessionView {
  return {
    id: checkoutSessionAddress(facts, row.identifier),
    identifier: row.identifier,
    state: row.state === 'OPEN' && (toInstantOrNull(row.expires_at) ?? addSeconds(now, 1)) <= now ? 'EXPIRED' : row.state,
    createdAt: toInstant(row.created_at),
    expiresAt: toInstantOrNull(row.expires_at),
    initialOrder: toQuoteView(facts, find),
    navigationLinks: facts.navigationLinks,
    potentialAction: selected.has('potentialAction') ? [{ name: 'Checkout', target: targetOf(row.identifier, row.target_key_id, facts, linkKeys) }] : [],
    seller: { id: row.seller_id, name: row.seller_name, url: row.seller_url },
    broker,
    frozen: { version: facts.version, vocabUrl: facts.vocabUrl, platformUrl: facts.platformUrl },
  };
}

/** What has become of a place once it is booked, in the order of the items. */
interface BookedPlace {
  readonly status: OrderItemStatus | null;
  readonly access_token: string | null;
  readonly access_code: string | null;
  readonly cancellable_until?: StoredInstant | null;
  readonly refund_status?: RefundStatus | null;
}

/** A quote, or with its places the order that came of it. */
export function toQuoteView(facts: OrderQuoteFacts, find: Find, places: readonly BookedPlace[] = []): OrderQuoteView {
  return {
    id: orderAddress(facts, facts.quoteId),
    customer: { ...facts.customer, __typename: facts.customer.kind === 'URL' ? 'CustomerReference' : 'Person' },
    broker: facts.broker,
    orderedItem: facts.orderedItem.map(({ acceptedOffer, type, identifier, id, price }, index) => {
      const { status = null, access_token: text = null, access_code: value = null, cancellable_until: until = null, refund_status: refund = null } = places[index] ?? {};
      return {
        acceptedOffer,
        orderedItem: { type, identifier, id: id ?? null },
        price,
        orderItemStatus: status,
        cancellableUntil: status === 'ORDER_CONFIRMED' ? toInstantOrNull(until) : null,
        refund: refund && { status: refund, amount: price },
        accessToken: text === null ? [] : [{ text }],
        accessCode: value === null ? [] : [{ name: ACCESS_CODE_NAME, value }],
        opportunity: find({ type, identifier }),
      };
    }),
    totalPaymentDue: facts.totalPaymentDue,
  };
}
