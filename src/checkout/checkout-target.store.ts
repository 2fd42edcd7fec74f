import type { Kysely } from 'kysely';
import type { LinkKeys } from '../access/link-keys.js';
import type { OpportunityType } from '../catalogue/opportunity.entity.js';
import { ItemNotBookableError } from '../catalogue/item-not-bookable-error.js';
import { readAlternatives, readOpportunities, readOpportunity, readOpportunityById } from '../catalogue/opportunity.store.js';
import type { OpportunityView, OrganizationView } from '../catalogue/opportunity-view.store.js';
import { totalOf, type Money } from '../shared/money.js';
import { fromJson, toInstantOrNull, type Tables } from '../store/tables.js';
import { bookableOffers, type CheckoutBrokerView, type CheckoutView } from './checkout.store.js';
import type { CheckoutItemFacts } from './checkout.entity.js';
import type { CheckoutSessionFacts, NavigationLinkFacts, StandaloneSessionFacts } from '../checkout-session/checkout-session.facts.js';
import type { CheckoutSessionState } from '../checkout-session/checkout-session.lifecycle.js';
import { findCheckout } from './checkout-token.js';
import { choosePlaces } from './choose-places.js';
import { isOver } from '../checkout-session/standalone-session.store.js';
import { hashOfTarget } from './target.js';

/** Where a checkout can be started: a session's target by its secret, or an item of the catalogue. */
export interface CheckoutTarget {
  readonly secret?: string | null | undefined;
  readonly item?: { readonly type: OpportunityType; readonly identifier: string } | null | undefined;
  /** The tokens of the checkouts that this browser is in. */
  readonly heldTokens: readonly string[];
}

/** What somebody sees before starting: what it is about, and nothing about whom. */
export interface CheckoutTargetView {
  readonly state: CheckoutSessionState;
  readonly broker: CheckoutBrokerView;
  readonly seller: OrganizationView | null;
  readonly navigationLinks: readonly NavigationLinkFacts[];
  readonly items: readonly CheckoutTargetItemView[];
  readonly totalPaymentDue: Money | null;
  readonly obstacle: CheckoutView['obstacle'];
  readonly alternatives: readonly OpportunityView[];
  /** The checkout that this browser has started here, if it has: the one under way, else the latest. */
  readonly heldCheckout: { readonly id: string; readonly state: CheckoutSessionState } | null;
  /** Whether it is one person's, whom another browser belongs to. */
  readonly isStartedElsewhere: boolean;
  readonly isForOneCustomer: boolean;
  /** For the verb that starts a checkout, not for the schema. */
  readonly start: TargetStart;
}

export interface CheckoutTargetItemView {
  readonly opportunity: OpportunityView;
  /** Of the ticket that is chosen already, else of the cheapest. */
  readonly price: Money | null;
}

export interface TargetStart {
  readonly sessionIdentifier: string | null;
  readonly brokerId: string | null;
  readonly facts: CheckoutSessionFacts | StandaloneSessionFacts | null;
  readonly isAuthenticated: boolean;
  readonly opportunity: OpportunityView | undefined;
  /** What is chosen already: by the broker, or because there is one ticket only. */
  readonly items: readonly CheckoutItemFacts[] | null;
  readonly expiresAt: Date | null;
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly linkKeys: LinkKeys;
  readonly platformOrganization: { readonly name: string; readonly url: string };
  readonly selected: ReadonlySet<string>;
}

