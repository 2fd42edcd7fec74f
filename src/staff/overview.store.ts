import type { Kysely } from 'kysely';
import { readTroubledFeeds, type TroubledFeedView } from '../feed/troubled-feeds.store.js';
import { addSeconds } from '../shared/clock.js';
import { toInstantOrNull, type Tables } from '../store/tables.js';

export interface StateCount {
  readonly state: string;
  readonly count: number;
}

export interface OverviewView {
  readonly at: Date;
  readonly checkoutSessions: readonly StateCount[];
  readonly checkouts: readonly StateCount[];
  readonly orders: readonly StateCount[];
  readonly sellers: readonly StateCount[];
  readonly webhookDeliveries: readonly StateCount[];
  readonly expiringSessionCount: number;
  /** From 0 to 1; null without attempts. */
  readonly webhookFailureRate: number | null;
  readonly failingEndpointCount: number;
  readonly oldestTaskAt: Date | null;
  readonly refunds: readonly StateCount[];
  readonly sellerMoveRequestCount: number;
  readonly feeds: readonly StateCount[];
  readonly troubledFeeds: readonly TroubledFeedView[];
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  /** The names of the selected fields: what nobody asked for is not counted. */
  readonly selected: ReadonlySet<string>;
}

const SOON_SECONDS = 3_600;
const RATE_SECONDS = 86_400;

/** How everything stands at this moment, across brokers: at most a query for each member that is selected. */
export async function readOverview({ reads, now, selected }: Parts): Promise<OverviewView> {
  const byState = (table: 'checkout_session' | 'checkout' | 'customer_order' | 'webhook_delivery' | 'feed', field: string) =>
    selected.has(field) ? reads.selectFrom(table).groupBy('state').orderBy('state').select(({ fn }) => ['state', fn.countAll().as('count')]).execute().then(toCounts) : [];
  const byStatus = (table: 'seller' | 'refund', field: string) =>
    selected.has(field) ? reads.selectFrom(table).groupBy('status').orderBy('status').select(({ fn }) => ['status as state', fn.countAll().as('count')]).execute().then(toCounts) : [];
  return {
    at: now,
    checkoutSessions: await byState('checkout_session', 'checkoutSessions'),
    checkouts: await byState('checkout', 'checkouts'),
    orders: await byState('customer_order', 'orders'),
    sellers: await byStatus('seller', 'sellers'),
    webhookDeliveries: await byState('webhook_delivery', 'webhookDeliveries'),
    expiringSessionCount: selected.has('expiringSessionCount') ? await countExpiring(reads, now) : 0,
    webhookFailureRate: selected.has('webhookFailureRate') ? await failureRate(reads, addSeconds(now, -RATE_SECONDS)) : null,
    failingEndpointCount: selected.has('failingEndpointCount') ? Number((await reads.selectFrom('webhook_endpoint').where('failing_since', 'is not', null).select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count) : 0,
    oldestTaskAt: selected.has('oldestTaskAt') ? await oldestTask(reads) : null,
    refunds: await byStatus('refund', 'refunds'),
    sellerMoveRequestCount: selected.has('sellerMoveRequestCount') ? Number((await reads.selectFrom('seller_move_request').select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count) : 0,
    feeds: await byState('feed', 'feeds'),
    troubledFeeds: selected.has('troubledFeeds') ? await readTroubledFeeds({ reads, now }) : [],
  };
}

function toCounts(rows: readonly { readonly state: string; readonly count: string | number | bigint }[]): StateCount[] {
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}

async function countExpiring(reads: Kysely<Tables>, now: Date): Promise<number> {
  const soon = reads.selectFrom('checkout_session').where('state', '=', 'OPEN').where('expires_at', '>', now).where('expires_at', '<=', addSeconds(now, SOON_SECONDS));
  return Number((await soon.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
}

async function failureRate(reads: Kysely<Tables>, since: Date): Promise<number | null> {
  const made = reads.selectFrom('webhook_attempt').where('at', '>', since);
  const all = Number((await made.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
  const taken = Number((await made.where('status', '>=', 200).where('status', '<', 300).select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
  return all === 0 ? null : (all - taken) / all;
}

async function oldestTask(reads: Kysely<Tables>): Promise<Date | null> {
  const row = await reads.selectFrom('outbox_task').where('done_at', 'is', null).orderBy('created_at').limit(1).select('created_at').executeTakeFirst();
  return toInstantOrNull(row?.created_at ?? null);
}
