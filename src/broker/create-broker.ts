import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import type { StaffCaller } from '../access/caller.js';
import type { SecretBox } from '../access/secret-box.js';
import { Problems } from '../shared/checks.js';
import { newUuid } from '../shared/ids.js';
import { ValidationError } from '../shared/user-error.js';
import { recordStaffChange } from '../staff/audit.js';
import { WebhookCredential } from '../webhook/webhook-credential.entity.js';
import { checkWebhookKey, newSigningSecret, newWebhookKey } from '../webhook/webhook-credentials.js';
import { WebhookEndpoint } from '../webhook/webhook-endpoint.entity.js';
import type { WebhookKind } from '../webhook/webhook-kinds.js';
import { checkWebhookUrl } from '../webhook/webhook-url.js';
import { ApiKey } from './api-key.entity.js';
import { formatApiKey, hashSecret, newApiKey, type ApiKeyMode } from './api-key.js';
import { BrokerOrigin } from './broker-origin.entity.js';
import { Broker } from './broker.entity.js';
import { PublishableKey } from './publishable-key.entity.js';

export interface NewBroker {
  readonly name: string;
  readonly url: string;
  readonly accentColor?: string | null | undefined;
  readonly origins?: readonly string[] | null | undefined;
  readonly successWebhook?: string | null | undefined;
  readonly customerWebhook?: string | null | undefined;
  /** What it wants to find in X-Api-Key; without it we make one up. */
  readonly webhookKey?: string | null | undefined;
  /** Why staff take it in. */
  readonly reason: string;
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly apiKeyMode: ApiKeyMode;
  readonly secretBox: SecretBox;
  readonly isProduction: boolean;
  /** Who of us takes it in. */
  readonly staff: StaffCaller;
}

/** What is shown once. */
export interface CreatedBroker {
  readonly id: string;
  readonly name: string;
  readonly apiKey: string;
  readonly publishableKey: string;
  readonly webhookKey: string;
  readonly signingSecret: string;
}

/** Takes in a broker and gives it its keys. Every call makes another broker. The secrets are in the answer and cannot be read again. */
export async function createBroker(request: NewBroker, { em, now, apiKeyMode, secretBox, isProduction, staff }: Parts): Promise<CreatedBroker | ValidationError> {
  const problems = problemsOf(request, isProduction);
  if (problems.length > 0) return new ValidationError(problems);
  const broker = em.create(Broker, { id: newUuid(), name: request.name, url: request.url, accentColor: request.accentColor ?? null, createdAt: now });
  const key = newApiKey();
  em.create(ApiKey, { id: key.id, broker, secretHash: hashSecret(key.secret), createdAt: now, retiredAt: null });
  const publishableKey = `pk_${apiKeyMode}_${randomBytes(16).toString('hex')}`;
  em.create(PublishableKey, { id: publishableKey, broker, createdAt: now, retiredAt: null });
  for (const origin of new Set(request.origins)) em.create(BrokerOrigin, { broker, origin });
  const register = (kind: WebhookKind, url: string | null | undefined) => url && em.create(WebhookEndpoint, { id: newUuid(), broker, kind, url, createdAt: now, disabledAt: null, disabledReason: null, failingSince: null });
  register('ORDER_SUCCESS', request.successWebhook);
  register('CUSTOMER_CHANGE', request.customerWebhook);
  const [webhookKey, signingSecret] = [request.webhookKey ?? newWebhookKey(), newSigningSecret()];
  em.create(WebhookCredential, { id: newUuid(), broker, webhookKey: secretBox.seal(webhookKey), signingSecret: secretBox.seal(signingSecret), createdAt: now, retiredAt: null });
  recordStaffChange(em, staff, { action: 'createBroker', subject: `broker ${broker.id}`, reason: request.reason, before: null, after: { name: broker.name, apiKeyId: key.id } }, now);
  await em.flush();
  return { id: broker.id, name: broker.name, apiKey: formatApiKey(apiKeyMode, key), publishableKey, webhookKey, signingSecret };
}

function problemsOf({ name, url, accentColor, origins, successWebhook, customerWebhook, webhookKey }: NewBroker, isProduction: boolean) {
  const problems = new Problems();
  problems.text(['name'], name);
  problems.httpUrl(['url'], url);
  if (accentColor && !/^#[0-9a-f]{6}$/i.test(accentColor)) problems.add(['accentColor'], 'must be a colour as in #0b6e4f');
  if (successWebhook) checkWebhookUrl(problems, ['successWebhook'], successWebhook, isProduction);
  if (customerWebhook) checkWebhookUrl(problems, ['customerWebhook'], customerWebhook, isProduction);
  if (webhookKey !== null && webhookKey !== undefined) checkWebhookKey(problems, webhookKey);
  for (const [index, origin] of (origins ?? []).entries()) {
    if (URL.parse(origin)?.origin !== origin) problems.add(['origins', String(index)], 'must be an origin as browsers send it, as in https://app.example');
  }
  return problems.found;
}
