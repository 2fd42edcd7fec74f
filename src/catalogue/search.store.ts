import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Connection } from '../shared/connection.type.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import type { Tables } from '../store/tables.js';
import type { OpportunityType } from './opportunity.entity.js';
import { selectOpportunities, toViews, type CatalogueParts, type OpportunityView } from './opportunity-view.store.js';

export interface OpportunityFilter {
  readonly type?: OpportunityType | null;
  readonly startsFrom?: Date | null;
  readonly startsBefore?: Date | null;
  readonly sellerId?: string | null;
}

type Joined = Tables & { item: Tables['opportunity']; parent: Tables['opportunity_parent'] };

const BY_START: KeysetOrder = { name: 'opportunities by start', column: sql.ref('item.start_date'), tieBreaker: sql.ref('item.id'), kind: 'instant', tieBreakerKind: 'text' };

/** A page of opportunities in the order of their start. */
export async function listOpportunities(parts: CatalogueParts, filter: OpportunityFilter, page: PageRequest): Promise<Connection<OpportunityView>> {
  const rows = await onePage(filtered(selectOpportunities(parts), filter), BY_START, page).execute();
  const views = await toViews(rows, parts);
  return toConnection(views.map((node) => ({ sortValue: node.startDate, tieBreaker: node.id, node })), BY_START, page);
}

function filtered<O>(query: SelectQueryBuilder<Joined, 'item' | 'parent' | 'seller', O>, { type, startsFrom, startsBefore, sellerId }: OpportunityFilter) {
  let narrowed = query;
  if (type) narrowed = narrowed.where('item.type', '=', type);
  if (startsFrom) narrowed = narrowed.where('item.start_date', '>=', startsFrom);
  if (startsBefore) narrowed = narrowed.where('item.start_date', '<', startsBefore);
  if (typeof sellerId === 'string') narrowed = narrowed.where('seller.seller_id', '=', sellerId);
  return narrowed;
}
