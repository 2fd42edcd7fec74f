import { toInstant } from '../store/tables.js';
import { isOneOf } from '../store/is-one-of.js';
import { OPPORTUNITY_TYPES, type OpportunityType } from './opportunity.entity.js';
import { selectOpportunities, toViews, type CatalogueParts, type OpportunityView } from './opportunity-view.store.js';

/** One opportunity by its identifier, or undefined; where both kinds share one and none is asked for, the ScheduledSession. */
export async function readOpportunity(parts: CatalogueParts, type: OpportunityType | undefined, identifier: string): Promise<OpportunityView | undefined> {
  const types = type === undefined ? OPPORTUNITY_TYPES : [type]; // the index begins with the type
  const rows = await selectOpportunities(parts).where('item.type', 'in', types).where('item.identifier', '=', identifier).orderBy('item.type').limit(1).execute();
  return (await toViews(rows, parts))[0];
}

/** One opportunity by its id in open data, or undefined; without a type, whichever kind it is. */
export async function readOpportunityById(parts: CatalogueParts, type: OpportunityType | undefined, id: string): Promise<OpportunityView | undefined> {
  const named = selectOpportunities(parts).where('item.id', '=', id);
  const rows = await (type === undefined ? named : named.where('item.type', '=', type)).execute();
  return (await toViews(rows, parts))[0];
}

/** How an order item names what it books. */
export interface OpportunityKey {
  readonly type: OpportunityType;
  readonly identifier: string;
}

/** Finds any number of opportunities: one query for all of them and one for their offers. */
export async function readOpportunities(parts: CatalogueParts, keys: readonly OpportunityKey[]): Promise<(key: OpportunityKey) => OpportunityView | undefined> {
  const identifiers = [...new Set(keys.map(({ identifier }) => identifier))];
  const rows = await selectOpportunities(parts).where('item.type', 'in', OPPORTUNITY_TYPES).where((is) => isOneOf(is, 'item.identifier', identifiers)).execute();
  const views = await toViews(rows, parts);
  return ({ type, identifier }) => views.find((view) => view.type === type && view.identifier === identifier);
}

const ALTERNATIVES = 3;
const ALTERNATIVES_LOOKED_AT = 50;

/** The occurrences of the same series or facility that can be booked now, those nearest in time first; at most 3. */
export async function readAlternatives(parts: CatalogueParts, id: string): Promise<readonly OpportunityView[]> {
  const original = await parts.reads.selectFrom('opportunity').where('id', '=', id).select(['parent_id', 'start_date']).executeTakeFirst();
  if (!original) return [];
  const rows = await selectOpportunities(parts).where('item.parent_id', '=', original.parent_id).where('item.id', '!=', id).where('item.start_date', '>', parts.now).orderBy('item.start_date').limit(ALTERNATIVES_LOOKED_AT).execute();
  const views = (await toViews(rows, parts)).filter(({ bookability }) => bookability.isBookable);
  const distance = ({ startDate }: OpportunityView) => Math.abs(startDate.getTime() - toInstant(original.start_date).getTime());
  return views.toSorted((a, b) => distance(a) - distance(b)).slice(0, ALTERNATIVES);
}
