import type { EntityManager } from '@mikro-orm/sql';
import type { Store } from './open-store.js';

/**
 * Empties SQLite's write-ahead log, which still has pages from before; the file itself overwrites what is deleted
 * (`secure_delete`). While somebody reads, it stays, and the next checkpoint does it. What PostgreSQL has deleted is gone with
 * its own vacuum, and from its log with the log.
 */
export async function leaveNoTrace(em: EntityManager, kind: Store['kind']): Promise<void> {
  if (kind === 'sqlite') await em.getConnection().execute('pragma wal_checkpoint(truncate)');
}
