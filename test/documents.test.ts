import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { courtside } from '../src/cli/commands.js';
import { readConfig } from '../src/config.js';
import { anchorsIn, blocksIn, DOCUMENTS, linksIn, quoted, read, rows, section } from './support/documents.js';

const ENV_EXAMPLE = read('.env.example');
const ALL = DOCUMENTS.map(read).join('\n');
/** Said right above a block that no test can run. */
const NOT_RUN = /^Not run by our tests, since .+:$/;

describe('the settings in .env.example', () => {
  const listed = [...ENV_EXAMPLE.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);

  it('are those that the gateway and the adapter read, each once', () => {
    const settings = ['src/config.ts', 'rest-adapter/config.ts'].flatMap((file) => [...read(file).matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name));
    expect(listed.toSorted()).toEqual([...new Set(settings)].toSorted());
  });

  it('have their defaults as values', () => {
    expect(readConfig(parseEnv(ENV_EXAMPLE))).toEqual(readConfig({}));
  });

  it('are all in the table of docs/operator.md, but for the one that only an adapter apart has', () => {
    const shown = rows(section(read('docs/operator.md'), 'Settings')).slice(1).flatMap(([name = '']) => quoted(name));
    expect(shown.toSorted()).toEqual(listed.filter((name) => name !== 'GATEWAY_URL').toSorted());
  });
});

describe('every document', () => {
  it.each(DOCUMENTS)('links to files and headings that exist: %s', (file) => {
    for (const { path, anchor } of linksIn(read(file))) {
      const target = path === '' ? file : join(dirname(file), path);
      expect(existsSync(target), `${file} links to ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsIn(read(target)), `${file} links into ${target}`).toContain(anchor);
    }
  });

  it.each(DOCUMENTS)('names files that exist: %s', (file) => {
    const files = quoted(read(file)).filter((code) => /^(?:src|test|rest-adapter)\/[\w./-]+$/.test(code));
    for (const path of files) expect(existsSync(path), `${file} names ${path}`).toBe(true);
  });

  it.each(DOCUMENTS)('names npm scripts that exist: %s', (file) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = [...read(file).matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, script, short]) => script ?? short ?? '');
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });

  it.each(DOCUMENTS)('has no command that is not run or checked, unless it says why: %s', (file) => {
    const unchecked = blocksIn(read(file), 'sh').filter(({ code, before }) => !NOT_RUN.test(before) && !isCaredFor(file, code));
    expect(unchecked).toEqual([]);
  });

  it('can be reached from the README', () => {
    const seen = new Set(['README.md']);
    for (const file of seen) for (const { path } of linksIn(read(file))) if (path.endsWith('.md')) seen.add(join(dirname(file), path));
    expect(DOCUMENTS.filter((file) => !seen.has(file))).toEqual([]);
  });

  it('names every command of courtside, with options that it takes', () => {
    const commands = leaves(courtside(() => {}, {}));
    const lines = [...ALL.matchAll(/^npx courtside (.+)$/gm)].map(([, line = '']) => line);
    const nameOf = (line: string): string => nameIn(line, [...commands.keys()]);
    expect([...new Set(lines.map(nameOf))].toSorted()).toEqual([...commands.keys()].toSorted());
    for (const line of lines) {
      const taken = commands.get(nameOf(line))?.options.map(({ long }) => long);
      for (const [option] of line.matchAll(/--[\w-]+/g)) expect(taken).toContain(option);
    }
  });
});

describe('the guarantees of the README', () => {
  const promised = rows(section(read('README.md'), 'What it guarantees')).slice(1);

  it('name a test each, and those with an asterisk are in the deep run', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(promised.length).toBeGreaterThan(10);
    for (const [promise = '', , test = ''] of promised) {
      const [file = ''] = quoted(test);
      expect(existsSync(file), promise).toBe(true);
      expect(scripts['test:deep']?.includes(file) ?? false, promise).toBe(promise.endsWith('*'));
    }
  });
});

/** Something of docs/examples, each of which has a test of its own. */
function isExample(line: string): boolean {
  const [, path = ''] = /^(?:node|sh) (docs\/examples\/\S+)/.exec(line) ?? [];
  return path !== '' && existsSync(path);
}

/** What a test runs: every curl and an operator's keys test/readme.test.ts, a page of its own test/open-data.test.ts; of other commands it is checked here that there are such. */
function isCaredFor(file: string, code: string): boolean {
  if (code.startsWith('curl -i ') || file === 'docs/open-data.md') return true;
  return code.trimEnd().split('\n').every((line) => /^(?:npx courtside|npm) /.test(line) || isExample(line) || (file === 'docs/operator.md' && line.startsWith('node -p ')));
}

/** What a line calls, without its options, files and ids; the line itself where there is no such command. */
function nameIn(line: string, names: readonly string[]): string {
  return names.find((name) => line === name || line.startsWith(`${name} `)) ?? line;
}

/** The commands that do something, by what somebody types. */
function leaves(command: Command, path: readonly string[] = []): ReadonlyMap<string, Command> {
  if (command.commands.length === 0) return new Map([[path.join(' '), command]]);
  return new Map(command.commands.flatMap((below) => [...leaves(below, [...path, below.name()])]));
}
