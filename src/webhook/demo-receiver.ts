import { createHmac } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import { newUuid } from '../shared/ids.js';
import { isSameText } from '../shared/same-text.js';
import { UserError } from '../shared/user-error.js';
import { DEMO_WEBHOOK } from '../store/demo-world.js';
import { DemoWebhook } from './demo-webhook.entity.js';

/** The key or the signature is wrong. */
export class DemoWebhookRefusedError extends UserError {
  readonly __typename = 'DemoWebhookRefusedError';
  readonly code = 'DEMO_WEBHOOK_REFUSED';
  readonly message = 'The key or the signature is wrong.';
}

export interface ArrivedWebhook {
  readonly apiKey: string;
  readonly webhookId: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

const MOST_SHOWN = 50;

/** What a broker's own system does: takes nothing without the known key and a good signature, and keeps it. (contract §5.3) */
export async function receiveDemoWebhook(arrived: ArrivedWebhook, { em, now }: { readonly em: EntityManager; readonly now: Date }): Promise<DemoWebhook | DemoWebhookRefusedError> {
  if (!isSameText(arrived.apiKey, DEMO_WEBHOOK.key) || !isSigned(arrived)) return new DemoWebhookRefusedError();
  const webhook = em.create(DemoWebhook, { id: newUuid(), webhookId: arrived.webhookId, body: arrived.body, receivedAt: now });
  await em.flush();
  return webhook;
}

/** The latest that arrived, the newest first; at most 50. */
export async function listDemoWebhooks(em: EntityManager): Promise<readonly DemoWebhook[]> {
  return em.find(DemoWebhook, {}, { orderBy: { receivedAt: 'desc', id: 'desc' }, limit: MOST_SHOWN });
}

/** Standard Webhooks, version 1: any of the signatures may be ours. */
function isSigned({ webhookId, timestamp, signature, body }: ArrivedWebhook): boolean {
  const secret = Buffer.from(DEMO_WEBHOOK.signingSecret.slice('whsec_'.length), 'base64');
  const expected = `v1,${createHmac('sha256', secret).update(`${webhookId}.${timestamp}.${body}`).digest('base64')}`;
  return signature.split(' ').some((one) => isSameText(one, expected));
}
