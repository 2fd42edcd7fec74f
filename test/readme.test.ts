import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import type { Command } from 'commander';
import { Kind, parse, print, visit, type OperationDefinitionNode } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../rest-adapter/routes.js';
import { courtside } from '../src/cli/commands.js';
import { readConfig } from '../src/config.js';
import { buildSchema } from '../src/schema.js';
import { DEMO_BROKERS, DEMO_ITEMS } from '../src/store/demo-world.js';
import { formatApiKey } from '../src/broker/api-key.js';
import { startTestGateway, type TestGateway } from './support/gateway.js';
import { callGraphql } from './support/graphql.js';
import { callRest } from './support/rest.js';

const README = readFileSync('README.md', 'utf8');
const ENV_EXAMPLE = readFileSync('.env.example', 'utf8');
const MARKDOWN = globSync(['*.md', 'docs/**/*.md']);

/** The blocks of code in this language, in order. */
const blocks = (language: string): string[] => [...README.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code);
/** What stands between backticks. */
const quoted = (text: string): string[] => [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const section = (title: string): string => README.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
/** The cells of a table's rows, without its head. */
const rows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[-|]+\|$/.test(line))
    .map((line) => line.slice(1, -1).split('|').map((cell) => cell.trim()));

describe('the README, by its own words', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const shell = async (script: string): Promise<string> => (await promisify(execFile)('sh', ['-c', script.replaceAll('http://localhost:4000', gateway.url)])).stdout;

  it('creates a session by curl: 201, and its Location gives the same bytes', async () => {
    const script = blocks('sh').find((code) => code.startsWith('curl ')) ?? '';
    const [head = '', body] = (await shell(script)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 201 /);
    const location = /^location: (\S+)$/im.exec(head)?.[1] ?? '';
    expect(location).toMatch(new RegExp(`^${gateway.url}/api/checkout-sessions/[\\w-]{22}$`));
    expect((await callRest(location)).text).toBe(body);
  });

  it('asks for an opportunity by curl', async () => {
    const [command = ''] = quoted(section('The demo world')).filter((code) => code.startsWith('curl '));
    expect(JSON.parse(await shell(command))).toMatchObject({ identifier: 'demo-free' });
  });

  it('runs every GraphQL block: no errors, and each mutation ends well', async () => {
    const documents = blocks('graphql');
    expect(documents.length).toBeGreaterThan(2);
    for (const document of documents) {
      const { status, data, errors } = await callGraphql(gateway.graphqlUrl, withTypenames(document));
      expect({ status, errors }, document).toEqual({ status: 200, errors: undefined });
      const { operation } = parse(document).definitions[0] as OperationDefinitionNode; // each block is one operation
      for (const [field, result] of Object.entries(data as Record<string, { __typename: string; nodes?: unknown[]; length?: number }>)) {
        if (operation === 'mutation') expect(result.__typename).toBe(`${field[0]?.toUpperCase()}${field.slice(1)}Payload`);
        else expect(result.nodes?.length ?? result.length, field).toBeGreaterThan(0);
      }
    }
  });

  it('shows every item of the demo world, and only those that there are', async () => {
    const named = rows(section('The demo world')).flatMap(([first = '']) => quoted(first)).filter((code) => code.startsWith('demo-'));
    expect(named.toSorted()).toEqual(DEMO_ITEMS.map(({ identifier }) => identifier).toSorted());
    for (const identifier of named) expect(await callRest(`${gateway.url}/api/v2/opportunities/${identifier}`), identifier).toMatchObject({ status: 200 });
  });

  it("shows every demo broker's keys and origin", () => {
    const shown = rows(section('The demo world')).filter(([, key = '']) => key.includes('ck_'));
    expect(shown.map(([name = '', key = '', publishable = '']) => [name.split(',')[0], ...quoted(key), ...quoted(publishable)])).toEqual(
      DEMO_BROKERS.map(({ name, key, publishableKey, origin }) => [name, formatApiKey('test', key), publishableKey, origin]),
    );
  });

  it('names every path with its method, and fields that the schema has', () => {
    const doors = rows(section('Both doors')).slice(1);
    const paths = doors.flatMap(([rest = '']) => [...rest.matchAll(/`(?:(\w+)` or `)?(\w+) (\/[^`?]*)[^`]*`/g)].flatMap(([, other, method, path]) => [other, method].filter(Boolean).map((one) => `${one} ${path}`)));
    expect(paths.map((path) => path.replace('<sellerId>', '*').replace('<identifier>', ':identifier').replace('<id>', ':id')).toSorted()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted());
    const schema = buildSchema();
    const fields = [...Object.keys(schema.getQueryType()?.getFields() ?? {}), ...Object.keys(schema.getMutationType()?.getFields() ?? {})];
    for (const name of doors.flatMap(([, field = '']) => quoted(field))) expect(fields).toContain(name);
  });
});

describe('the settings in .env.example', () => {
  const listed = [...ENV_EXAMPLE.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);

  it('are those that the gateway and the adapter read, each once', () => {
    const read = ['src/config.ts', 'rest-adapter/config.ts'].flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name));
    expect(listed.toSorted()).toEqual([...new Set(read)].toSorted());
  });

  it('have their defaults as values', () => {
    expect(readConfig(parseEnv(ENV_EXAMPLE))).toEqual(readConfig({}));
  });

  it('contain every setting that the README names', () => {
    const named = quoted(README).flatMap((code) => code.match(/^[A-Z]+(?:_[A-Z]+)+(?==|$)/) ?? []);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(listed).toContain(name);
  });
});

describe('every document', () => {
  it.each(MARKDOWN)('links to and names files that exist: %s', (file) => {
    const text = readFileSync(file, 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, target = '']) => target);
    const files = quoted(text).filter((code) => /^(?:src|test|rest-adapter)\/[\w./-]+$/.test(code));
    for (const path of [...links.map((link) => join(dirname(file), link)), ...files]) expect(existsSync(path), `${file} names ${path}`).toBe(true);
  });

  it.each(MARKDOWN)('names npm scripts that exist: %s', (file) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = [...readFileSync(file, 'utf8').matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, script, short]) => script ?? short ?? '');
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });

  it('names every command of courtside, with options that it takes', () => {
    const commands = leaves(courtside(() => {}, {}));
    const lines = [...README.matchAll(/^npx courtside (.+)$/gm)].map(([, line = '']) => line);
    const nameOf = (line: string) => nameIn(line, [...commands.keys()]);
    expect(lines.map(nameOf).toSorted()).toEqual([...commands.keys()].toSorted());
    for (const line of lines) {
      const taken = commands.get(nameOf(line))?.options.map(({ long }) => long);
      for (const [option] of line.matchAll(/--[\w-]+/g)) expect(taken).toContain(option);
    }
  });
});

/** What a line calls, without its options, files and ids; the line itself where there is no such command. */
function nameIn(line: string, names: readonly string[]): string {
  return names.find((name) => line === name || line.startsWith(`${name} `)) ?? line;
}

/** The commands that do something, by what somebody types. */
function leaves(command: Command, path: readonly string[] = []): ReadonlyMap<string, Command> {
  if (command.commands.length === 0) return new Map([[path.join(' '), command]]);
  return new Map(command.commands.flatMap((below) => [...leaves(below, [...path, below.name()])]));
}

/** The same document, asking for the name of every result as well. */
function withTypenames(document: string): string {
  const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
  return print(visit(parse(document), { Field: (field) => field.selectionSet && { ...field, selectionSet: { ...field.selectionSet, selections: [typename, ...field.selectionSet.selections] } } }));
}
