import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { badUserInput } from '../access/refusal.js';
import type { Connection } from '../shared/connection.type.js';

const MAX_PAGE = 100;

/** A page of a list, as a caller asked for it. */
export interface PageRequest {
  readonly first: number;
  readonly after: string | null;
  readonly direction: 'ASC' | 'DESC';
}

/** What a list is ordered by: a column and, since that may repeat, a second one that does not. */
export interface KeysetOrder {
  readonly column: RawBuilder<unknown>;
  readonly tieBreaker: RawBuilder<unknown>;
  readonly kind: 'instant' | 'text';
}

/** A row together with what its cursor is made of. */
export interface Keyed<T> {
  readonly sortValue: Date | string;
  readonly tieBreaker: string;
  readonly node: T;
}

/** Asks for one page and one row more, which tells whether another page follows. No OFFSET, no COUNT. */
export function onePage<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, order: KeysetOrder, page: PageRequest): SelectQueryBuilder<DB, TB, O> {
  const direction = page.direction === 'ASC' ? 'asc' : 'desc';
  const sorted = query.orderBy(order.column, direction).orderBy(order.tieBreaker, direction).limit(sql.lit(pageSize(page) + 1));
  if (page.after === null) return sorted;
  const [value, tieBreaker] = decodeCursor(page.after, order.kind);
  const beyond = page.direction === 'ASC' ? sql`>` : sql`<`;
  return sorted.where(sql<boolean>`(${order.column}, ${order.tieBreaker}) ${beyond} (${value}, ${tieBreaker})`);
}

/** The rows of `onePage` as a Relay connection. */
export function toConnection<T>(rows: readonly Keyed<T>[], page: PageRequest): Connection<T> {
  const size = pageSize(page);
  const edges = rows.slice(0, size).map(({ sortValue, tieBreaker, node }) => ({ cursor: encodeCursor(sortValue, tieBreaker), node }));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: rows.length > size,
      hasPreviousPage: page.after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function pageSize({ first }: PageRequest): number {
  if (first < 1 || first > MAX_PAGE) throw badUserInput(`"first" must be from 1 to ${MAX_PAGE}.`);
  return first;
}

const Cursor = z.tuple([z.string(), z.string()]);

function encodeCursor(value: Date | string, tieBreaker: string): string {
  return Buffer.from(JSON.stringify([value, tieBreaker])).toString('base64url');
}

function decodeCursor(cursor: string, kind: KeysetOrder['kind']): [Date | string, string] {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success) throw badUserInput('"after" is not a cursor of this list.');
  const [value, tieBreaker] = parsed.data;
  if (kind === 'text') return [value, tieBreaker];
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) throw badUserInput('"after" is not a cursor of this list.');
  return [instant, tieBreaker];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
