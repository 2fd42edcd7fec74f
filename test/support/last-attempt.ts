import { WebhookAttempt } from '../../src/webhook/webhook-attempt.entity.js';
import type { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import type { Store } from '../../src/store/open-store.js';

/** A delivery, with how its last attempt ended. */
export async function withLastAttempt(store: Pick<Store, 'fork'>, delivery: WebhookDelivery) {
  const [last] = await store.fork().find(WebhookAttempt, { delivery: delivery.id }, { orderBy: { number: 'desc' }, limit: 1 });
  return Object.assign(delivery, { lastStatus: last?.status ?? null, lastError: last?.error ?? null });
}
