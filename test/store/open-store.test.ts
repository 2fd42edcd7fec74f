import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.js';
import { migratedDatabaseUrl } from '../support/stores.js';

it('a store whose address asks for TLS says nothing in the clear: a server that has none is refused', async () => {
  const address = `${await migratedDatabaseUrl('postgres')}?sslmode=no-verify`;
  const asked = openStore(address).then(async (store) => sql`select 1`.execute(store.reads).finally(() => store.close()));
  await expect(asked).rejects.toThrow('The server does not support SSL connections');
});
