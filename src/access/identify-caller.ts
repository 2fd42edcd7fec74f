import type { Kysely } from 'kysely';
import { isSecretOf, parseApiKey } from '../broker/api-key.js';
import { readApiKey } from '../broker/api-key.store.js';
import type { Tables } from '../store/tables.js';
import type { Caller, Credentials } from './caller.js';
import { unauthenticated } from './refusal.js';

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
}

/** Finds out who is asking. Throws `UNAUTHENTICATED` on a wrong key: it is never taken for none. (contract §5.1) */
export async function identifyCaller({ apiKey }: Credentials, { reads, now }: Parts): Promise<Caller> {
  if (apiKey === undefined) return { kind: 'ANONYMOUS' };
  const given = parseApiKey(apiKey);
  const stored = given && (await readApiKey(reads, given.id));
  if (!given || !stored || !isSecretOf(given.secret, stored.secretHash)) throw unauthenticated();
  if (stored.retiredAt !== null && stored.retiredAt <= now) throw unauthenticated();
  return { kind: 'BROKER', brokerId: stored.brokerId, apiKeyId: stored.id };
}
