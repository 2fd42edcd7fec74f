import { sql } from 'kysely';
import { rowsOf } from '../store/rows.js';
import type { WriteParts } from './derived.js';

/** A publisher's word about places left. */
export interface Figure {
  /** The opportunity's id. */
  readonly id: string;
  readonly modified: string;
  readonly saidAt: Date;
}

const FIGURE = { id: 'text', said_at: 'instant' } as const;

/**
 * How many places we have sold of each since its publisher's figure, where we have sold any; and until the transaction ends
 * nobody sells another. What is booked and not yet confirmed counts as sold since.
 */
export async function readSold(figures: readonly Figure[], { db, kind }: WriteParts): Promise<ReadonlyMap<string, number>> {
  const given = rowsOf(kind, FIGURE, figures.map(({ id, saidAt }) => ({ id, said_at: saidAt })));
  const lock = kind === 'postgres' ? sql`for no key update of opportunity` : sql``;
  const known = await sql<{ id: string }>`select opportunity.id from ${given} join opportunity on opportunity.id = given.id order by opportunity.id ${lock}`.execute(db);
  if (known.rows.length === 0) return new Map();
  const { rows } = await sql<{ id: string; places: number | string }>`
    select given.id, count(*) as places
    from ${given}
    join order_item on order_item.opportunity_id = given.id and order_item.status = 'ORDER_CONFIRMED'
    join customer_order on customer_order.quote_id = order_item.quote_id
    where customer_order.confirmed_at is null or customer_order.confirmed_at >= given.said_at
    group by given.id`.execute(db);
  return new Map(rows.map(({ id, places }) => [id, Number(places)]));
}
