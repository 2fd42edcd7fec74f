import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { Caller, Credentials } from './access/caller.js';
import { identifyCaller } from './access/identify-caller.js';
import type { LinkKeys } from './access/link-keys.js';
import type { ApiKeyMode } from './broker/api-key.js';
import type { BaseAddresses } from './shared/addresses.js';
import type { Clock } from './shared/clock.js';
import type { Store } from './store/open-store.js';
import type { Tables } from './store/tables.js';

/** What every operation may use, the same for all of them. */
export interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly addresses: BaseAddresses;
  readonly linkKeys: LinkKeys;
  readonly sellerLinkTtlSeconds: number;
  readonly apiKeyMode: ApiKeyMode;
}

/** What one operation has: who asks, when, and its own unit of work. */
export interface Context extends Omit<Parts, 'store' | 'clock'> {
  readonly requestId: string;
  readonly caller: Caller;
  readonly now: Date;
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
}

export async function openContext(credentials: Credentials, { store, clock, ...parts }: Parts): Promise<Context> {
  const now = clock.now();
  const caller = await identifyCaller(credentials, { reads: store.reads, now });
  return { ...parts, requestId: credentials.requestId, caller, now, em: store.fork(), reads: store.reads };
}
