import type { Kysely } from 'kysely';
import type { BookabilityReason } from '../catalogue/bookability.js';
import { bookabilityOf } from '../catalogue/bookability.js';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { readAlternatives, readOpportunities, readOpportunityById } from '../catalogue/opportunity.store.js';
import type { OfferView, OpportunityView, OrganizationView } from '../catalogue/opportunity-view.store.js';
import type { OrderState } from '../order/order.lifecycle.js';
import { readOrder, type OrderView } from '../order/order.store.js';
import type { PaymentStatus } from '../payment/payment.lifecycle.js';
import { toMoney, totalOf, type Money } from '../shared/money.js';
import { fromJson, toInstant, type Tables } from '../store/tables.js';
import { checkoutStepOf, type CheckoutStep } from './checkout-step.js';
import type { CheckoutItemFacts } from './checkout.entity.js';
import type { CheckoutSessionFacts, NavigationLinkFacts, PersonFacts, StandaloneSessionFacts } from '../checkout-session/checkout-session.facts.js';
import type { CheckoutSessionState } from '../checkout-session/checkout-session.lifecycle.js';
import { choosePlaces, type ChosenPlace } from './choose-places.js';

/** A checkout as the GraphQL types have it, at this moment. */
export interface CheckoutView {
  readonly id: string;
  readonly state: CheckoutSessionState;
  readonly step: CheckoutStep;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly broker: CheckoutBrokerView;
  readonly seller: OrganizationView | null;
  readonly opportunity: OpportunityView | null;
  readonly items: readonly CheckoutItemView[];
  readonly totalPaymentDue: Money | null;
  /** The same at the prices of this moment; null when it cannot be booked. */
  readonly currentTotal: Money | null;
  readonly ticketChoices: readonly OfferView[];
  readonly customer: PersonFacts | null;
  readonly isCustomerFixed: boolean;
  readonly is13OrOver: boolean | null;
  readonly navigationLinks: readonly NavigationLinkFacts[];
  readonly holdExpiresAt: Date | null;
  readonly holdSecondsLeft: number | null;
  readonly obstacle: { readonly message: string; readonly reasons: readonly BookabilityReason[]; readonly opensAt: Date | null } | null;
  readonly alternatives: readonly OpportunityView[];
  readonly order: OrderView | null;
  /** How the latest attempt to pay stands; null before the first. */
  readonly paymentStatus: PaymentStatus | null;
  /** For the verbs, not for the schema, like the next. */
  readonly stored: StoredCheckout;
  /** The places as they can be booked now; undefined when they cannot. */
  readonly places: readonly ChosenPlace[] | undefined;
}

export interface CheckoutBrokerView {
  readonly name: string;
  readonly url: string;
  readonly accentColor: string | null;
}

export interface CheckoutItemView {
  readonly acceptedOffer: string;
  readonly ticketName: string | null;
  readonly price: Money;
  /** What it costs now; null when its offer is gone. */
  readonly currentPrice: Money | null;
  readonly opportunity: OpportunityView | null;
}

/** What the verbs go on from. */
export interface StoredCheckout {
  readonly id: string;
  readonly quoteId: string;
  readonly brokerId: string | null;
  readonly sessionIdentifier: string | null;
  readonly opportunityId: string;
  readonly items: readonly CheckoutItemFacts[] | null;
  readonly session: CheckoutSessionFacts | StandaloneSessionFacts | null;
  readonly isAuthenticated: boolean;
  /** The latest attempt to pay; null before the first. */
  readonly payment: { readonly id: string; readonly attempt: number; readonly status: PaymentStatus } | null;
  readonly orderState: OrderState | null;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly platformOrganization: { readonly name: string; readonly url: string };
  readonly selected: ReadonlySet<string>;
}

/** A checkout by its id: whoever asks has shown its token. */
export async function readCheckout(id: string, parts: Parts): Promise<CheckoutView | undefined> {
  const row = await select(parts.reads, id);
  return row && toView(row, parts);
}

type Row = NonNullable<Awaited<ReturnType<typeof select>>>;

