import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { SecretBox } from '../access/secret-box.js';
import { addSeconds } from '../shared/clock.js';
import { fromJson, toInstant, type Tables } from '../store/tables.js';
import type { WriteLane } from '../store/write-lane.js';
import { readDueEndpoints } from './due-endpoints.store.js';
import { lease, leaseNow } from './lease-deliveries.js';
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
  /** Where there is one, on SQLite, writes go through it. */
  readonly lane: WriteLane | undefined;
  readonly now: Date;
  readonly secretBox: SecretBox;
  /** From 0 to 1, for where to begin. */
  readonly random: () => number;
}

/** Longer than an attempt may take, so that nobody else sends what is being sent. */
export const DELIVERY_LEASE_SECONDS = 60;

/**
 * Gives what is due to one sender, each delivery to one of any number of them. What endpoints may have is shared out between
 * them, so that none waits for another's backlog; an event waits for an earlier one about the same subject.
 */
export async function claimDeliveries(limit: number, parts: Parts): Promise<readonly ClaimedDelivery[]> {
  const { em, lane, reads, now, random } = parts;
  const endpoints = await readDueEndpoints(reads, now);
  const secrets = await readLiveSecrets([...new Set(endpoints.map(({ brokerId }) => brokerId))], parts);
  const ready = startingAnywhere(endpoints.filter(({ brokerId }) => secrets.has(brokerId)), random).slice(0, limit);
  if (ready.length === 0) return [];
  const terms = { now, leasedUntil: addSeconds(now, DELIVERY_LEASE_SECONDS) };
  const rows = await (lane ? lane.run((connection) => leaseNow(ready, limit, terms, connection)) : em.transactional((tx) => lease(ready, limit, terms, tx.getKysely<Tables>())));
  const endpointOf = new Map(ready.map((endpoint) => [endpoint.id, endpoint]));
  return rows
    .map((row) => ({ row, dueMs: toInstant(row.due_at).getTime() }))
    .toSorted((a, b) => a.dueMs - b.dueMs || (a.row.id < b.row.id ? -1 : 1))
    .flatMap(({ row: { id, endpoint_id, kind, subject, facts, body, attempts } }) => {
      const endpoint = endpointOf.get(endpoint_id);
      const live = endpoint && secrets.get(endpoint.brokerId);
      const event = facts === null ? null : ({ kind, subject, facts: fromJson(facts) } as WebhookEvent); // what queueDelivery wrote together
      return live ? { ...live, id, endpointId: endpoint.id, url: endpoint.url, event, body, attempts, leasedUntil: terms.leasedUntil } : [];
    });
}

/** The same order as ever, but from another place every time: where there are more endpoints than may be claimed, all have their turn. */
function startingAnywhere<T>(list: readonly T[], random: () => number): readonly T[] {
  const start = Math.floor(random() * list.length);
  return [...list.slice(start), ...list.slice(0, start)];
}
