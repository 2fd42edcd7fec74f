import type { EntityManager } from '@mikro-orm/sql';
import { newUuid } from '../shared/ids.js';
import { UserError } from '../shared/user-error.js';
import { DEMO_WEBHOOK } from '../store/demo-world.js';
import { DemoWebhook } from './demo-webhook.entity.js';
import { verifyWebhook } from './verify-webhook.js';

/** The key, the time or the signature is wrong. */
export class DemoWebhookRefusedError extends UserError {
  readonly __typename = 'DemoWebhookRefusedError';
  readonly code = 'DEMO_WEBHOOK_REFUSED';
  readonly message = 'The key, the time or the signature is wrong.';
}

export interface ArrivedWebhook {
  readonly apiKey: string;
  readonly webhookId: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

const MOST_SHOWN = 50;

/** What a broker's own system does: takes nothing without the known key and a good signature of the last five minutes, and keeps it. (contract §5.3) */
export async function receiveDemoWebhook(arrived: ArrivedWebhook, { em, now }: { readonly em: EntityManager; readonly now: Date }): Promise<DemoWebhook | DemoWebhookRefusedError> {
  const { apiKey, webhookId, timestamp, signature, body } = arrived;
  const headers = { 'x-api-key': apiKey, 'webhook-id': webhookId, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const { isGenuine } = verifyWebhook({ headers, body }, { webhookKeys: [DEMO_WEBHOOK.key], signingSecrets: [DEMO_WEBHOOK.signingSecret], now });
  if (!isGenuine) return new DemoWebhookRefusedError();
  const webhook = em.create(DemoWebhook, { id: newUuid(), webhookId, body, receivedAt: now });
  await em.flush();
  return webhook;
}

/** The latest that arrived, the newest first; at most 50. */
export async function listDemoWebhooks(em: EntityManager): Promise<readonly DemoWebhook[]> {
  return em.find(DemoWebhook, {}, { orderBy: { receivedAt: 'desc', id: 'desc' }, limit: MOST_SHOWN });
}
