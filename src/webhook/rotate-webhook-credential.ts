import { LockMode, type EntityManager } from '@mikro-orm/sql';
import type { DoerFor } from '../access/on-behalf.js';
import type { SecretBox } from '../access/secret-box.js';
import { ApiKey } from '../broker/api-key.entity.js';
import { isSecretOf } from '../broker/api-key.js';
import { Broker } from '../broker/broker.entity.js';
import { UnknownBrokerError } from '../broker/rotate-api-key.js';
import { Problems } from '../shared/checks.js';
import { addSeconds } from '../shared/clock.js';
import { isUuid, newUuid } from '../shared/ids.js';
import { ValidationError } from '../shared/user-error.js';
import { recordStaffChange } from '../staff/audit.js';
import { WebhookCredential } from './webhook-credential.entity.js';
import { checkWebhookKey, newSigningSecret, newWebhookKey } from './webhook-credentials.js';

export interface CredentialRotation {
  /** What the broker wants to find in X-Api-Key; null has one made up. */
  readonly webhookKey: string | null;
  /** How long the pair before it stays valid; 0 switches at once. */
  readonly overlapSeconds: number;
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly secretBox: SecretBox;
}

/** What is shown once. */
export interface RotatedCredential {
  readonly webhookKey: string;
  readonly signingSecret: string;
  /** Until when the pair before it is valid; null when there was none. */
  readonly retiresAt: Date | null;
}

/** Thirty days. */
const LONGEST_OVERLAP_SECONDS = 30 * 24 * 60 * 60;

/**
 * Gives a broker a new webhook key and signing secret. The pair before them stays valid for as long as asked: until then
 * deliveries carry its key and are signed with both secrets, from then on with the new pair alone. Two pairs are live and
 * never three: rotating again during an overlap ends the older of the two at once (our choice). Two rotations at once wait
 * for each other. Each call makes another pair. What staff do goes on record.
 */
export async function rotateWebhookCredential({ webhookKey, overlapSeconds }: CredentialRotation, { reach: { brokerId }, staff }: DoerFor, { em, now, secretBox }: Parts): Promise<RotatedCredential | ValidationError | UnknownBrokerError> {
  if (!isUuid(brokerId)) return new UnknownBrokerError(brokerId);
  return em.transactional(async (tx) => {
    const broker = await tx.findOne(Broker, brokerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!broker) return new UnknownBrokerError(brokerId);
    const problems = problemsOf({ webhookKey, overlapSeconds }, await tx.find(ApiKey, { broker }));
    if (problems.length > 0) return new ValidationError(problems);
    const live = await tx.find(WebhookCredential, { broker, $or: [{ retiredAt: null }, { retiredAt: { $gt: now } }] }, { orderBy: { createdAt: 'desc', id: 'desc' } });
    const current = live.find(({ retiredAt }) => retiredAt === null);
    const retiresAt = current ? addSeconds(now, overlapSeconds) : null;
    for (const one of live) one.retiredAt = one === current ? retiresAt : now;
    const made = { webhookKey: webhookKey ?? newWebhookKey(), signingSecret: newSigningSecret() };
    const { id } = tx.create(WebhookCredential, { id: newUuid(), broker, webhookKey: secretBox.seal(made.webhookKey), signingSecret: secretBox.seal(made.signingSecret), createdAt: now, retiredAt: null });
    if (staff) {
      const [before, after] = [{ credentialIds: live.map((one) => one.id) }, { credentialIds: [id, ...(current ? [current.id] : [])], retiresAt }]; // never the secrets
      recordStaffChange(tx, staff.caller, { action: 'rotateWebhookCredential', subject: `broker ${brokerId}`, reason: staff.reason, before, after }, now);
    }
    return { ...made, retiresAt };
  });
}

function problemsOf({ webhookKey, overlapSeconds }: CredentialRotation, apiKeys: readonly ApiKey[]) {
  const problems = new Problems();
  if (overlapSeconds < 0 || overlapSeconds > LONGEST_OVERLAP_SECONDS) problems.add(['overlapSeconds'], `must be from 0 to ${LONGEST_OVERLAP_SECONDS}`);
  if (webhookKey !== null) checkWebhookKey(problems, webhookKey);
  if (webhookKey !== null && problems.found.length === 0 && apiKeys.some(({ secretHash }) => isSecretOf(webhookKey.slice(webhookKey.lastIndexOf('_') + 1), secretHash))) {
    problems.add(['webhookKey'], 'must not be an API key'); // whatever stands before its secret (contract §5.3)
  }
  return problems.found;
}