function select(reads: Kysely<Tables>, id: string) {
  return reads
    .selectFrom('checkout')
    .leftJoin('checkout_session as session', 'session.identifier', 'checkout.session_identifier')
    .leftJoin('broker', 'broker.id', 'checkout.broker_id')
    .leftJoin('order_quote as quote', 'quote.id', 'checkout.quote_id')
    .leftJoin('customer', 'customer.id', 'quote.customer_id')
    .leftJoin('customer_order as order', 'order.quote_id', 'checkout.quote_id')
    .where('checkout.id', '=', id)
    .select(['checkout.id', 'checkout.quote_id', 'checkout.broker_id', 'checkout.session_identifier', 'checkout.opportunity_id', 'checkout.only_of'])
    .select(['checkout.items', 'checkout.customer', 'checkout.details_at', 'checkout.is_13_or_over', 'checkout.state', 'checkout.created_at', 'checkout.expires_at'])
    .select(['session.facts', 'session.erased_at as session_erased_at', 'customer.erased_at as customer_erased_at', 'order.state as order_state'])
    .select(['broker.name as broker_name', 'broker.url as broker_url', 'broker.accent_color'])
    .select(['customer.identifier as customer_identifier', 'customer.given_name', 'customer.family_name', 'customer.email', 'customer.is_13_or_over as customer_is_13_or_over'])
    .executeTakeFirst();
}

async function toView(row: Row, parts: Parts): Promise<CheckoutView> {
  const stored = { ...toStored(row), payment: row.order_state === null ? null : await readLatestPayment(parts.reads, row.quote_id) };
  const { items, session } = stored;
  const holds = await parts.reads.selectFrom('place_hold').where('checkout_id', '=', row.id).where('expires_at', '>', parts.now).select(['opportunity_id', 'places', 'expires_at']).execute();
  const ownPlaces = new Map(holds.map(({ opportunity_id, places }) => [opportunity_id, places]));
  const found = await findChosen(stored, parts, ownPlaces);
  const customer = customerOf(row, stored);
  const is13OrOver = row.is_13_or_over === null ? (customer?.is13OrOver ?? null) : Boolean(row.is_13_or_over);
  const isErased = row.session_erased_at !== null || row.customer_erased_at !== null;
  const state = row.state === 'OPEN' && (isErased || toInstant(row.expires_at) <= parts.now) ? 'EXPIRED' : row.state;
  const step = checkoutStepOf({
    state,
    hasTicket: items !== null,
    hasDetails: row.details_at !== null,
    is13OrOver,
    isBookable: found.obstacle === undefined,
    isPaying: stored.payment?.status === 'STARTED' || stored.orderState === 'AUTHORISED' || stored.orderState === 'BOOKED',
    hasFailed: stored.orderState === 'FAILED' && stored.payment?.status !== 'ENDED' && stored.payment?.status !== 'DECLINED',
    hasPriceChanged: found.places !== undefined && items !== null && found.places.some((place, index) => isOtherPrice(place, items[index])),
  });
  const [first] = found.opportunities;
  const holdExpiresAt = holds.map((hold) => toInstant(hold.expires_at)).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
  return {
    id: row.id,
    state,
    step,
    createdAt: toInstant(row.created_at),
    expiresAt: toInstant(row.expires_at),
    broker: { ...brokerOf(row, stored, parts), accentColor: row.accent_color },
    seller: first?.organizer ?? null,
    opportunity: first ?? null,
    items: (items ?? []).map((item, index) => toItemView(item, found.opportunities[index])),
    totalPaymentDue: items && totalOf(items.map(({ price }) => price)),
    currentTotal: found.places ? totalOf(found.places.map(({ priceMinor, offer }) => toMoney(priceMinor, offer.currency))) : null,
    ticketChoices: !stored.isAuthenticated && first ? bookableOffers(first, parts.now) : [],
    customer,
    isCustomerFixed: stored.isAuthenticated,
    is13OrOver,
    navigationLinks: session && 'navigationLinks' in session ? (session.navigationLinks ?? []) : [],
    holdExpiresAt,
    holdSecondsLeft: holdExpiresAt && Math.ceil((holdExpiresAt.getTime() - parts.now.getTime()) / 1000),
    obstacle: step === 'NOT_BOOKABLE' ? (found.obstacle ?? null) : null,
    alternatives: step === 'NOT_BOOKABLE' && parts.selected.has('alternatives') ? await readAlternatives(parts, stored.opportunityId) : [],
    order: state === 'COMPLETED' && parts.selected.has('order') ? ((await readOrder('EVERYBODY', row.quote_id, parts)) ?? null) : null,
    paymentStatus: stored.payment?.status ?? null,
    stored,
    places: found.places,
  };
}

function toStored(row: Row): StoredCheckout {
  return {
    id: row.id,
    quoteId: row.quote_id,
    brokerId: row.broker_id,
    sessionIdentifier: row.session_identifier,
    opportunityId: row.opportunity_id,
    items: row.items === null ? null : fromJson(row.items),
    session: row.facts === null ? null : fromJson(row.facts),
    isAuthenticated: row.only_of !== null,
    payment: null,
    orderState: row.order_state,
  };
}

