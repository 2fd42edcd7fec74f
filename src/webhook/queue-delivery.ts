import type { EntityManager } from '@mikro-orm/sql';
import { newUuid } from '../shared/ids.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { WebhookEvent } from './webhook-facts.js';

/** Puts an event on its way to one endpoint, in the transaction of what it tells. */
export function queueDelivery(tx: EntityManager, endpoint: WebhookEndpoint, { kind, subject, facts }: WebhookEvent, now: Date): WebhookDelivery {
  const waiting = { state: 'PENDING', createdAt: now, queuedAt: now, dueAt: now, leasedUntil: null, attempts: 0, scheduleStart: 0, endedAt: null } as const;
  return tx.create(WebhookDelivery, { id: newUuid(), endpoint, kind, subject, facts, body: null, ...waiting });
}
