import type { EntityManager } from '@mikro-orm/sql';
import { newUuid } from '../shared/ids.js';
import { UserError } from '../shared/user-error.js';
import { DEMO_CUSTOMERS, DEMO_WEBHOOK } from '../store/demo-world.js';
import { DemoWebhook } from './demo-webhook.entity.js';
import { verifyWebhook } from './verify-webhook.js';

/** The key, the time or the signature is wrong. */
export class DemoWebhookRefusedError extends UserError {
  readonly __typename = 'DemoWebhookRefusedError';
  readonly code = 'DEMO_WEBHOOK_REFUSED';
  readonly message = 'The key, the time or the signature is wrong.';
}

/** It is about a customer for whom the demo broker's system fails on purpose. Nothing was kept. */
export class DemoWebhookFailedError extends UserError {
  readonly __typename = 'DemoWebhookFailedError';
  readonly code = 'DEMO_WEBHOOK_FAILED';
  readonly message = 'The demo broker fails for this customer on purpose.';
}

/** How the demo broker's system fares with one webhook: it fails, or takes it after so many seconds. */
export type DemoReceiver = (webhookId: string, body: string) => 'FAILS' | number;

const FAILURES_FIRST = 2;
const SLOW_SECONDS = 3;

/** Told by the e-mail address of an order's customer. Failures are counted by this process, so where there are several each begins anew. */
export function openDemoReceiver(): DemoReceiver {
  const failures = new Map<string, number>();
  return (webhookId, body) => {
    const email = customerIn(body);
    if (email === DEMO_CUSTOMERS.webhookSlow) return SLOW_SECONDS;
    if (email === DEMO_CUSTOMERS.webhookFails) return 'FAILS';
    const failed = failures.get(webhookId) ?? 0;
    if (email !== DEMO_CUSTOMERS.webhookFailsTwice || failed === FAILURES_FIRST) return 0;
    failures.set(webhookId, failed + 1);
    return 'FAILS';
  };
}

/** The e-mail address of the customer of an order; undefined for other events. */
function customerIn(body: string): string | undefined {
  const { customer } = JSON.parse(body) as { readonly customer?: { readonly email?: unknown } }; // it is signed, so it is ours
  return typeof customer?.email === 'string' ? customer.email.toLowerCase() : undefined;
}

export interface ArrivedWebhook {
  readonly apiKey: string;
  readonly webhookId: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly demoReceiver: DemoReceiver;
}

export interface TakenDemoWebhook {
  readonly webhook: DemoWebhook;
  /** How long it lets the sender wait. */
  readonly answersAfterSeconds: number;
}

const MOST_SHOWN = 50;

/** What a broker's own system does: takes nothing without the known key and a good signature of the last five minutes, and keeps it. (contract §5.3) */
export async function receiveDemoWebhook(arrived: ArrivedWebhook, { em, now, demoReceiver }: Parts): Promise<TakenDemoWebhook | DemoWebhookRefusedError | DemoWebhookFailedError> {
  const { apiKey, webhookId, timestamp, signature, body } = arrived;
  const headers = { 'x-api-key': apiKey, 'webhook-id': webhookId, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const { isGenuine } = verifyWebhook({ headers, body }, { webhookKeys: [DEMO_WEBHOOK.key], signingSecrets: [DEMO_WEBHOOK.signingSecret], now });
  if (!isGenuine) return new DemoWebhookRefusedError();
  const fares = demoReceiver(webhookId, body);
  if (fares === 'FAILS') return new DemoWebhookFailedError();
  const webhook = em.create(DemoWebhook, { id: newUuid(), webhookId, body, receivedAt: now });
  await em.flush();
  return { webhook, answersAfterSeconds: fares };
}

/** The latest that arrived, the newest first; at most 50. */
export async function listDemoWebhooks(em: EntityManager): Promise<readonly DemoWebhook[]> {
  return em.find(DemoWebhook, {}, { orderBy: { receivedAt: 'desc', id: 'desc' }, limit: MOST_SHOWN });
}
