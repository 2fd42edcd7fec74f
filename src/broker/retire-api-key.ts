import type { EntityManager } from '@mikro-orm/sql';
import { UserError } from '../shared/user-error.js';
import { ApiKey } from './api-key.entity.js';

/** No key of the calling broker has this id, or it is the very key that makes the call. */
export class ApiKeyNotRetirableError extends UserError {
  readonly __typename = 'ApiKeyNotRetirableError';
  readonly code = 'API_KEY_NOT_RETIRABLE';
  readonly message = 'There is no such key, or it is the one that makes this call. Retire a key with another one.';

  constructor(readonly id: string) {
    super();
  }
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
}

/** Ends a key of the broker. Retiring a retired key changes nothing. The key that makes the call stays: nobody locks itself out. */
export async function retireApiKey(brokerId: string, currentKeyId: string, id: string, { em, now }: Parts): Promise<ApiKey | ApiKeyNotRetirableError> {
  const key = id === currentKeyId ? null : await em.findOne(ApiKey, { id, broker: brokerId });
  if (!key) return new ApiKeyNotRetirableError(id);
  key.retiredAt ??= now;
  await em.flush();
  return key;
}