/** What can be started there; undefined when it leads nowhere. `brokerId` is whose key came along, for an item of the catalogue. */
export async function readCheckoutTarget(target: CheckoutTarget, brokerId: string | undefined, parts: Parts): Promise<CheckoutTargetView | undefined> {
  const start = await findStart(target, brokerId, parts);
  if (!start) return undefined;
  const held = await findHeld(start, target.heldTokens, parts);
  const views = start.isAuthenticated ? await viewsOf(start, parts) : [start.opportunity];
  const obstacle = obstacleOf(start, views, parts);
  const prices = start.items?.map(({ price }) => price);
  return {
    state: stateOf(start, held?.sessionState, parts.now),
    broker: await brokerOf(start, parts),
    seller: views[0]?.organizer ?? null,
    navigationLinks: start.facts && 'navigationLinks' in start.facts ? (start.facts.navigationLinks ?? []) : [],
    items: views.flatMap((opportunity, index) => (opportunity ? { opportunity, price: start.items?.[index]?.price ?? lowestPrice(opportunity, parts.now) } : [])),
    totalPaymentDue: prices ? totalOf(prices) : null,
    obstacle,
    alternatives: obstacle && start.opportunity && parts.selected.has('alternatives') ? await readAlternatives(parts, start.opportunity.id) : [],
    heldCheckout: held?.checkout ?? null,
    isStartedElsewhere: held?.isStartedElsewhere ?? false,
    isForOneCustomer: start.isAuthenticated,
    start,
  };
}

