import { sql, type Kysely } from 'kysely';
import type { Tables } from '../store/tables.js';

/** How many there are, by state. */
export type Counts = ReadonlyMap<string, number>;

/** How links, checkouts and orders stand. */
export interface BusinessFigures {
  readonly sellerLinks: Counts;
  readonly sessions: Counts;
  readonly checkouts: Counts;
  readonly orders: Counts;
}

export async function readBusinessFigures(reads: Kysely<Tables>, now: Date): Promise<BusinessFigures> {
  const counted = async (table: 'checkout_session' | 'checkout' | 'customer_order') =>
    toCounts(await reads.selectFrom(table).groupBy('state').select((row) => ['state', row.fn.countAll().as('count')]).execute());
  const state = sql<string>`case when opened_at is not null then 'OPENED' when expires_at <= ${now} then 'EXPIRED' else 'WAITING' end`.as('state');
  const links = await reads.selectFrom(reads.selectFrom('seller_link').select(state).as('link')).groupBy('state').select((row) => ['state', row.fn.countAll().as('count')]).execute();
  return { sellerLinks: toCounts(links), sessions: await counted('checkout_session'), checkouts: await counted('checkout'), orders: await counted('customer_order') };
}

function toCounts(rows: readonly { readonly state: string; readonly count: string | number | bigint }[]): Counts {
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}
