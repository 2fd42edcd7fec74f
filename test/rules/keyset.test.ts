import * as fc from 'fast-check';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { onePage, toConnection, type Keyed, type KeysetOrder, type PageRequest } from '../../src/store/keyset.js';

/** Writes SQL and has no database behind it. */
const db = new Kysely<{ thing: { id: string; name: string } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const BY_NAME: KeysetOrder = { name: 'things by name', column: sql.ref('name'), tieBreaker: sql.ref('id'), kind: 'text', tieBreakerKind: 'text' };
const BY_TIME: KeysetOrder = { name: 'things by time', column: sql.ref('created_at'), tieBreaker: sql.ref('id'), kind: 'instant', tieBreakerKind: 'uuid' };
const UUID = '0193a000-0000-7000-8000-0000000000c1';

const page = (first: number, after: string | null = null): PageRequest => ({ first, after, direction: 'ASC' });
const read = (order: KeysetOrder, request: PageRequest) => onePage(db.selectFrom('thing').select('id'), order, request).compile();
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** What a list by name hands out. */
const cursorOf = (...parts: readonly unknown[]): string => encoded([BY_NAME.name, ...parts]);
const cursorOfTime = (...parts: readonly unknown[]): string => encoded([BY_TIME.name, ...parts]);
const row = (sortValue: Keyed<unknown>['sortValue'], tieBreaker: string): Keyed<string> => ({ sortValue, tieBreaker, node: tieBreaker });

describe('a page', () => {
  it('reads one row more than it shows, to tell whether there is another', () => {
    expect(read(BY_NAME, page(3)).sql).toBe('select "id" from "thing" order by "name" asc, "id" asc limit 4');
    expect(read(BY_NAME, { ...page(3), direction: 'DESC' }).sql).toBe('select "id" from "thing" order by "name" desc, "id" desc limit 4');
  });

  it('continues behind its cursor by value and tie-breaker together, in its own direction, and skips no row', () => {
    const after = cursorOf('Yoga', 'b');
    expect(read(BY_NAME, page(1, after))).toMatchObject({ sql: expect.stringContaining('("name", "id") > ($1, $2)'), parameters: ['Yoga', 'b'] });
    expect(read(BY_NAME, { ...page(1, after), direction: 'DESC' }).sql).toContain('("name", "id") < ($1, $2)');
  });

  it.each([0, -1, 101, 2_147_483_647])('of %i items is refused', (first) => {
    const refusal = expect.objectContaining({ message: '"first" must be from 1 to 100.', extensions: { code: 'BAD_USER_INPUT' } });
    expect(() => read(BY_NAME, page(first))).toThrow(refusal);
    expect(() => toConnection([], BY_NAME, page(first))).toThrow(refusal);
  });
});

describe('a connection', () => {
  it('shows at most what was asked for, and says what stands before and behind', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 30 }), fc.integer({ min: 1, max: 100 }), fc.option(fc.constant(cursorOf('a', 'b'))), (names, first, after) => {
        const fetched = names.slice(0, first + 1).map((name) => row(name, name));
        const { edges, nodes, pageInfo: { hasNextPage, hasPreviousPage, startCursor, endCursor } } = toConnection(fetched, BY_NAME, page(first, after));
        expect(nodes).toEqual(names.slice(0, first));
        expect(edges.map(({ node }) => node)).toEqual(nodes);
        expect(new Set(edges.map(({ cursor }) => cursor)).size).toBe(edges.length);
        expect({ hasNextPage, hasPreviousPage, startCursor, endCursor }).toEqual({
          hasNextPage: names.length > first,
          hasPreviousPage: after !== null,
          startCursor: edges[0]?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
        });
      }),
    );
  });
});

describe('a cursor', () => {
  const storable = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u0000'));

  it('comes back as the very text that it was made of', () => {
    fc.assert(
      fc.property(storable, storable, (name, id) => {
        const { endCursor } = toConnection([row(name, id)], BY_NAME, page(1)).pageInfo;
        expect(endCursor).toMatch(/^[\w-]+$/);
        expect(read(BY_NAME, page(1, endCursor)).parameters).toEqual([name, id]);
      }),
    );
  });

  it('comes back as the very moment that it was made of', () => {
    const moment = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.uuid(), (createdAt, id) => {
        const { endCursor } = toConnection([row(createdAt, id)], BY_TIME, page(1)).pageInfo;
        expect(read(BY_TIME, page(1, endCursor)).parameters).toEqual([createdAt, id]);
      }),
    );
  });

  const NOW = '2026-11-20T12:00:00.000Z';

  it.each([
    ['no text', '', BY_NAME],
    ['nonsense', 'nonsense', BY_NAME],
    ['no pair', cursorOf('Yoga'), BY_NAME],
    ['three', cursorOf('Yoga', 'b', 'c'), BY_NAME],
    ['numbers', cursorOf(1, 2), BY_NAME],
    ['an object', Buffer.from('{"0":"a","1":"b"}').toString('base64url'), BY_NAME],
    ['NUL', cursorOf('\u0000', 'b'), BY_NAME],
    ['NUL in the tie-breaker', cursorOf('Yoga', '\u0000'), BY_NAME],
    ['half of a character', Buffer.from('["things by name","\\ud800","b"]').toString('base64url'), BY_NAME],
    ['another order', cursorOf(NOW, UUID), BY_TIME],
    ['no moment', cursorOfTime('Yoga', UUID), BY_TIME],
    ['a number for a moment', cursorOfTime('5', UUID), BY_TIME],
    ['a moment before all calendars', cursorOfTime('-271821-04-20T00:00:00.000Z', UUID), BY_TIME],
    ['a moment behind all calendars', cursorOfTime('+275760-09-13T00:00:00.000Z', UUID), BY_TIME],
    ['a tie-breaker of another list', cursorOfTime(NOW, 'https://sessions.example/1'), BY_TIME],
  ])('of %s is refused, and never reaches the database', (_what, after, order) => {
    expect(() => read(order, page(1, after))).toThrow(expect.objectContaining({ message: '"after" is not a cursor of this list.', extensions: { code: 'BAD_USER_INPUT' } }));
  });

  it('is refused or understood, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json().map((text) => Buffer.from(text).toString('base64url'))), fc.constantFrom(BY_NAME, BY_TIME), (after, order) => {
        try {
          expect(read(order, page(1, after)).parameters).toHaveLength(2);
        } catch (error) {
          expect(error).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
        }
      }),
    );
  });
});
