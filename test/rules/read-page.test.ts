import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPage, type Page } from '../../src/feed/read-page.js';
import { feedFixture } from '../support/feed-fixtures.js';

const URL_OF_PAGE = 'https://feeds.example.org/sessions';
const NEXT = `${URL_OF_PAGE}?afterTimestamp=2&afterId=b`;

const read = (name: string, url = URL_OF_PAGE) => readPage(feedFixture(`page-${name}`), url);

function pageOf(name: string, url?: string): Page {
  const page = read(name, url);
  if ('cause' in page) throw new Error(page.detail);
  return page;
}

const wrap = (items: string): string => `{"next":"/next","items":[${items}]}`;
/** An item whose data has that many lists within each other. */
const nested = (levels: number): string => `{"state":"updated","id":"deep","modified":1,"data":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('a page of a feed', () => {
  it('gives its items in order, its licence and where to go on', () => {
    expect(pageOf('good')).toEqual({
      next: NEXT,
      licence: 'https://creativecommons.org/licenses/by/4.0/',
      items: [
        { id: 'a', modified: '1', kind: 'ScheduledSession', state: 'UPDATED', data: expect.objectContaining({ '@type': 'ScheduledSession' }) },
        { id: 'b', modified: '2', kind: 'ScheduledSession', state: 'DELETED', data: null },
      ],
      badItems: [],
      isLast: false,
    });
  });

  it('may lead on by a relative address', () => {
    expect(pageOf('relative-next')).toMatchObject({ next: NEXT, isLast: false });
  });

  it('is the last one for now when it is empty and leads to itself, however it writes that', () => {
    expect(pageOf('last')).toMatchObject({ next: URL_OF_PAGE, items: [], isLast: true });
    expect(pageOf('last', `${URL_OF_PAGE}#top`)).toMatchObject({ isLast: true });
  });

  it('is not the last one when it is empty and leads on', () => {
    expect(pageOf('empty-in-the-middle')).toMatchObject({ next: NEXT, items: [], isLast: false });
  });

  it.each([
    ['stuck', 'STUCK', URL_OF_PAGE],
    ['next-of-another-scheme', 'BAD_NEXT', 'ftp://feeds.example.org/'],
    ['without-next', 'NOT_A_PAGE', 'undefined'],
    ['without-items', 'NOT_A_PAGE', '/sessions'],
    ['list', 'NOT_A_PAGE', '[]'],
    ['not-json', 'NOT_JSON', '403 Forbidden'],
  ])('stops its reader, and quotes itself: %s', (name, cause, quoted) => {
    expect(read(name)).toEqual({ cause, detail: expect.stringContaining(quoted) });
  });

  it('is quoted by 200 characters at most', () => {
    const { detail } = readPage(`<html>${'😀'.repeat(5_000)}`, URL_OF_PAGE) as { detail: string }; // no JSON
    expect(/"(.*)"/.exec(detail)?.[1]).toSatisfy((quoted: string) => quoted.isWellFormed() && Array.from(quoted).length === 200);
  });

  it('may begin with a byte order mark', () => {
    expect(readPage(`\ufeff${feedFixture('page-good')}`, URL_OF_PAGE)).toEqual(pageOf('good'));
  });

  it('keeps integers beyond 2^53 whole, and its data writes as it was read', () => {
    const { items } = pageOf('long-integers');
    expect(items).toMatchObject([{ id: '9007199254740993', modified: '9007199254740995' }]);
    const [, data] = /"data":(.*)\}\]/.exec(feedFixture('page-long-integers')) ?? [];
    expect(JSON.stringify(items[0]?.data)).toBe(data);
  });

  it('keeps the first integer whole that a double would not', () => {
    expect(pageOf('long-integer-alone').items).toMatchObject([{ modified: '9007199254740993' }]);
  });

  it('keeps every integer whole, however long (property)', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (integer) => {
        const page = readPage(wrap(`{"state":"updated","id":1,"modified":1,"data":[${integer},{"a": ${integer}}]}`), URL_OF_PAGE);
        expect(JSON.stringify((page as Page).items[0]?.data)).toBe(`[${integer},{"a":${integer}}]`);
      }),
    );
  });
});

