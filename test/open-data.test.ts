import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { validate } from '@openactive/data-model-validator';
import { RpdeValidator } from '@openactive/rpde-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from './support/gateway.js';
import { callGraphql } from './support/graphql.js';
import { failuresOf } from './support/validated.js';
import { staffHeader } from './support/tenant-world.js';
import { Visitor } from './support/visitor.js';

const COMMANDS = [...readFileSync('docs/open-data.md', 'utf8').matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, code = '']) => code.trim().split('\n'));
const BINARY = fileURLToPath(new URL('../dist/bundle/courtside.js', import.meta.url));
const LATER = { timeout: 30_000, interval: 200 };
const SELLER = 'https://riverside.example/';

interface Item {
  readonly id: string;
  readonly type: string;
  readonly superEvent?: { readonly name: string };
  readonly 'platform:checkoutUrlTemplate'?: string;
}

/** The validator takes a tenth of a second for each, and they differ by little. */
const everyTenth = <T>(items: readonly T[]): readonly T[] => items.filter((_item, index) => index % 10 === 0);

describe('real open data, by the words of docs/open-data.md', () => {
  let gateway: TestGateway;
  let feeds: ChildProcess;
  let feedUrl: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' });
    const [, file = ''] = /^node (\S+) &$/.exec(COMMANDS[0] ?? '') ?? [];
    feeds = spawn(process.execPath, [file], { env: { PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(feeds.stdout ?? feeds, 'data')) as [Buffer];
    feedUrl = /^http:\/\/localhost:\d+/.exec(String(line))?.[0] ?? '';
  });
  afterAll(async () => {
    feeds.kill();
    await gateway.stop();
  });

  /** The feeds tell of the days to come, and commands do what they do, by the machine's clock. */
  const catchUp = () => gateway.clock.advance((Date.now() - gateway.clock.now().getTime()) / 1000);
  /** Runs the one command that begins so, against this test's feeds and gateway. */
  const run = async (beginning: string): Promise<string> => {
    const [command, ...others] = COMMANDS.filter((line) => line.startsWith(beginning));
    if (command === undefined || others.length > 0) throw new Error(`the page has ${others.length + 1} of ${beginning}`);
    const here = command.replace('http://localhost:4100', feedUrl).replace('http://localhost:4000', gateway.url).replace('npx courtside', `'${process.execPath}' '${BINARY}'`);
    const { stdout } = await promisify(execFile)('sh', ['-c', here], { env: { PATH: process.env['PATH'], DATABASE_URL: gateway.databaseUrl } });
    catchUp();
    return stdout;
  };
  const countSlots = async () => ((await (await fetch(`${gateway.url}/api/v2/opportunities?limit=100&type=Slot&sellerId=${SELLER}`)).json()) as { items: Item[] }).items.length;
  const listed = async (): Promise<readonly Item[]> => (JSON.parse(await run("curl -s 'http")) as { items: Item[] }).items;

  it('begins as the README does', () => {
    const [serve = 'none', harvest = 'none'] = COMMANDS;
    expect(readFileSync('README.md', 'utf8')).toContain(`${serve}\n${harvest}\n`);
  });

  it('serves feeds that are good RPDE of good open data', async () => {
    for (const feed of ['sessions', 'facilities']) {
      const { pages } = await RpdeValidator(`${feedUrl}/${feed}`, { pageLimit: 10 });
      expect(pages.length).toBeGreaterThan(2);
      expect(pages.flatMap(({ errors }) => errors).filter(({ severity }) => severity === 'failure')).toEqual([]);
      const { items } = (await (await fetch(`${feedUrl}/${feed}`)).json()) as { items: { data: object }[] };
      for (const { data } of everyTenth(items)) expect(failuresOf(await validate(data, { version: '2.x' }))).toEqual([]);
    }
  });

  it('imports a feed, and shows what came of it, which nobody can book yet', async () => {
    expect(await run('npx courtside import')).toMatch(/^Imported \d+ pages with 30 items, 0 of them left out; \d+ entries of the catalogue written\./);
    expect(await run('npx courtside feed status')).toMatch(/Riverside Leisure +ACTIVE +\d+ s +30 +28 +0 +0\n/);
    const items = await listed();
    expect(items).toHaveLength(28);
    expect(items.filter((item) => 'platform:checkoutUrlTemplate' in item)).toEqual([]);
  });

  it('has the gateway follow a feed that is added', async () => {
    await run('npx courtside feed add');
    await expect.poll(countSlots, LATER).toBe(84);
  });

  it('shows it in words that OpenActive takes, with whose data it is', async () => {
    const { items } = (await (await fetch(`${gateway.url}/api/v2/opportunities?limit=100&sellerId=${SELLER}`)).json()) as { items: Item[] };
    expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['ScheduledSession', 'Slot']));
    for (const item of everyTenth(items)) expect(failuresOf(await validate({ '@context': ['https://openactive.io/', `${gateway.url}/ns`], ...item }, { version: '2.x' }))).toEqual([]);
    expect(items[0]).toMatchObject({ license: 'https://creativecommons.org/licenses/by/4.0/', publisher: { name: 'Riverside Leisure' } });
  });

  it('onboards the organiser by the pages behind the link, and books a free session through the page of its template', async () => {
    const { url } = JSON.parse(await run('curl -s -X POST')) as { url: string };
    const organiser = new Visitor(gateway.url);
    const done = await throughForms(organiser, new URL(url).pathname + new URL(url).search);
    expect(done).toContain('You are ready to take bookings');
    const bookable = (await listed()).filter((item) => 'platform:checkoutUrlTemplate' in item);
    expect(new Set(bookable.map(({ superEvent }) => superEvent?.name))).toEqual(new Set(['Sunrise Run']));
    const customer = new Visitor(gateway.url);
    const checkout = await customer.book(new URL(bookable[0]?.['platform:checkoutUrlTemplate']?.replace('{checkoutBaseUrl}', gateway.url) ?? '').pathname);
    const { text } = await customer.get(`${checkout}/confirmation`);
    expect(text).toContain('Sunrise Run');
    expect(text).toContain('Source: ');
    const [, reference] = /Booking reference: <strong>(\w+)</.exec(text) ?? [];
    const { data } = await callGraphql(gateway.graphqlUrl, '{ orders(first: 10) { nodes { reference state orderedItem { opportunity { id } } } } }', {}, null, await staffHeader(gateway, 'support'));
    expect(data.orders.nodes).toEqual([{ reference, state: 'CONFIRMED', orderedItem: [{ opportunity: { id: bookable[0]?.id } }] }]);
  });
});

const MOST_PAGES = 10;

/** Goes through the pages from an address on, ticks every box and sends every form, until a page has neither form nor a way to start. */
async function throughForms(visitor: Visitor, address: string): Promise<string> {
  let seen = await visitor.get(address);
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    if (seen.location !== '') seen = await visitor.get(new URL(seen.location, visitor.url).pathname);
    const [, start] = /href="([^"]+)"[^>]*>\s*Start now/.exec(seen.text) ?? [];
    const [, action, form = ''] = /<form method="post" action="([^"]+)"[^>]*>(.*?)<\/form>/s.exec(seen.text) ?? [];
    if (start !== undefined) seen = await visitor.get(start);
    else if (action === undefined) return seen.text;
    else {
      const fields = [...form.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value] as const);
      const { formToken = null, ...others } = Object.fromEntries(fields);
      seen = await visitor.post(action, others, { formToken });
    }
  }
  throw new Error(`no end after ${MOST_PAGES} pages: ${seen.text}`);
}
