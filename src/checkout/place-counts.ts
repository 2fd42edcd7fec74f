import type { EntityManager } from '@mikro-orm/sql';
import { sql, type Kysely } from 'kysely';
import { newUuid } from '../shared/ids.js';
import type { Tables } from '../store/tables.js';

/*
 * Who gets the last place is decided by one conditional UPDATE of the opportunity's counters, on both stores. All of this
 * runs inside a transaction that has moved its checkout first, and goes through the opportunities in the order of their
 * ids, so that two orders for the same two things never wait for each other.
 */

/** How many places at each opportunity, by its id. */
export type PlacesWanted = ReadonlyMap<string, number>;

interface Hold {
  readonly checkoutId: string;
  /** A mark of the address that asks. */
  readonly holder: string;
  readonly expiresAt: Date;
}

/**
 * Holds the places, or keeps those that the checkout holds already, for as long as said. Answers the opportunity that has
 * not enough of them; whoever is told so leaves the transaction, so that nothing is half held.
 */
export async function holdPlaces(tx: EntityManager, wanted: PlacesWanted, { checkoutId, holder, expiresAt }: Hold, now: Date): Promise<string | undefined> {
  const db = tx.getKysely<Tables>();
  for (const [opportunityId, places] of inOrder(wanted)) {
    const kept = await db.updateTable('place_hold').set({ expires_at: expiresAt }).where('checkout_id', '=', checkoutId).where('opportunity_id', '=', opportunityId).executeTakeFirst();
    if (kept.numUpdatedRows > 0n) continue;
    await releaseExpired(db, opportunityId, now);
    if (!(await take(db, opportunityId, places, 'held_places'))) return opportunityId;
    await db.insertInto('place_hold').values({ id: newUuid(), checkout_id: checkoutId, opportunity_id: opportunityId, places, holder, expires_at: expiresAt }).execute();
  }
  return undefined;
}

/** Turns what the checkout holds into booked places, and takes what it does not hold any more. Answers the opportunity that has not enough. */
export async function bookPlaces(tx: EntityManager, wanted: PlacesWanted, checkoutId: string, now: Date): Promise<string | undefined> {
  const db = tx.getKysely<Tables>();
  for (const [opportunityId, places] of inOrder(wanted)) {
    const own = await db.deleteFrom('place_hold').where('checkout_id', '=', checkoutId).where('opportunity_id', '=', opportunityId).returning('places').executeTakeFirst();
    if (own) {
      if (!(await turnIntoBooked(db, opportunityId, own.places))) return opportunityId;
      continue;
    }
    await releaseExpired(db, opportunityId, now);
    if (!(await take(db, opportunityId, places, 'booked_places'))) return opportunityId;
  }
  return undefined;
}

/** Gives back what a checkout holds, or several do. */
export async function releaseHolds(tx: EntityManager, ...checkoutIds: readonly string[]): Promise<void> {
  if (checkoutIds.length === 0) return;
  const db = tx.getKysely<Tables>();
  const held = await db.selectFrom('place_hold').where('checkout_id', 'in', checkoutIds).orderBy('opportunity_id').select(['id', 'opportunity_id']).execute();
  for (const { id, opportunity_id } of held) {
    const released = await db.deleteFrom('place_hold').where('id', '=', id).returning('places').executeTakeFirst(); // unless somebody else has found it expired
    if (released) await give(db, opportunity_id, released.places);
  }
}

/** How many live holds at an opportunity come from one address. */
export async function countHeldBy(tx: EntityManager, opportunityIds: readonly string[], holder: string, now: Date): Promise<number> {
  const rows = await tx
    .getKysely<Tables>()
    .selectFrom('place_hold')
    .where('opportunity_id', 'in', opportunityIds)
    .where('holder', '=', holder)
    .where('expires_at', '>', now)
    .groupBy('opportunity_id')
    .select(({ fn }) => fn.sum<number | string>('places').as('places'))
    .execute();
  return Math.max(0, ...rows.map(({ places }) => Number(places)));
}

/** A hold keeps its places from other customers, not from the publisher: a figure that has fallen since counts, less what is booked. */
async function turnIntoBooked(db: Kysely<Tables>, opportunityId: string, places: number): Promise<boolean> {
  const turned = await db
    .updateTable('opportunity')
    .set((is) => ({ held_places: is('held_places', '-', places), booked_places: is('booked_places', '+', places) }))
    .where('id', '=', opportunityId)
    .where((is) => is.or([is('remaining_capacity', 'is', null), is(sql<number>`remaining_capacity - booked_places`, '>=', places)]))
    .executeTakeFirst();
  return turned.numUpdatedRows > 0n;
}

/** The condition and the taking are one statement: of any number of transactions at once, as many get through as there are places. */
async function take(db: Kysely<Tables>, opportunityId: string, places: number, counter: 'held_places' | 'booked_places'): Promise<boolean> {
  const taken = await db
    .updateTable('opportunity')
    .set((is) => ({ [counter]: is(counter, '+', places) }))
    .where('id', '=', opportunityId)
    .where((is) => is.or([is('remaining_capacity', 'is', null), is(sql<number>`remaining_capacity - booked_places - held_places`, '>=', places)]))
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

async function give(db: Kysely<Tables>, opportunityId: string, places: number): Promise<void> {
  await db
    .updateTable('opportunity')
    .set((is) => ({ held_places: is('held_places', '-', places) }))
    .where('id', '=', opportunityId)
    .execute();
}

/** Takes the rows of holds whose time is over off the counter; each is found by one transaction. */
async function releaseExpired(db: Kysely<Tables>, opportunityId: string, now: Date): Promise<void> {
  const released = await db.deleteFrom('place_hold').where('opportunity_id', '=', opportunityId).where('expires_at', '<=', now).returning('places').execute();
  const places = released.reduce((sum, hold) => sum + hold.places, 0);
  if (places > 0) await give(db, opportunityId, places);
}

function inOrder(wanted: PlacesWanted): readonly (readonly [string, number])[] {
  return [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
