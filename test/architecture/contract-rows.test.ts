import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../rest-adapter/routes.js';
import { ROOT } from '../support/source-files.js';

const DESCRIBE = /\bdescribe(?:\.each\([^)]*\))?\(\s*(['"`])(.*?)\1/g;

/** The titles of a test file's groups. */
function titlesOf(text: string): readonly string[] {
  return Array.from(text.matchAll(DESCRIBE), ([, , title = '']) => title);
}

/** The rows that no title names. Row 1 is not named by row 10. */
function unnamed(rows: readonly string[], titles: readonly string[]): readonly string[] {
  return rows.filter((row) => !titles.some((title) => new RegExp(`${row.replaceAll('.', '\\.')}(?!\\d)`).test(title)));
}

describe('every path of the contract', () => {
  const folder = join(ROOT, 'test/contract');
  const titles = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .flatMap((name) => titlesOf(readFileSync(join(folder, name), 'utf8')));

  it.each([...new Set(ROUTES.map(({ row }) => row))])('is named by a test of its own: %s', (row) => {
    expect(unnamed([row], titles)).toEqual([]);
  });

  it('says which row or paragraph of the contract it is', () => {
    for (const { row, path } of ROUTES) expect(row, path).toMatch(/^contract §(4 row \d+|1\.3)$/);
  });
});

describe('the checker itself', () => {
  it('finds a row without a test', () => {
    const titles = titlesOf("describe.each(DOORS)('contract §4 row 10: GET ($store)', () => {}); describe('contract §4 row 2', () => {}); it('contract §4 row 3', () => {}); describe('contract §1.31 and §1x3', () => {});");
    expect(unnamed(['contract §4 row 1', 'contract §4 row 2', 'contract §4 row 3', 'contract §4 row 10', 'contract §1.3'], titles)).toEqual(['contract §4 row 1', 'contract §4 row 3', 'contract §1.3']);
  });
});
