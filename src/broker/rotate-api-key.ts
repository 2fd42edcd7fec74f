import { LockMode, type EntityManager } from '@mikro-orm/sql';
import type { StaffCaller } from '../access/caller.js';
import { isUuid } from '../shared/ids.js';
import { UserError } from '../shared/user-error.js';
import { recordStaffChange } from '../staff/audit.js';
import { ApiKey } from './api-key.entity.js';
import { formatApiKey, hashSecret, newApiKey, type ApiKeyMode } from './api-key.js';
import { Broker } from './broker.entity.js';

/** There is no broker with this id. */
export class UnknownBrokerError extends UserError {
  readonly __typename = 'UnknownBrokerError';
  readonly code = 'UNKNOWN_BROKER';
  readonly message = 'There is no broker with this id.';

  constructor(readonly id: string) {
    super();
  }
}

/** Whose key is replaced, and who asks: the broker itself by one of its keys, or staff. */
export type Rotation = { readonly brokerId: string } & ({ readonly callingKeyId: string } | { readonly staff: StaffCaller; readonly reason: string });

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly apiKeyMode: ApiKeyMode;
}

/**
 * Gives a broker a new key and keeps one other live beside it: the one that made the call, or, when staff call, the
 * newest. So two are valid during a rotation and never three; two rotations at once wait for each other. Each call makes
 * another key. The whole key is in the answer and nowhere else. What staff do goes on record.
 */
export async function rotateApiKey(rotation: Rotation, { em, now, apiKeyMode }: Parts): Promise<{ id: string; apiKey: string } | UnknownBrokerError> {
  const { brokerId } = rotation;
  if (!isUuid(brokerId)) return new UnknownBrokerError(brokerId);
  return em.transactional(async (tx) => {
    const broker = await tx.findOne(Broker, brokerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!broker) return new UnknownBrokerError(brokerId);
    const live = await tx.find(ApiKey, { broker, retiredAt: null }, { orderBy: { createdAt: 'desc', id: 'desc' } });
    const kept = 'callingKeyId' in rotation ? rotation.callingKeyId : live[0]?.id;
    for (const key of live) if (key.id !== kept) key.retiredAt = now;
    const made = newApiKey();
    tx.create(ApiKey, { id: made.id, broker, secretHash: hashSecret(made.secret), createdAt: now, retiredAt: null });
    if ('staff' in rotation) {
      const [before, after] = [{ apiKeyIds: live.map(({ id }) => id) }, { apiKeyIds: [made.id, ...(kept === undefined ? [] : [kept])] }];
      recordStaffChange(tx, rotation.staff, { action: 'rotateApiKey', subject: `broker ${brokerId}`, reason: rotation.reason, before, after }, now);
    }
    return { id: made.id, apiKey: formatApiKey(apiKeyMode, made) };
  });
}