async function readLatestPayment(reads: Kysely<Tables>, orderId: string): Promise<StoredCheckout['payment']> {
  const row = await reads.selectFrom('payment').where('order_quote_id', '=', orderId).orderBy('attempt', 'desc').select(['id', 'attempt', 'status']).limit(1).executeTakeFirst();
  return row ?? null;
}

interface Found {
  readonly opportunities: readonly (OpportunityView | undefined)[];
  readonly places?: readonly ChosenPlace[];
  readonly obstacle?: ItemNotBookableError;
}

/** What was chosen, or what there is to choose from, with the places that this checkout itself holds counted as free for it. */
async function findChosen({ items, opportunityId }: StoredCheckout, parts: Parts, ownPlaces: ReadonlyMap<string, number>): Promise<Found> {
  if (items === null) {
    const only = await readOpportunityByAnyType(parts, opportunityId);
    if (!only) return { opportunities: [], obstacle: new ItemNotBookableError(opportunityId, ['UNKNOWN_ITEM']) };
    const { isBookable, reasons, opensAt } = only.bookability;
    return { opportunities: [only], ...(!isBookable && { obstacle: new ItemNotBookableError(only.identifier, reasons, opensAt) }) };
  }
  const read = await readOpportunities(parts, items);
  const views = new Map(items.map((item) => [keyOf(item), withOwn(read(item), ownPlaces)]));
  const find = (item: { readonly type: CheckoutItemFacts['type']; readonly identifier: string }) => views.get(keyOf(item));
  const places = choosePlaces(items.map(({ acceptedOffer, type, identifier }) => ({ acceptedOffer, orderedItem: { type, identifier } })), find, parts.now);
  const opportunities = items.map(find);
  return places instanceof ItemNotBookableError ? { opportunities, obstacle: places } : { opportunities, places };
}

function keyOf({ type, identifier }: { readonly type: string; readonly identifier: string }): string {
  return `${type} ${identifier}`;
}

async function readOpportunityByAnyType(parts: Parts, id: string): Promise<OpportunityView | undefined> {
  return (await readOpportunityById(parts, 'SCHEDULED_SESSION', id)) ?? readOpportunityById(parts, 'SLOT', id);
}

function withOwn(view: OpportunityView | undefined, ownPlaces: ReadonlyMap<string, number>): OpportunityView | undefined {
  if (!view || view.remainingCapacity === null) return view;
  return { ...view, remainingCapacity: view.remainingCapacity + (ownPlaces.get(view.id) ?? 0) };
}

function isOtherPrice({ priceMinor, offer }: ChosenPlace, item: CheckoutItemFacts | undefined): boolean {
  return priceMinor !== item?.price.amountMinor || (priceMinor > 0 && offer.currency !== item.price.currency);
}

function toItemView({ acceptedOffer, price }: CheckoutItemFacts, opportunity: OpportunityView | undefined): CheckoutItemView {
  const offer = opportunity?.offers.find(({ id }) => id === acceptedOffer);
  return { acceptedOffer, ticketName: offer?.name ?? null, price, currentPrice: offer?.price ?? null, opportunity: opportunity ?? null };
}

/** The tickets that can be booked now. */
export function bookableOffers(opportunity: OpportunityView, now: Date): readonly OfferView[] {
  return opportunity.offers.filter((offer) => bookabilityOf(opportunity, [offer], now).isBookable);
}

function customerOf(row: Row, { isAuthenticated, session }: StoredCheckout): PersonFacts | null {
  if (!isAuthenticated) return row.customer === null ? null : fromJson(row.customer);
  if (session && 'customer' in session && session.customer.kind === 'PERSON') {
    const { identifier, givenName, familyName, email, is13OrOver } = session.customer;
    return { identifier, givenName, familyName, email, is13OrOver };
  }
  const { customer_identifier: identifier, given_name, family_name, email, customer_is_13_or_over } = row;
  if (given_name === null || family_name === null || email === null) return null;
  return { identifier, givenName: given_name, familyName: family_name, email, is13OrOver: customer_is_13_or_over === null ? null : Boolean(customer_is_13_or_over) };
}

function brokerOf(row: Row, { session }: StoredCheckout, { platformOrganization }: Parts): { readonly name: string; readonly url: string } {
  if (session) return { name: session.broker.name, url: session.broker.url };
  return row.broker_name !== null && row.broker_url !== null ? { name: row.broker_name, url: row.broker_url } : platformOrganization;
}
