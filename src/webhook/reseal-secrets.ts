import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { SecretBox } from '../access/secret-box.js';
import type { Tables } from '../store/tables.js';

interface Parts {
  readonly em: EntityManager;
  readonly reads: Kysely<Tables>;
  readonly secretBox: SecretBox;
}

/**
 * Seals anew what another key than the first has sealed, and says of how many brokers' secrets. Afterwards no older key is
 * needed, also if it is repeated or somebody else does the same: each row is changed only while it is as it was read. One
 * that cannot be opened holds up no other, and is thrown in the end.
 */
export async function resealSecrets({ em, reads, secretBox }: Parts): Promise<number> {
  const rows = await reads.selectFrom('webhook_credential').select(['id', 'webhook_key', 'signing_secret']).execute();
  const failures: unknown[] = [];
  let count = 0;
  for (const row of rows) {
    if (secretBox.isCurrent(row.webhook_key) && secretBox.isCurrent(row.signing_secret)) continue;
    try {
      count += await reseal(row, em, secretBox);
    } catch (cause) {
      failures.push(cause);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${rows.length} brokers' secrets cannot be sealed anew`);
  return count;
}

type Sealed = Pick<Tables['webhook_credential'], 'id' | 'webhook_key' | 'signing_secret'>;

async function reseal({ id, webhook_key, signing_secret }: Sealed, em: EntityManager, secretBox: SecretBox): Promise<number> {
  const renew = (sealed: string) => secretBox.seal(secretBox.open(sealed));
  const { numUpdatedRows } = await em
    .getKysely<Tables>()
    .updateTable('webhook_credential')
    .set({ webhook_key: renew(webhook_key), signing_secret: renew(signing_secret) })
    .where('id', '=', id)
    .where('webhook_key', '=', webhook_key)
    .where('signing_secret', '=', signing_secret)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
