import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import jsonld from 'jsonld';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TERMS, wireTermOf } from '../../rest-adapter/json-ld/terms.js';
import { writeContext } from '../../rest-adapter/json-ld/write-context.js';
import { DEMO } from '../../src/store/demo-data.js';
import { personBody, sessionBody } from '../support/bodies.js';
import { DESCRIBED, type DescribedResponse } from '../support/described.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callRest } from '../support/rest.js';
import { sourceFiles } from '../support/source-files.js';
import { createStandalone, standaloneBody } from '../support/standalone.js';

const OPENACTIVE = 'https://openactive.io/';
type Json = Readonly<Record<string, unknown>>;

/** OpenActive's own packages, without types: its context, and all that schema.org names. */
const { getContext, getSchemaOrgVocab } = createRequire(import.meta.url)('@openactive/data-models') as { getContext: () => Json; getSchemaOrgVocab: () => { readonly '@graph': readonly { readonly '@id': string }[] } };
const SCHEMA_ORG = new Set(getSchemaOrgVocab()['@graph'].map((term) => term['@id'].replace(/^(schema:|https?:\/\/schema\.org\/)/, '')));

/** Processes a document with contexts from here alone: OpenActive's as it publishes it, and one of ours. */
function processor(platformUrl: string, ours: unknown) {
  const documentLoader = async (url: string) => {
    const document = url === OPENACTIVE ? { '@context': getContext() } : url === platformUrl ? ours : undefined;
    if (document === undefined) throw new Error(`${url} was asked for`);
    return { contextUrl: undefined, documentUrl: url, document: document as jsonld.NodeObject };
  };
  return {
    /** Throws on anything that would be dropped, or is an address only together with another. */
    expand: (document: object) => jsonld.expand(document, { documentLoader, safe: true } as jsonld.Options.Expand), // its types do not know safe
    compact: async (expanded: object, context: unknown) => jsonld.compact(expanded, context as jsonld.ContextDefinition, { documentLoader }) as Promise<Json>,
  };
}

/** The keywords under the names that OpenActive's context has for them; nothing else is put right. */
function withAliases(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAliases);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name === '@id' || name === '@type' ? name.slice(1) : name, withAliases(member)]));
}

async function expectLossless(document: Json, { expand, compact }: ReturnType<typeof processor>): Promise<void> {
  const expanded = await expand(document);
  expect(withAliases(await compact(expanded, document['@context']))).toEqual(withAliases(document));
  const names = namesIn(expanded);
  expect(names.length).toBeGreaterThan(1);
  const unheardOf = names.filter((name) => name.startsWith('https://schema.org/') && !SCHEMA_ORG.has(name.slice('https://schema.org/'.length)));
  expect(unheardOf, 'is in no vocabulary').toEqual([]);
}

