import { sql, type Kysely } from 'kysely';
import type { OpportunityType } from '../../src/catalogue/opportunity.entity.js';
import type { Store } from '../../src/store/open-store.js';
import { namesOf, rowsOf, type RowColumns, type RowOf } from '../../src/store/rows.js';
import type { Tables } from '../../src/store/tables.js';
import { newUuid } from '../../src/shared/ids.js';

export interface ParentRow {
  readonly id: string;
  readonly sellerId: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Words as a search compares with them. */
  readonly words: readonly string[];
}

export interface ItemRow {
  readonly id: string;
  readonly parentId: string;
  readonly type: OpportunityType;
  readonly startDate: Date;
  readonly priceMinor: number | null;
  readonly currency: string | null;
  readonly remainingCapacity: number | null;
  readonly bookedPlaces: number;
  readonly withdrawnAt: Date | null;
}

const SELLER = { id: 'uuid', seller_id: 'text', name: 'text', status: 'text', can_take_payments: 'boolean', created_at: 'instant', version: 'integer' } as const;
const PARENT = { id: 'text', type: 'text', name: 'text', seller_id: 'uuid', location_name: 'text', time_zone: 'text', latitude: 'double', longitude: 'double' } as const;
const WORD = { word: 'text', parent_id: 'text' } as const;
const ITEM = { id: 'text', identifier: 'text', type: 'text', parent_id: 'text', start_date: 'instant', event_status: 'text', remaining_capacity: 'integer', booked_places: 'integer', held_places: 'integer', lowest_price_minor: 'integer', lowest_price_currency: 'text', withdrawn_at: 'instant' } as const;

type Parts = Pick<Store, 'kind' | 'fork'>;

/** Puts these into the catalogue: thousands a statement, as a test of speed needs them. */
export async function addParents(store: Parts, parents: readonly ParentRow[], now: Date): Promise<void> {
  const sellers = new Map([...new Set(parents.map(({ sellerId }) => sellerId))].map((sellerId) => [sellerId, newUuid()]));
  await insert(store, 'seller', SELLER, [...sellers].map(([seller_id, id]) => ({ id, seller_id, name: seller_id, status: 'FREE', can_take_payments: true, created_at: now, version: 0 })));
  await insert(store, 'opportunity_parent', PARENT, parents.map(({ id, sellerId, latitude, longitude }) => ({ id, type: 'FACILITY_USE', name: id, seller_id: sellers.get(sellerId) ?? null, location_name: id, time_zone: 'Europe/London', latitude, longitude })));
  await insert(store, 'parent_activity', WORD, parents.flatMap(({ id, words }) => words.map((word) => ({ word, parent_id: id }))));
}

export async function addItems(store: Parts, items: readonly ItemRow[]): Promise<void> {
  await insert(
    store,
    'opportunity',
    ITEM,
    items.map(({ id, parentId, type, startDate, priceMinor, currency, remainingCapacity, bookedPlaces, withdrawnAt }) => ({
      id,
      identifier: id,
      type,
      parent_id: parentId,
      start_date: startDate,
      event_status: 'SCHEDULED',
      remaining_capacity: remainingCapacity,
      booked_places: bookedPlaces,
      held_places: 0,
      lowest_price_minor: priceMinor,
      lowest_price_currency: currency,
      withdrawn_at: withdrawnAt,
    })),
  );
}

async function insert<C extends RowColumns>(store: Parts, table: keyof Tables, columns: C, rows: readonly RowOf<C>[]): Promise<void> {
  if (rows.length === 0) return;
  const db: Kysely<Tables> = store.fork().getKysely<Tables>();
  await sql`insert into ${sql.table(table)} (${namesOf(columns)}) select ${namesOf(columns)} from ${rowsOf(store.kind, columns, rows)} where true`.execute(db);
}