async function findStart({ secret, item }: CheckoutTarget, brokerId: string | undefined, parts: Parts): Promise<TargetStart | undefined> {
  if (item) {
    const opportunity = await readOpportunity(parts, item.type, item.identifier);
    return opportunity && { sessionIdentifier: null, brokerId: brokerId ?? null, facts: null, isAuthenticated: false, opportunity, items: onlyTicket(opportunity, parts.now), expiresAt: null };
  }
  const row = await parts.reads
    .selectFrom('checkout_session')
    .where('target_hash', '=', hashOfTarget(secret ?? ''))
    .select(['identifier', 'variant', 'broker_id', 'facts', 'expires_at', 'erased_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  const common = { sessionIdentifier: row.identifier, brokerId: row.broker_id, expiresAt: toInstantOrNull(row.erased_at ?? row.expires_at) }; // who is erased has no session to go on with
  if (row.variant === 'STANDALONE') {
    const facts = fromJson(row.facts) as StandaloneSessionFacts; // the variant says so
    const opportunity = await readOpportunityById(parts, 'SCHEDULED_SESSION', facts.scheduledSessionId);
    return { ...common, facts, isAuthenticated: false, opportunity, items: opportunity ? onlyTicket(opportunity, parts.now, facts.scheduledSessionId) : null };
  }
  const facts = fromJson(row.facts) as CheckoutSessionFacts; // the variant says so
  const stored = await parts.reads.selectFrom('order_item').where('quote_id', '=', facts.quoteId).orderBy('position').select('opportunity_id').execute();
  const items = facts.orderedItem.flatMap((ordered, index) => {
    const opportunityId = stored[index]?.opportunity_id;
    return opportunityId === undefined ? [] : { ...ordered, opportunityId };
  });
  const [first] = facts.orderedItem;
  const opportunity = first && (await readOpportunity(parts, first.type, first.identifier));
  return { ...common, facts, isAuthenticated: true, opportunity, items };
}

/** Where there is one ticket only, nobody has to choose it. */
function onlyTicket(opportunity: OpportunityView, now: Date, id?: string): readonly CheckoutItemFacts[] | null {
  const [only, another] = bookableOffers(opportunity, now);
  return only?.id && !another ? [itemOf(opportunity, { id: only.id, price: only.price }, id)] : null;
}

/** One place as a checkout keeps it, at the price that is shown; `id` where the item was named by its id in open data. */
export function itemOf({ type, identifier, id: opportunityId }: OpportunityView, offer: { readonly id: string; readonly price: Money | null }, id?: string): CheckoutItemFacts {
  if (!offer.price) throw new Error('a bookable offer without a price');
  return { acceptedOffer: offer.id, type, identifier, ...(id !== undefined && { id }), price: offer.price, opportunityId };
}

function lowestPrice(opportunity: OpportunityView, now: Date): Money | null {
  const prices = bookableOffers(opportunity, now).flatMap(({ price }) => price ?? []);
  return prices.toSorted((a, b) => a.amountMinor - b.amountMinor)[0] ?? null;
}

async function viewsOf({ items }: TargetStart, parts: Parts): Promise<readonly (OpportunityView | undefined)[]> {
  const find = await readOpportunities(parts, items ?? []);
  return (items ?? []).map(find);
}

function obstacleOf({ isAuthenticated, items, opportunity, facts }: TargetStart, views: readonly (OpportunityView | undefined)[], { now }: Parts): CheckoutView['obstacle'] {
  if (isAuthenticated) {
    const requests = (items ?? []).map(({ acceptedOffer, type, identifier }) => ({ acceptedOffer, orderedItem: { type, identifier } }));
    const places = choosePlaces(requests, ({ type, identifier }) => views.find((view) => view?.type === type && view.identifier === identifier), now);
    return places instanceof ItemNotBookableError ? places : null;
  }
  if (!opportunity) return new ItemNotBookableError(facts && 'scheduledSessionId' in facts ? facts.scheduledSessionId : '', ['UNKNOWN_ITEM']);
  const { isBookable, reasons, opensAt } = opportunity.bookability;
  return isBookable ? null : new ItemNotBookableError(opportunity.identifier, reasons, opensAt);
}

interface Held {
  readonly checkout: CheckoutTargetView['heldCheckout'];
  readonly isStartedElsewhere: boolean;
  readonly sessionState: CheckoutSessionState | undefined;
}

/** What this browser has started here; for one customer's session also whether another browser has. */
async function findHeld({ sessionIdentifier, isAuthenticated, opportunity }: TargetStart, heldTokens: readonly string[], parts: Parts): Promise<Held | undefined> {
  const ids = (await Promise.all(heldTokens.map((token) => findCheckout(token, parts)))).flatMap((id) => id ?? []);
  const query = parts.reads.selectFrom('checkout').select(['id', 'state', 'expires_at']).orderBy('created_at', 'desc');
  if (isAuthenticated) {
    const only = await query.where('only_of', '=', sessionIdentifier).executeTakeFirst();
    if (!only) return undefined;
    const isMine = ids.includes(only.id);
    return { checkout: isMine ? { id: only.id, state: only.state } : null, isStartedElsewhere: !isMine, sessionState: only.state };
  }
  if (ids.length === 0 || !opportunity) return undefined;
  const here = sessionIdentifier === null ? query.where('session_identifier', 'is', null).where('opportunity_id', '=', opportunity.id) : query.where('session_identifier', '=', sessionIdentifier);
  const mine = await here.where('id', 'in', ids).where('state', 'in', ['OPEN', 'COMPLETED']).execute();
  const live = mine.filter(({ state, expires_at }) => state === 'COMPLETED' || (toInstantOrNull(expires_at) ?? parts.now) > parts.now);
  const best = live.find(({ state }) => state === 'OPEN') ?? live[0];
  return best && { checkout: { id: best.id, state: best.state }, isStartedElsewhere: false, sessionState: undefined };
}

/** One customer's session shows its one checkout's state; a book button lives as long as its item. */
function stateOf({ isAuthenticated, expiresAt, opportunity }: TargetStart, checkoutState: CheckoutSessionState | undefined, now: Date): CheckoutSessionState {
  if (!isAuthenticated) return isOver(opportunity) ? 'EXPIRED' : 'OPEN';
  if (checkoutState !== undefined && checkoutState !== 'OPEN') return checkoutState;
  return expiresAt !== null && expiresAt <= now ? 'EXPIRED' : 'OPEN';
}

async function brokerOf({ facts, brokerId }: TargetStart, { reads, platformOrganization }: Parts): Promise<CheckoutBrokerView> {
  const row = brokerId === null ? undefined : await reads.selectFrom('broker').where('id', '=', brokerId).select(['name', 'url', 'accent_color']).executeTakeFirst();
  const { name, url } = facts?.broker ?? row ?? platformOrganization;
  return { name, url, accentColor: row?.accent_color ?? null };
}