/** The types and properties of an expanded document. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (name === '@type' ? (Array.isArray(member) ? (member as string[]) : []) : [...(name.startsWith('@') ? [] : [name]), ...namesIn(member)]));
}

const golden = new URL('../fixtures/golden/', import.meta.url);
const GOLDEN = readdirSync(golden).flatMap((file) => readFileSync(new URL(file, golden), 'utf8').trimEnd().split('\n').map((line) => [file, line] as const));
const EXAMPLES = Object.values(DESCRIBED.components.responses).flatMap((response) => Object.entries((response as DescribedResponse).content?.['application/json'].examples ?? {}));

describe('the platform’s vocabulary', () => {
  const sources = sourceFiles('rest-adapter').filter(({ path }) => !path.includes('/generated/') && !/json-ld\/terms\.ts$|\/openapi\/|vocabulary-page/.test(path));
  const wire = sources.map(({ text }) => text).join('\n');

  it('has every term that this door writes, and no other', () => {
    const written = new Set(Array.from(wire.matchAll(/platform:(\w+)/g), ([, name = '']) => name));
    const status = readFileSync('rest-adapter/http/status.ts', 'utf8');
    for (const [, name = ''] of status.matchAll(/^ {2}(\w+Error): \d{3},$/gm)) if (name !== 'ItemNotBookableError') written.add(name);
    const tables = sources.filter(({ path }) => /write-(seller-change|test-event)\.ts$/.test(path)).map(({ text }) => text);
    const tabled = Array.from(tables.join('\n').matchAll(/^ {2}[A-Z_]+: '(\w+)',$/gm), ([, name = '']) => name);
    const links = ['BackToBrokerLink', 'BackToBrokerUserProfileLink']; // contract §2 NavigationLink
    const bare = TERMS.filter(({ isBare }) => isBare).map(({ name }) => name);
    expect(TERMS.map(({ name }) => name).toSorted()).toEqual([...new Set([...written, ...tabled, ...links, ...bare])].toSorted());
    for (const name of bare) expect(SCHEMA_ORG.has(name) || name in getContext(), name).toBe(false);
  });

  it('says something of each, once', () => {
    expect(new Set(TERMS.map(({ name }) => name)).size).toBe(TERMS.length);
    for (const { says } of TERMS) expect(says).toMatch(/^[A-Z].+\.$/);
  });
});

describe('what is written is linked data: nothing is lost on the way to full addresses and back', () => {
  const platform = 'https://platform.example/ns';
  it.each(GOLDEN)('%s', async (_file, line) => {
    await expectLossless(JSON.parse(line) as Json, processor(platform, writeContext({ platformUrl: platform })));
  });

  it.each(EXAMPLES)('the error %s', async (_term, { value }) => {
    const here = 'http://localhost:4000/ns';
    await expectLossless(value as Json, processor(here, writeContext({ platformUrl: here })));
  });

  it('with a link’s type as an address of the vocabulary', async () => {
    const { expand } = processor(platform, writeContext({ platformUrl: platform }));
    const [session] = await expand(JSON.parse(readFileSync(new URL('checkout-session-1-stored.json', golden), 'utf8')) as Json);
    expect(JSON.stringify(session)).toContain(`"${platform}/linkType":[{"@id":"${platform}/BackToBrokerLink"}]`);
    expect(session).toMatchObject({ '@type': [`${platform}/CheckoutSession`], [`${platform}/initialOrder`]: [{ '@type': [`${OPENACTIVE}OrderQuote`] }] });
  });

  it('but for the account of a customer, whose context is OpenActive’s alone by the contract: there platform: stays as it is written', async () => {
    const line = GOLDEN.find(([file]) => file === 'customer-account-with-all-members.json')?.[1] ?? '';
    const [account] = await processor(platform, undefined).expand(JSON.parse(line) as Json);
    expect(namesIn(account)).toContain('platform:is13OrOver');
  });

  it('and what no vocabulary has would be found', async () => {
    const line = GOLDEN.find(([file]) => file === 'standalone-session-1.json')?.[1] ?? '';
    const tools = processor(platform, writeContext({ platformUrl: platform }));
    await expect(expectLossless({ ...JSON.parse(line), unheardOf: 'x' }, tools)).rejects.toThrow('is in no vocabulary');
    await expect(expectLossless({ ...JSON.parse(line), 'platform:initialOrder': { '@id': '../relative' } }, tools)).rejects.toThrow();
  });
});

describe.each(['in process', 'over HTTP'] as const)('{platform_url} (%s)', (adapter) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter });
  });
  afterAll(() => gateway.stop());

  const get = (path: string, accept: string) => fetch(`${gateway.url}${path}`, { headers: { accept, origin: 'https://anybody.example' }, redirect: 'manual' });

  it('is the context, for any page and to be kept', async () => {
    for (const accept of ['application/ld+json', 'application/ld+json, application/json', '*/*']) {
      const answer = await get('/ns', accept);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('access-control-allow-origin'), answer.headers.get('cache-control')]).toEqual([200, 'application/ld+json', '*', 'public, max-age=300']);
      expect(await answer.json()).toEqual(writeContext({ platformUrl: `${gateway.url}/ns` }));
    }
  });

  it('is a page for browsers, on which every term has its place; a term’s own address leads there', async () => {
    const answer = await get('/ns', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([200, 'text/html; charset=utf-8', 'Origin, Accept']);
    const page = await answer.text();
    for (const term of TERMS) {
      expect(page).toContain(`id="${term.name}"`);
      expect(page).toContain(term.kind === 'value' ? `${gateway.url}/ns/${term.name}` : wireTermOf(term));
    }
    const term = await get('/ns/BackToBrokerLink', '*/*');
    expect([term.status, term.headers.get('location')]).toEqual([303, `${gateway.url}/ns#BackToBrokerLink`]);
    expect((await get('/ns/NoSuchTerm', '*/*')).status).toBe(404);
  });

  it('makes linked data of what this gateway answers', async () => {
    const ours: unknown = await (await get('/ns', 'application/ld+json')).json();
    const tools = processor(`${gateway.url}/ns`, ours);
    const answers = [
      await callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', body: sessionBody(gateway.url) }),
      await createStandalone(gateway.url),
      await createStandalone(gateway.url, { body: standaloneBody(gateway.url, 'demo-full') }),
      await callRest(`${gateway.url}/api/v2/customers`, { method: 'POST', body: personBody() }),
      await callRest(`${gateway.url}/api/v2/customers`, { method: 'POST', body: {} }),
      await callRest(`${gateway.url}/api/v2/opportunities?limit=100`),
      await callRest(`${gateway.url}/api/v2/opportunities/demo-slot`),
      await callRest(`${gateway.url}/api/v2/opportunities/nowhere`, { apiKey: DEMO.apiKeys.clubCompass }),
    ];
    for (const { body } of answers) await expectLossless(body as Json, tools);
  });
});
