import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { isEnumType, Kind, parse, print, visit, type OperationDefinitionNode } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../rest-adapter/routes.js';
import { formatApiKey } from '../src/broker/api-key.js';
import { readConfig } from '../src/config.js';
import { buildSchema } from '../src/schema.js';
import { DEMO_BROKERS, DEMO_ITEMS } from '../src/store/demo-world.js';
import { blocksIn, DOCUMENTS, quoted, read, rows, section } from './support/documents.js';
import { startTestGateway, type TestGateway } from './support/gateway.js';
import { callGraphql } from './support/graphql.js';
import { callRest } from './support/rest.js';

const DEMO_PAGE = read('docs/demo-world.md');
const withBlocks = (language: string): readonly string[] => DOCUMENTS.filter((path) => blocksIn(read(path), language).length > 0);
const curlsIn = (path: string): readonly string[] => blocksIn(read(path), 'sh').map(({ code }) => code).filter((code) => code.startsWith('curl -i '));

describe('what the documents say, done', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  const shell = async (script: string): Promise<string> => (await promisify(execFile)('sh', ['-c', script.replaceAll('http://localhost:4000', gateway.url)], { env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` } })).stdout;

  it('creates a session by the curl of the README: 201, and its Location gives the same bytes', async () => {
    const [head = '', body] = (await shell(curlsIn('README.md')[0] ?? '')).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 201 /);
    const location = /^location: (\S+)$/im.exec(head)?.[1] ?? '';
    expect(location).toMatch(new RegExp(`^${gateway.url}/api/checkout-sessions/[\\w-]{22}$`));
    expect((await callRest(location)).text).toBe(body);
  });

  it.each(DOCUMENTS.filter((path) => curlsIn(path).length > 0))('ends well by every curl of %s', async (path) => {
    for (const script of curlsIn(path)) expect((await shell(script)).split('\r\n')[0], script).toMatch(/^HTTP\/1\.1 20[01] /);
  });

  it.each(withBlocks('graphql'))('has no errors by every GraphQL block of %s, and each mutation ends well', async (path) => {
    for (const { code: document } of blocksIn(read(path), 'graphql')) {
      const { status, data, errors } = await callGraphql(gateway.graphqlUrl, withTypenames(document));
      expect({ status, errors }, document).toEqual({ status: 200, errors: undefined });
      const { operation } = parse(document).definitions[0] as OperationDefinitionNode; // each block is one operation
      for (const [field, result] of Object.entries(data as Record<string, { __typename: string; nodes?: unknown[]; length?: number }>)) {
        if (operation === 'mutation') expect(result.__typename).toBe(`${field[0]?.toUpperCase()}${field.slice(1)}Payload`);
        else expect(result.nodes?.length ?? result.length, field).toBeGreaterThan(0);
      }
    }
  });

  it('is there for every address that the README has somebody open', async () => {
    const addresses = quoted(section(read('README.md'), '60 seconds to a booking')).filter((code) => code.startsWith('http://localhost:4000/'));
    expect(addresses.length).toBeGreaterThan(4);
    for (const address of addresses) expect((await fetch(address.replace('http://localhost:4000', gateway.url), { headers: { accept: 'text/html' } })).status, address).toBe(200);
  });

  it('makes keys by the commands of docs/operator.md that production takes', async () => {
    const script = blocksIn(read('docs/operator.md'), 'sh').map(({ code }) => code).find((code) => code.startsWith('node ')) ?? '';
    const [LINK_SIGNING_KEYS, ENCRYPTION_KEYS, ...rest] = (await shell(script)).trim().split('\n');
    expect(rest).toEqual([]);
    expect(readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://book.example', LINK_SIGNING_KEYS, ENCRYPTION_KEYS })).toMatchObject({ isProduction: true, linkSigningKeys: LINK_SIGNING_KEYS, encryptionKeys: ENCRYPTION_KEYS });
  });

  it('asks for an opportunity of the demo world by curl', async () => {
    const [command = ''] = quoted(DEMO_PAGE).filter((code) => code.startsWith('curl '));
    expect(JSON.parse(await shell(command))).toMatchObject({ identifier: 'demo-free' });
  });

  it('shows every item of the demo world, and only those that there are', async () => {
    const named = rows(DEMO_PAGE).flatMap(([first = '']) => quoted(first)).filter((code) => code.startsWith('demo-'));
    expect(named.toSorted()).toEqual(DEMO_ITEMS.map(({ identifier }) => identifier).toSorted());
    for (const identifier of named) expect(await callRest(`${gateway.url}/api/v2/opportunities/${identifier}`), identifier).toMatchObject({ status: 200 });
  });

  it("shows every demo broker's keys and origin", () => {
    const shown = rows(DEMO_PAGE).filter(([, key = '']) => key.includes('ck_'));
    expect(shown.map(([name = '', key = '', publishable = '']) => [name.split(',')[0], ...quoted(key), ...quoted(publishable)])).toEqual(
      DEMO_BROKERS.map(({ name, key, publishableKey, origin }) => [name, formatApiKey('test', key), publishableKey, origin]),
    );
  });
});

describe('what the documents say of the schema', () => {
  const schema = buildSchema();
  const fields = [...Object.keys(schema.getQueryType()?.getFields() ?? {}), ...Object.keys(schema.getMutationType()?.getFields() ?? {})];

  it('names every path with its method, and fields that there are', () => {
    const doors = rows(section(read('docs/broker-graphql.md'), 'Both doors, field by field')).slice(1);
    const paths = doors.flatMap(([rest = '']) => [...rest.matchAll(/`(?:(\w+)` or `)?(\w+) (\/[^`?]*)[^`]*`/g)].flatMap(([, other, method, path]) => [other, method].filter(Boolean).map((one) => `${one} ${path}`)));
    expect(paths.map((path) => path.replace('<sellerId>', '*').replace('<identifier>', ':identifier').replace('<id>', ':id')).toSorted()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted());
    for (const name of doors.flatMap(([, field = '']) => quoted(field))) expect(fields).toContain(name);
  });

  it('leads a front-end through steps that there are, by mutations that there are', () => {
    const steps = schema.getType('CheckoutStep');
    const words = isEnumType(steps) ? steps.getValues().map(({ name }) => name) : [];
    const table = rows(section(read('docs/front-end.md'), 'Or build your own pages')).slice(1);
    expect(words).toEqual(expect.arrayContaining(table.flatMap(([step = '']) => quoted(step))));
    expect([...fields, 'order']).toEqual(expect.arrayContaining(table.flatMap(([, send = '']) => quoted(send))));
  });
});

/** The same document, asking for the name of every result as well. */
function withTypenames(document: string): string {
  const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
  return print(visit(parse(document), { Field: (field) => field.selectionSet && { ...field, selectionSet: { ...field.selectionSet, selections: [typename, ...field.selectionSet.selections] } } }));
}
