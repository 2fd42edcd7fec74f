import type { Kysely } from 'kysely';
import { toInstantOrNull, type Tables } from '../store/tables.js';
import type { WebhookDeliveryState } from './webhook-delivery.lifecycle.js';

/** How the webhooks of all brokers stand. */
export interface WebhookFigures {
  readonly deliveriesByState: ReadonlyMap<WebhookDeliveryState, number>;
  /** Since when the oldest that is due waits, at endpoints that hear; null when nothing does. */
  readonly oldestDueAt: Date | null;
  readonly disabledEndpoints: number;
  readonly failingEndpoints: number;
  /** Brokers with an endpoint and no live key: what they are to hear waits. */
  readonly brokersWithoutKey: number;
}

export async function readWebhookFigures(reads: Kysely<Tables>, now: Date): Promise<WebhookFigures> {
  const states = await reads.selectFrom('webhook_delivery').groupBy('state').select((row) => ['state', row.fn.countAll().as('count')]).execute();
  const oldest = await reads
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .where('endpoint.disabled_at', 'is', null)
    .where('delivery.state', '=', 'PENDING')
    .where('delivery.due_at', '<=', now)
    .orderBy('delivery.due_at')
    .limit(1)
    .select('delivery.due_at')
    .executeTakeFirst();
  const endpoints = await reads.selectFrom('webhook_endpoint').select(['broker_id', 'disabled_at', 'failing_since']).execute();
  const keyed = await reads
    .selectFrom('webhook_credential')
    .where((is) => is.or([is('retired_at', 'is', null), is('retired_at', '>', now)]))
    .distinct()
    .select('broker_id')
    .execute();
  const withKey = new Set(keyed.map(({ broker_id }) => broker_id));
  return {
    deliveriesByState: new Map(states.map(({ state, count }) => [state, Number(count)])),
    oldestDueAt: toInstantOrNull(oldest?.due_at ?? null),
    disabledEndpoints: endpoints.filter(({ disabled_at }) => disabled_at !== null).length,
    failingEndpoints: endpoints.filter(({ failing_since }) => failing_since !== null).length,
    brokersWithoutKey: new Set(endpoints.map(({ broker_id }) => broker_id).filter((id) => !withKey.has(id))).size,
  };
}
