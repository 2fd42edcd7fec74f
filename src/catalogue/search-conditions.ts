import { sql, type RawBuilder } from 'kysely';
import { boxAround, haversineOf, radians, type Near } from './search-area.js';
import { minorLimitOf, type OpportunityFilter } from './search-filter.js';

/*
 * A filter's members as SQL over `opportunity as item` and `opportunity_parent as parent`. What one index answers is written so
 * that the index fits; everything else so that no index does: which one is used is decided in search.store.ts, not guessed by a planner.
 */

export type Condition = RawBuilder<boolean>;

/** What an index in the order of the start answers by itself: all that is shown, that of a type, or what is free. */
export function alongStarts(filter: OpportunityFilter): readonly Condition[] {
  const { type, isFree } = filter;
  const narrowed = isFree === true ? [sql<boolean>`item.lowest_price_minor = 0`] : type ? [sql<boolean>`item.type = ${type}`] : [];
  return [sql<boolean>`item.withdrawn_at is null`, ...narrowed, ...startsBetween(filter)];
}

export function startsBetween({ startsFrom, startsBefore }: OpportunityFilter): readonly Condition[] {
  return [...(startsFrom ? [sql<boolean>`item.start_date >= ${startsFrom}`] : []), ...(startsBefore ? [sql<boolean>`item.start_date < ${startsBefore}`] : [])];
}

/** What such an index leaves to be looked up in every item. */
export function besideStarts(filter: OpportunityFilter, now: Date): readonly Condition[] {
  const { type, isFree } = filter;
  return [...(type && isFree === true ? [isOfType(type)] : []), ...(isFree === false ? [costs()] : []), ...ofPriceAndPlaces(filter, now)];
}

/** What is asked of an item that was found through its parent. */
export function ofItem(filter: OpportunityFilter, now: Date): readonly Condition[] {
  const { type, isFree } = filter;
  return [...(type ? [isOfType(type)] : []), ...(isFree === true ? [isFreeOfCharge()] : []), ...(isFree === false ? [costs()] : []), ...ofPriceAndPlaces(filter, now)];
}

/** `is true` keeps an index from being used, and a planner from guessing how many there are. */
const isOfType = (type: string): Condition => sql<boolean>`(item.type = ${type}) is true`;
const isFreeOfCharge = (): Condition => sql<boolean>`(item.lowest_price_minor = 0) is true`;
const costs = (): Condition => sql<boolean>`(item.lowest_price_minor > 0) is true`;

function ofPriceAndPlaces({ priceUpTo, placesLeft }: OpportunityFilter, now: Date): readonly Condition[] {
  return [
    ...(priceUpTo ? [sql<boolean>`((item.lowest_price_currency = ${priceUpTo.currency} and item.lowest_price_minor <= ${minorLimitOf(priceUpTo)}) or ${isFreeOfCharge()})`] : []),
    ...(typeof placesLeft === 'number' ? [hasPlaces(placesLeft, now)] : []),
  ];
}

/** Where nobody says how many are left there may be enough. Only items with holds are asked for holds. */
function hasPlaces(atLeast: number, now: Date): Condition {
  const held = sql`case when item.held_places = 0 then 0 else (select coalesce(sum(hold.places), 0) from place_hold as hold where hold.opportunity_id = item.id and hold.expires_at > ${now}) end`;
  return sql<boolean>`(item.remaining_capacity is null or item.remaining_capacity - item.booked_places - ${held} >= ${atLeast})`;
}

/** What is asked of an item's series or facility, by the index that finds those for which it holds. */
export interface ParentCondition {
  /** For who looks for parents. */
  readonly finds: Condition;
  /** For who has a parent already. */
  readonly holds: Condition;
}

/** The one that leaves the fewest first, by experience: a place, a seller, an activity. */
export function ofParent({ near, sellerId, activity }: OpportunityFilter): readonly ParentCondition[] {
  return [...(near ? [isNear(near)] : []), ...(typeof sellerId === 'string' ? [isOfSeller(sellerId)] : []), ...(typeof activity === 'string' ? [isFor(activity)] : [])];
}

function isNear(near: Near): ParentCondition {
  const { latitudes, longitudes } = boxAround(near);
  const inBox = sql<boolean>`parent.latitude between ${latitudes[0]} and ${latitudes[1]} and (${sql.join(longitudes.map(([from, to]) => sql`parent.longitude between ${from} and ${to}`), sql` or `)})`;
  const haversine = sql`power(sin(radians(parent.latitude - ${near.latitude}) / 2), 2) + ${Math.cos(radians(near.latitude))} * cos(radians(parent.latitude)) * power(sin(radians(parent.longitude - ${near.longitude}) / 2), 2)`;
  const isWithin = sql<boolean>`${haversine} <= ${haversineOf(near.withinMetres)}`;
  return { finds: sql<boolean>`${inBox} and ${isWithin}`, holds: sql<boolean>`coalesce(${isWithin}, false)` };
}

function isOfSeller(sellerId: string): ParentCondition {
  const seller = sql`(select seller.id from seller where seller.seller_id = ${sellerId})`;
  return { finds: sql<boolean>`parent.seller_id = ${seller}`, holds: sql<boolean>`coalesce(parent.seller_id = ${seller}, false)` };
}

/** By the address of a concept or by a label, in capitals or not. */
function isFor(activity: string): ParentCondition {
  const word = activity.trim().toLowerCase();
  return {
    finds: sql<boolean>`parent.id in (select activity.parent_id from parent_activity as activity where activity.word = ${word})`,
    holds: sql<boolean>`exists (select 1 from parent_activity as activity where activity.word = ${word} and activity.parent_id = parent.id)`,
  };
}
