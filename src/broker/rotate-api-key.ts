import { LockMode, type EntityManager } from '@mikro-orm/sql';
import { ApiKey } from './api-key.entity.js';
import { formatApiKey, hashSecret, newApiKey, type ApiKeyMode } from './api-key.js';
import { Broker } from './broker.entity.js';

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly apiKeyMode: ApiKeyMode;
}

/**
 * Gives a broker a new key and keeps the one that made the call live beside it; any other is retired at once. So two are
 * valid during a rotation and never three. Each call makes another key. The whole key is in the answer and nowhere else.
 */
export async function rotateApiKey(brokerId: string, currentKeyId: string, { em, now, apiKeyMode }: Parts): Promise<{ id: string; apiKey: string }> {
  const key = newApiKey();
  await em.transactional(async (tx) => {
    const broker = await tx.findOneOrFail(Broker, brokerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    await tx.nativeUpdate(ApiKey, { broker, retiredAt: null, id: { $ne: currentKeyId } }, { retiredAt: now });
    tx.create(ApiKey, { id: key.id, broker, secretHash: hashSecret(key.secret), createdAt: now, retiredAt: null });
  });
  return { id: key.id, apiKey: formatApiKey(apiKeyMode, key) };
}
