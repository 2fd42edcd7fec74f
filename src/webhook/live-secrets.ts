import type { Kysely } from 'kysely';
import type { SecretBox } from '../access/secret-box.js';
import type { Tables } from '../store/tables.js';

/** With what one broker's webhooks go out. */
export interface LiveSecrets {
  /** For X-Api-Key: the oldest that is live, so that during a rotation the receiver still meets the one it knows. (contract §5.3) */
  readonly webhookKey: string;
  /** What it is signed with: all that are live, the newest first. */
  readonly signingSecrets: readonly string[];
}

interface Parts {
  readonly reads: Kysely<Tables>;
  readonly now: Date;
  readonly secretBox: SecretBox;
}

/** The live secrets of each of these brokers. One with none, or with some that no key of ours opens, is left out: what it is to hear waits, and holds up nobody else. */
export async function readLiveSecrets(brokerIds: readonly string[], { reads, now, secretBox }: Parts): Promise<ReadonlyMap<string, LiveSecrets>> {
  if (brokerIds.length === 0) return new Map();
  const rows = await reads
    .selectFrom('webhook_credential')
    .where('broker_id', 'in', brokerIds)
    .where((is) => is.or([is('retired_at', 'is', null), is('retired_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select(['broker_id', 'webhook_key', 'signing_secret'])
    .execute();
  const live = new Map<string, LiveSecrets>();
  for (const [brokerId, sealed] of Map.groupBy(rows, ({ broker_id }) => broker_id)) {
    const opened = openAll(sealed, secretBox);
    if (opened) live.set(brokerId, opened);
  }
  return live;
}

function openAll(sealed: readonly { readonly webhook_key: string; readonly signing_secret: string }[], secretBox: SecretBox): LiveSecrets | undefined {
  const oldest = sealed.at(-1);
  if (!oldest) return undefined;
  try {
    return { webhookKey: secretBox.open(oldest.webhook_key), signingSecrets: sealed.map(({ signing_secret }) => secretBox.open(signing_secret)) };
  } catch {
    return undefined; // the key that sealed it has gone from the settings
  }
}
