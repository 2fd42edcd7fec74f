import { sql, type Expression } from 'kysely';
import type { Connection } from '../shared/connection.type.js';
import { behindCursor, onePage, toConnection, type KeysetOrder, type PageRequest, type Position } from '../store/keyset.js';
import { toInstant } from '../store/tables.js';
import { selectOpportunities, toViews, type CatalogueParts, type OpportunityView } from './opportunity-view.store.js';
import { alongStarts, besideStarts, ofItem, ofParent, startsBetween, type Condition } from './search-conditions.js';
import { requireUsable, type OpportunityFilter } from './search-filter.js';

/** How much one page may look at, whatever is searched for. */
export interface SearchBounds {
  /** Up to so many series and facilities are worth a look into each of them. */
  readonly parents: number;
  /** Up to so many occurrences are worth being sorted. */
  readonly occurrences: number;
  /** Beyond so many starts a page ends, whatever it has found. */
  readonly starts: number;
}

export const SEARCH_BOUNDS: SearchBounds = { parents: 500, occurrences: 5_000, starts: 10_000 };

const BY_START: KeysetOrder = { name: 'opportunities by start', column: sql.ref('item.start_date'), tieBreaker: sql.ref('item.id'), kind: 'instant', tieBreakerKind: 'text' };

const FOUND_BY_START: KeysetOrder = { ...BY_START, column: sql.ref('found.start_date'), tieBreaker: sql.ref('found.id') };

/**
 * A page of opportunities in the order of their start. What is only at a few places, or of few series, is looked for there;
 * everything else along the starts, and then a page can end before it is full, with another behind it: no search reads more
 * of the catalogue at once than its bounds.
 */
export async function listOpportunities(parts: CatalogueParts, filter: OpportunityFilter, page: PageRequest, bounds = SEARCH_BOUNDS): Promise<Connection<OpportunityView>> {
  requireUsable(filter);
  const { ids, lookedUpTo } = await pageOf({ parts, filter, page, bounds });
  const direction = page.direction === 'ASC' ? 'asc' : 'desc';
  const rows = ids ? await selectOpportunities(parts).where('item.id', 'in', ids).orderBy('item.start_date', direction).orderBy('item.id', direction).execute() : [];
  const views = await toViews(rows, parts);
  return toConnection(views.map((node) => ({ sortValue: node.startDate, tieBreaker: node.id, node })), BY_START, page, lookedUpTo);
}

interface Search {
  readonly parts: CatalogueParts;
  readonly filter: OpportunityFilter;
  readonly page: PageRequest;
  readonly bounds: SearchBounds;
}

/** The ids of a page and one more, as a query; and where it had to stop looking. */
async function pageOf(search: Search): Promise<{ readonly ids?: Expression<string>; readonly lookedUpTo?: Position }> {
  const parents = await findParents(search);
  if (parents?.length === 0) return {};
  if (parents && (await areFew(parents, search))) return { ids: amongOccurrences(parents, search) };
  const { filter, parts } = search;
  const further = [...besideStarts(filter, parts.now), ...ofParent(filter).map(({ holds }) => ofItsParent(holds))];
  const lookedUpTo = further.length === 0 ? undefined : await boundaryOf(search);
  return { ids: alongTheStarts(search, further, lookedUpTo), ...(lookedUpTo && { lookedUpTo }) };
}

/** The series and facilities that the filter is about; undefined when it is about too many, or about none in particular. */
async function findParents({ parts, filter, bounds }: Search): Promise<readonly string[] | undefined> {
  const conditions = ofParent(filter);
  for (const [index, { finds }] of conditions.entries()) {
    const others = conditions.filter((_, other) => other !== index).map(({ holds }) => holds);
    const found = await parts.reads
      .selectFrom('opportunity_parent as parent')
      .where(finds)
      .select(['parent.id', allOf(others).as('holds')])
      .limit(sql.lit(bounds.parents + 1))
      .execute();
    if (found.length <= bounds.parents) return found.flatMap(({ id, holds }) => (holds ? [id] : []));
  }
  return undefined;
}

/** Whether these have no more occurrences, from where the page begins, than can be sorted quickly. */
async function areFew(parents: readonly string[], { parts, filter, page, bounds }: Search): Promise<boolean> {
  const some = parts.reads
    .selectFrom('opportunity as item')
    .where('item.parent_id', 'in', toFewLengths(parents))
    .where(allOf([...startsBetween(filter), ...behind(page)]))
    .select('item.id')
    .limit(sql.lit(bounds.occurrences + 1));
  const { count } = await parts.reads.selectFrom(some.as('some')).select(({ fn }) => fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return Number(count) <= bounds.occurrences;
}

/** The inner limit, which nothing reaches, keeps a planner from walking along the starts to save itself the sorting. */
function amongOccurrences(parents: readonly string[], { parts, filter, page, bounds }: Search): Expression<string> {
  const found = parts.reads
    .selectFrom('opportunity as item')
    .where('item.parent_id', 'in', toFewLengths(parents))
    .where(allOf([sql<boolean>`item.withdrawn_at is null`, ...startsBetween(filter), ...behind(page), ...ofItem(filter, parts.now)]))
    .select(['item.id', 'item.start_date'])
    .limit(sql.lit(bounds.occurrences + 1));
  return onePage(parts.reads.selectFrom(found.as('found')).select('found.id'), FOUND_BY_START, { ...page, after: null }).$asScalar();
}

function alongTheStarts({ parts, filter, page }: Search, further: readonly Condition[], lookedUpTo: Position | undefined): Expression<string> {
  const matching = allOf([...alongStarts(filter), ...further, ...(lookedUpTo ? notBeyond(lookedUpTo, page) : [])]);
  return onePage(parts.reads.selectFrom('opportunity as item').where(matching).select('item.id'), BY_START, page).$asScalar();
}

/** The last start that this page looks at; undefined when there are not so many. */
async function boundaryOf({ parts, filter, page, bounds }: Search): Promise<Position | undefined> {
  const starts = parts.reads.selectFrom('opportunity as item').where(allOf(alongStarts(filter))).select(['item.start_date', 'item.id']);
  const boundary = await onePage(starts, BY_START, page).clearLimit().limit(sql.lit(1)).offset(sql.lit(bounds.starts)).executeTakeFirst();
  return boundary && { sortValue: toInstant(boundary.start_date), tieBreaker: boundary.id };
}

/** The first comparison says nothing that the second does not, but it is one that a planner knows how much it leaves. */
function notBeyond({ sortValue, tieBreaker }: Position, { direction }: PageRequest): readonly Condition[] {
  const upTo = direction === 'ASC' ? sql`<=` : sql`>=`;
  return [sql<boolean>`item.start_date ${upTo} ${sortValue}`, sql<boolean>`(item.start_date, item.id) ${upTo} (${sortValue}, ${tieBreaker})`];
}

function behind(page: PageRequest): readonly Condition[] {
  const condition = behindCursor(BY_START, page);
  return condition ? [condition] : [];
}

/** A look-up in one row: no planner makes a join of all rows out of it. */
function ofItsParent(holds: Condition): Condition {
  return sql<boolean>`(select ${holds} from opportunity_parent as parent where parent.id = item.parent_id)`;
}

function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join(conditions.map((condition) => sql`(${condition})`), sql` and `)})`;
}

/** Padded with its last to a power of two: a statement for each length would be prepared anew each time. */
function toFewLengths(ids: readonly string[]): readonly string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array.from({ length: length - ids.length }, () => ids.at(-1) ?? '')];
}
