import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { generate, loadContext } from '@graphql-codegen/cli';
import { describe, expect, it } from 'vitest';
import { printedOpenapi } from '../../rest-adapter/openapi/print-openapi.js';
import { printedTestMode } from '../../src/print/print-test-mode.js';
import { DOCUMENTS, refreshed } from '../../src/print/print-documents.js';
import { printedSchema } from '../../src/print/print-schema.js';
import { ROOT, sourceFiles } from '../support/source-files.js';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('what is generated is fresh (else: npm run generate)', () => {
  it('schema.graphql says what the schema says', () => {
    expect(read('schema.graphql')).toBe(printedSchema());
  });

  it('docs/openapi.json says what the routes, their schemas and their errors say', () => {
    expect(read('docs/openapi.json')).toBe(printedOpenapi());
  });

  it('docs/test-mode.md says what the demo world does', () => {
    expect(read('docs/test-mode.md')).toBe(printedTestMode());
  });

  it.each(DOCUMENTS)('%s has the tables that the code makes, between its marks', (document) => {
    const text = read(document);
    expect(text).toContain('<!-- generated: ');
    expect(text).toBe(refreshed(text));
  });

  it('no document has a table between marks that nobody makes', () => {
    const marked = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).filter((path) => /^<!-- generated: /m.test(read(path)));
    expect(marked.toSorted()).toEqual([...DOCUMENTS].toSorted());
  });

  it('every generated file is what codegen makes of schema.graphql and the operations now, and there is no other', async () => {
    const context = await loadContext(join(ROOT, 'codegen.yml'));
    context.cwd = ROOT; // the paths in codegen.yml start there
    context.updateConfig({ silent: true });
    const made = (await generate(context, false)) as readonly { readonly filename: string; readonly content: string }[]; // its type says any
    const inGit = sourceFiles('docs/examples/front-end/generated', 'rest-adapter/generated', 'src/cli/generated');
    expect(inGit.map(({ path }) => path)).toEqual(made.map(({ filename }) => relative(ROOT, join(ROOT, filename))).toSorted());
    for (const { filename, content } of made) expect(read(filename), filename).toBe(content);
  });
});
