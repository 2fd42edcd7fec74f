import { sql } from 'kysely';
import { newUuid } from '../shared/ids.js';
import { namesOf, rowsOf } from '../store/rows.js';
import { hostOf, type ParentEntry } from './derive-entry.js';
import type { Derived, WriteParts } from './derived.js';
import type { ThingFacts } from './thing.facts.js';

const SELLER = { id: 'uuid', seller_id: 'text', name: 'text', url: 'text', created_at: 'instant' } as const;

/** Our seller behind each organiser's id. One that nobody has heard of is known from now on, and not onboarded. (contract §2 Seller) */
export async function ensureSellers(parents: readonly Derived<ParentEntry>[], organization: (id: string) => ThingFacts | undefined, { db, kind, now }: WriteParts): Promise<ReadonlyMap<string, string>> {
  const organizers = new Map(parents.map(({ entry }) => [entry.sellerId, entry.sellerName]));
  if (organizers.size === 0) return new Map();
  const rows = [...organizers].map(([seller_id, name]) => {
    const facts = organization(seller_id);
    return { id: newUuid(), seller_id, name: facts?.name ?? name ?? hostOf(seller_id), url: facts?.url ?? null, created_at: now };
  });
  await sql`
    insert into seller (${namesOf(SELLER)}, status, can_take_payments, version)
    select ${namesOf(SELLER)}, 'NOT_ONBOARDED', false, 1 from ${rowsOf(kind, SELLER, rows)} where true
    on conflict (seller_id) do nothing`.execute(db);
  const found = await sql<{ id: string; seller_id: string }>`select seller.id, seller.seller_id from ${rowsOf(kind, { seller_id: 'text' }, rows)} join seller on seller.seller_id = given.seller_id`.execute(db);
  return new Map(found.rows.map(({ id, seller_id }) => [seller_id, id]));
}

const NAMED = { seller_id: 'text', name: 'text', url: 'text' } as const;

/** Calls sellers by the names that they publish themselves under. */
export async function renameSellers(organizations: readonly ThingFacts[], { db, kind }: WriteParts): Promise<void> {
  const rows = organizations.flatMap(({ id, name, url }) => (name === null ? [] : [{ seller_id: id, name, url }]));
  if (rows.length === 0) return;
  await sql`
    update seller set name = given.name, url = coalesce(given.url, seller.url) from ${rowsOf(kind, NAMED, rows)}
    where seller.seller_id = given.seller_id and (seller.name <> given.name or (given.url is not null and (seller.url is null or seller.url <> given.url)))`.execute(db);
}
