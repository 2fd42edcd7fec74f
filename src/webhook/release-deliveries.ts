import type { EntityManager } from '@mikro-orm/sql';
import type { Tables } from '../store/tables.js';

/** Ends the leases that were taken until this moment, before their time: nothing is counted. A lease that somebody else has taken since stays. Gives how many ended. */
export async function releaseDeliveries(ids: readonly string[], leasedUntil: Date, em: EntityManager): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await em
    .getKysely<Tables>()
    .updateTable('webhook_delivery')
    .set({ leased_until: null })
    .where('id', 'in', ids)
    .where('state', '=', 'PENDING')
    .where('leased_until', '=', leasedUntil)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
