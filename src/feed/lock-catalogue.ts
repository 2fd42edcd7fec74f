import { sql, type Kysely } from 'kysely';
import type { Store } from '../store/open-store.js';
import type { Tables } from '../store/tables.js';

/** Any number that nothing else locks. */
const CATALOGUE = 7_020_001;

/**
 * One hand at a time writes the catalogue, until its transaction ends: a child that is derived while its parent comes would
 * miss it. Bookings do not wait for this. On SQLite there is one writer anyway.
 */
export async function lockCatalogue(db: Kysely<Tables>, kind: Store['kind']): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(CATALOGUE)})`.execute(db);
}
