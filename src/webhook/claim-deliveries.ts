import type { EntityManager } from '@mikro-orm/sql';
import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import type { SecretBox } from '../access/secret-box.js';
import { addSeconds } from '../shared/clock.js';
import type { Store } from '../store/open-store.js';
import { fromJson, toInstant, type Tables } from '../store/tables.js';
import { isDue, readDueEndpoints, type DueEndpoint } from './due-endpoints.store.js';
import { readLiveSecrets, type LiveSecrets } from './live-secrets.js';
import type { WebhookEvent } from './webhook-facts.js';

/** A delivery that its claimer may send until the lease ends. */
export interface ClaimedDelivery extends LiveSecrets {
  readonly id: string;
  readonly endpointId: string;
  readonly url: string;
  /** Null when it is not kept any more; the bytes then are. */
  readonly event: WebhookEvent | null;
  readonly body: string | null;
  /** How many attempts came before. */
  readonly attempts: number;
  readonly leasedUntil: Date;
}

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly storeKind: Store['kind'];
  readonly now: Date;
  readonly secretBox: SecretBox;
  /** From 0 to 1, for where to begin. */
  readonly random: () => number;
}

/** Longer than an attempt may take, so that nobody else sends what is being sent. */
export const DELIVERY_LEASE_SECONDS = 60;
/** Of one endpoint, whoever has them: so much waits for a receiver that is slow. (our choice) */
const MOST_LEASED = 100;
/** The same for one that fails: enough to see that it is well again. */
const MOST_LEASED_WHILE_FAILING = 5;

/**
 * Gives what is due to one sender, each delivery to one of any number of them. What endpoints may have is shared out between
 * them, so that none waits for another's backlog; an event waits for an earlier one about the same subject.
 */
export async function claimDeliveries(limit: number, parts: Parts): Promise<readonly ClaimedDelivery[]> {
  const { em, reads, storeKind, now, random } = parts;
  const endpoints = await readDueEndpoints(reads, now);
  const secrets = await readLiveSecrets([...new Set(endpoints.map(({ brokerId }) => brokerId))], parts);
  const ready = startingAnywhere(endpoints.filter(({ brokerId }) => secrets.has(brokerId)), random).slice(0, limit);
  if (ready.length === 0) return [];
  const leasedUntil = addSeconds(now, DELIVERY_LEASE_SECONDS);
  const rows = await em.transactional(async (tx) => {
    const db = tx.getKysely<Tables>();
    if (storeKind === 'postgres') await lockEndpoints(db, ready);
    return lease(db, ready, limit, { now, leasedUntil, storeKind });
  });
  return rows
    .toSorted((a, b) => toInstant(a.due_at).getTime() - toInstant(b.due_at).getTime() || (a.id < b.id ? -1 : 1))
    .flatMap(({ id, kind, subject, facts, body, attempts, endpoint }) => {
      const live = secrets.get(endpoint.brokerId);
      const event = facts === null ? null : ({ kind, subject, facts: fromJson(facts) } as WebhookEvent); // what queueDelivery wrote together
      return live ? { ...live, id, endpointId: endpoint.id, url: endpoint.url, event, body, attempts, leasedUntil } : [];
    });
}

/** The same order as ever, but from another place every time: where there are more endpoints than may be claimed, all have their turn. */
function startingAnywhere<T>(list: readonly T[], random: () => number): readonly T[] {
  const start = Math.floor(random() * list.length);
  return [...list.slice(start), ...list.slice(0, start)];
}

/**
 * One claim at a time for each endpoint, or two would each see room for all that it may have. Reports and claims take
 * endpoints in the order of their ids, so that none waits for another in a circle; rows of deliveries are not waited for.
 */
async function lockEndpoints(db: Kysely<Tables>, endpoints: readonly DueEndpoint[]): Promise<void> {
  const ids = endpoints.map(({ id }) => id);
  await db.selectFrom('webhook_endpoint').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().select('id').execute();
}

interface Lease {
  readonly now: Date;
  readonly leasedUntil: Date;
  readonly storeKind: Store['kind'];
}

