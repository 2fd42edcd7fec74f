import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { badUserInput } from '../access/refusal.js';
import { isStorableText } from '../access/storable-text.js';
import type { Connection, Edge, PageInfo } from '../shared/connection.type.js';
import { isUuid } from '../shared/ids.js';

const MAX_PAGE = 100;

/** A page of a list, as a caller asked for it. */
export interface PageRequest {
  readonly first: number;
  readonly after: string | null;
  readonly direction: 'ASC' | 'DESC';
}

/** What a list is ordered by: a column and, since that may repeat, a second one that does not. */
export interface KeysetOrder {
  /** Names the list and its order: a cursor that says another name is refused. */
  readonly name: string;
  readonly column: RawBuilder<unknown>;
  readonly tieBreaker: RawBuilder<unknown>;
  readonly kind: 'instant' | 'text';
  readonly tieBreakerKind: 'uuid' | 'text';
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
  const behind = behindCursor(order, page);
  return behind ? sorted.where(behind) : sorted;
}

/** The same of several lists at once, told apart by `list`: what stands behind the cursor, where a row stands in its own list, and how many of each are asked for. */
export function onePageOfEach(list: RawBuilder<unknown>, order: KeysetOrder, page: PageRequest) {
  const direction = page.direction === 'ASC' ? sql`asc` : sql`desc`;
  const rank = sql<number>`row_number() over (partition by ${list} order by ${order.column} ${direction}, ${order.tieBreaker} ${direction})`;
  return { behind: behindCursor(order, page) ?? sql<boolean>`1 = 1`, rank, ranks: pageSize(page) + 1 };
}

/** What stands behind the page's cursor; undefined on the first page. */
export function behindCursor(order: KeysetOrder, { after, direction }: PageRequest): RawBuilder<boolean> | undefined {
  if (after === null) return undefined;
  const [value, tieBreaker] = decodeCursor(after, order);
  const beyond = direction === 'ASC' ? sql`>` : sql`<`;
  return sql<boolean>`(${order.column}, ${order.tieBreaker}) ${beyond} (${value}, ${tieBreaker})`;
}

/** Where a row stands in its order. */
export type Position = Omit<Keyed<unknown>, 'node'>;

/**
 * The rows of `onePage` as a Relay connection. Where only so much of the list was looked at, a page that is not full by
 * then goes on from there. Cursors are made when somebody asks for them.
 */
export function toConnection<T>(rows: readonly Keyed<T>[], order: KeysetOrder, page: PageRequest, lookedUpTo?: Position): Connection<T> {
  const size = pageSize(page);
  const goesOnFrom = rows.length <= size ? lookedUpTo : undefined;
  const shown = rows.slice(0, size);
  const isMore = rows.length > size || goesOnFrom !== undefined;
  return new Page(shown, order, new Place(order, isMore, page.after !== null, shown[0], goesOnFrom ?? shown.at(-1)));
}

/* Classes, and no object literals with getters: V8 keeps those alive with all that they see, until it collects everything. */

class Page<T> implements Connection<T> {
  readonly #shown: readonly Keyed<T>[];
  readonly #order: KeysetOrder;
  readonly nodes: readonly T[];

  constructor(shown: readonly Keyed<T>[], order: KeysetOrder, readonly pageInfo: PageInfo) {
    this.#shown = shown;
    this.#order = order;
    this.nodes = shown.map(({ node }) => node);
  }

  get edges(): readonly Edge<T>[] {
    return this.#shown.map((row) => ({ cursor: encodeCursor(this.#order, row), node: row.node }));
  }
}

class Place implements PageInfo {
  readonly #order: KeysetOrder;
  readonly #first: Position | undefined;
  readonly #last: Position | undefined;

  constructor(order: KeysetOrder, readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, first: Position | undefined, last: Position | undefined) {
    this.#order = order;
    this.#first = first;
    this.#last = last;
  }

  get startCursor(): string | null {
    return this.#first ? encodeCursor(this.#order, this.#first) : null;
  }

  get endCursor(): string | null {
    return this.#last ? encodeCursor(this.#order, this.#last) : null;
  }
}

export function pageSize({ first }: PageRequest): number {
  if (first < 1 || first > MAX_PAGE) throw badUserInput(`"first" must be from 1 to ${MAX_PAGE}.`);
  return first;
}

const Cursor = z.tuple([z.string(), z.string(), z.string()]);
/** As toISOString writes it in the years 0 to 9999: what both stores can compare with. */
const CursorInstant = z.iso.datetime({ precision: 3 });

function encodeCursor({ name }: KeysetOrder, { sortValue, tieBreaker }: Position): string {
  return Buffer.from(JSON.stringify([name, sortValue, tieBreaker])).toString('base64url');
}

/** Throws `BAD_USER_INPUT` on anything that this list in this order has not handed out, or that no store could compare with. */
function decodeCursor(cursor: string, { name, kind, tieBreakerKind }: KeysetOrder): [Date | string, string] {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  const [ofList, value = '', tieBreaker = ''] = parsed.data ?? [];
  const isValue = kind === 'instant' ? CursorInstant.safeParse(value).success : isStorableText(value);
  const isTieBreaker = tieBreakerKind === 'uuid' ? isUuid(tieBreaker) : isStorableText(tieBreaker);
  if (ofList !== name || !isValue || !isTieBreaker) throw badUserInput('"after" is not a cursor of this list.');
  return [kind === 'instant' ? new Date(value) : value, tieBreaker];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