describe('an item of a page', () => {
  it('has one spelling of its change number', () => {
    expect(pageOf('modified-spelled').items.map(({ modified }) => modified)).toEqual(['12', '5', '-7', '0', '3', '0', '9007199254740991', '9223372036854775807', '-9223372036854775808']);
  });

  it('is set aside without an integer of 64 bits as its change number, and the rest is read', () => {
    const { items, badItems } = pageOf('modified-bad');
    expect(badItems.map(({ id, problem }) => [id, problem.cause])).toEqual([0, 1, 2, 3, 4, 5, 6].map((index) => [`i${index}`, 'BAD_MODIFIED']));
    expect(items.map(({ id }) => id)).toEqual(['a']);
  });

  it('is set aside when it is malformed, and the rest is read', () => {
    const { items, badItems } = pageOf('bad-items');
    expect(badItems.map(({ id, problem }) => [id, problem.cause])).toEqual([
      [null, 'NO_ID'],
      [null, 'NO_ID'],
      [null, 'BAD_ID'],
      [null, 'BAD_ID'],
      [null, 'BAD_ID'],
      ['a', 'BAD_STATE'],
      ['a', 'BAD_STATE'],
      [null, 'NOT_AN_OBJECT'],
      [null, 'NOT_AN_OBJECT'],
    ]);
    expect(items.map(({ id }) => id)).toEqual(['good']);
  });

  it('may spell its state as it likes and have a number as its id; deleted, it has no data', () => {
    expect(pageOf('states-spelled').items).toEqual([
      expect.objectContaining({ id: 'a', state: 'UPDATED' }),
      { id: 'a', modified: '1', kind: 'ScheduledSession', state: 'DELETED', data: null },
      { id: '7', modified: '1', kind: '', state: 'UPDATED', data: null },
    ]);
  });

  it('is set aside when it is nested too deeply to be written again', () => {
    const page = readPage(wrap(`${nested(100)},${nested(101)},${nested(20_000)}`), URL_OF_PAGE);
    expect(page).toMatchObject({ items: [{ id: 'deep' }], badItems: [{ id: 'deep', problem: { cause: 'TOO_LARGE' } }, { problem: { cause: 'TOO_LARGE' } }] });
  });

  it('never stops the reader by how deep it is nested, with a long integer in it neither', () => {
    const deep = `{"big":12345678901234567890,"deep":${'{"a":['.repeat(50_000)}${']}'.repeat(50_000)}}`;
    expect(['NOT_JSON', undefined]).toContain((readPage(wrap(deep), URL_OF_PAGE) as { cause?: string }).cause);
  });
});

describe('the reader of pages', () => {
  it('throws at no text, and gives only what can be stored (property)', () => {
    const member = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.bigInt().map(String), fc.constantFrom('updated', 'deleted', null, {}));
    const item = fc.record({ id: member, state: member, kind: member, modified: member, data: fc.jsonValue() }, { requiredKeys: [] });
    const pages = fc.record({ next: fc.oneof(fc.webUrl(), fc.constant('/a'), member), items: fc.oneof(fc.array(fc.oneof(item, fc.jsonValue())), member), license: member });
    fc.assert(
      fc.property(fc.oneof(pages.map((value) => JSON.stringify(value)), fc.string(), fc.json()), (text) => {
        const page = readPage(text, URL_OF_PAGE);
        for (const { id, modified, kind } of 'cause' in page ? [] : page.items) {
          expect([id, kind].every((each) => each.isWellFormed() && !each.includes('\0'))).toBe(true);
          expect(BigInt.asIntN(64, BigInt(modified)).toString()).toBe(modified);
        }
      }),
    );
  });
});