type LeasedRow = Awaited<ReturnType<typeof leaseOf>>[number] & { readonly endpoint: DueEndpoint };

/** To each the same share; what one has no use for goes to those that come after it, and what is then left to whoever had more. */
async function lease(db: Kysely<Tables>, endpoints: readonly DueEndpoint[], limit: number, terms: Lease): Promise<readonly LeasedRow[]> {
  const leased: LeasedRow[] = [];
  const hasMore: DueEndpoint[] = [];
  for (const [index, endpoint] of endpoints.entries()) {
    const share = Math.floor((limit - leased.length) / (endpoints.length - index));
    const rows = await leaseOf(db, endpoint, share, terms);
    leased.push(...rows.map((row) => ({ ...row, endpoint })));
    if (rows.length === share) hasMore.push(endpoint);
  }
  for (const endpoint of hasMore) {
    const left: number = limit - leased.length;
    if (left > 0) leased.push(...(await leaseOf(db, endpoint, left, terms)).map((row) => ({ ...row, endpoint })));
  }
  return leased;
}

async function leaseOf(db: Kysely<Tables>, { id: endpointId, brokerId, isDisabled, isFailing }: DueEndpoint, share: number, { now, leasedUntil, storeKind }: Lease) {
  const most = isFailing ? MOST_LEASED_WHILE_FAILING : MOST_LEASED;
  return db
    .with(
      (cte) => cte('chosen').materialized(),
      (chosen) =>
        chosen
          .selectFrom('webhook_delivery as delivery')
          .where('delivery.endpoint_id', '=', endpointId)
          .where((delivery) => delivery.and([isDue(delivery, now), isDisabled ? delivery('delivery.kind', '=', 'TEST') : delivery.or([delivery('delivery.kind', '=', 'TEST'), delivery.not(hasEarlier(delivery, brokerId))])]))
          .orderBy('delivery.due_at')
          .orderBy('delivery.created_at')
          .orderBy('delivery.id')
          .limit(roomFor(share, most, endpointId, now, storeKind))
          .$if(storeKind === 'postgres', (query) => query.forUpdate().skipLocked())
          .select('delivery.id'),
    )
    .updateTable('webhook_delivery')
    .set({ leased_until: leasedUntil })
    .where((delivery) => delivery('id', 'in', delivery.selectFrom('chosen').select('chosen.id')))
    .returning(['id', 'due_at', 'kind', 'subject', 'facts', 'body', 'attempts'])
    .execute();
}

/** The share, or what is left of what the endpoint may have. */
function roomFor(share: number, most: number, endpointId: string, now: Date, storeKind: Store['kind']) {
  const leased = sql`(select count(*) from webhook_delivery as held where held.endpoint_id = ${endpointId} and held.leased_until > ${now})`;
  const [least, greatest] = storeKind === 'postgres' ? [sql.raw('least'), sql.raw('greatest')] : [sql.raw('min'), sql.raw('max')];
  return sql<number>`${greatest}(0, ${least}(${sql.lit(share)}, ${sql.lit(most)} - ${leased}))`;
}

/** Whether an earlier event about the same subject is still on its way to the same broker, at an endpoint that hears of it. */
function hasEarlier(delivery: ExpressionBuilder<Tables & { delivery: Tables['webhook_delivery'] }, 'delivery'>, brokerId: string) {
  return delivery.exists(
    delivery
      .selectFrom('webhook_delivery as earlier')
      .innerJoin('webhook_endpoint as its', 'its.id', 'earlier.endpoint_id')
      .whereRef('earlier.subject', '=', 'delivery.subject')
      .where('earlier.state', '=', 'PENDING')
      .where('earlier.kind', '<>', 'TEST')
      .where(sql<boolean>`(earlier.created_at, earlier.id) < (delivery.created_at, delivery.id)`)
      .where('its.broker_id', '=', brokerId)
      .where('its.disabled_at', 'is', null)
      .select(sql.lit(1).as('one')),
  );
}
