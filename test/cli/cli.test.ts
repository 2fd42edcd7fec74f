import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateEncryptionKeys } from '../../src/access/secret-box.js';
import { courtside } from '../../src/cli/commands.js';
import { DEMO } from '../../src/store/demo-data.js';
import { openStore } from '../../src/store/open-store.js';
import { folderBeside, runCli, type CliResult } from '../support/cli.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { freshDatabaseUrl, STORES } from '../support/stores.js';

/** The commands that do something, as somebody types them. */
function leaves(command: Command, path: readonly string[] = []): string[] {
  return command.commands.length === 0 ? [path.join(' ')] : command.commands.flatMap((below) => leaves(below, [...path, below.name()]));
}
const COMMANDS = leaves(courtside(() => {}, {}));

/** The JSON that a command printed, and nothing beside it. */
function json({ code, stdout, stderr }: CliResult): unknown {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
}

function refusal({ code, stdout, stderr }: CliResult): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).not.toMatch(/\n +at /); // a message, no stack
  return stderr.trim();
}

interface CreatedBroker {
  readonly id: string;
  readonly name: string;
  readonly apiKey: string;
  readonly publishableKey: string;
  readonly webhookKey: string;
  readonly signingSecret: string;
}

/** The program and those of its commands that have commands. */
function groups(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [] : [command, ...command.commands.flatMap(groups)];
}

/** A process takes a second to start: what is the schema's to answer, on either store, is asked for on one. */
const ON_ONE_STORE = ['sqlite'] as const;

describe.each(ON_ONE_STORE)('courtside on a terminal (%s)', (store) => {
  let gateway: TestGateway;
  let settings: Record<string, string>;
  let folder: string;
  let created: CreatedBroker;
  const usedWithJson = new Set<string>();

  beforeAll(async () => {
    settings = { DATABASE_URL: await freshDatabaseUrl(store), DEMO: 'false' };
    gateway = await startTestGateway({ store, adapter: 'in process' }, settings);
    folder = folderBeside(gateway.dataFolder);
    gateway.clock.advance((Date.now() - gateway.clock.now().getTime()) / 1000); // the command line has the machine's clock
  });
  afterAll(() => gateway.stop());

  const run = (line: readonly string[], more: Record<string, string> = {}) => {
    if (line.includes('--json')) usedWithJson.add(COMMANDS.find((command) => line.filter((word) => !word.startsWith('--')).join(' ').startsWith(command)) ?? '');
    return runCli(line, { ...settings, ...more }, folder);
  };
  const ask = async (query: string, headers: Record<string, string>) => {
    const response = await fetch(gateway.graphqlUrl, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ query }) });
    return { status: response.status, ...((await response.json()) as { data?: unknown; errors?: { extensions: { code: string } }[] }) };
  };
  const statusOf = async (apiKey: string) => (await ask('{ currentBroker { id } }', { 'x-api-key': apiKey })).status;

  it('takes in a broker, and both printed keys work at once', async () => {
    const options = ['--name', 'Move More', '--url', 'https://move-more.example', '--origin', 'https://app.move-more.example', 'https://m.move-more.example'];
    created = json(await run(['broker', 'create', ...options, '--success-webhook', 'https://move-more.example/hooks', '--json'])) as CreatedBroker;
    expect(created).toMatchObject({ name: 'Move More', apiKey: expect.stringMatching(/^ck_live_/), publishableKey: expect.stringMatching(/^pk_live_/) });
    const { data } = await ask('{ currentBroker { id name url origins apiKeys { id } } }', { 'x-api-key': created.apiKey });
    const [, , keyId] = created.apiKey.split('_');
    const origins = ['https://app.move-more.example', 'https://m.move-more.example'];
    expect(data).toEqual({ currentBroker: { id: created.id, name: 'Move More', url: 'https://move-more.example', origins, apiKeys: [{ id: keyId }] } });
    for (const origin of origins) expect(await ask('{ opportunities { __typename } }', { 'x-api-key': created.publishableKey, origin })).toMatchObject({ status: 200 });
    expect(await ask('{ opportunities { __typename } }', { 'x-api-key': created.publishableKey, origin: 'https://elsewhere.example' })).toMatchObject({ status: 403 });
    expect(created).toMatchObject({ webhookKey: expect.stringMatching(/^wk_[\w-]{32}$/), signingSecret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) });
    const rows = await gateway.store.fork().execute('select kind, url from webhook_endpoint');
    expect(rows).toEqual([{ kind: 'ORDER_SUCCESS', url: 'https://move-more.example/hooks' }]);
  });

  it('takes the key that a broker wants in its webhooks, and no API key of anybody, ours or its own', async () => {
    const create = ['broker', 'create', '--name', 'Refused', '--url', 'https://refused.example', '--json'];
    const before = await gateway.store.fork().execute('select id from broker');
    const said = refusal(await run([...create, '--webhook-key', created.apiKey]));
    expect(said).toMatch(/webhookKey must not be an API key/);
    expect(said).not.toContain(created.apiKey);
    expect(await gateway.store.fork().execute('select id from broker')).toEqual(before);
    const database = { DATABASE_URL: await freshDatabaseUrl('sqlite') };
    const key = 'the-key-that-they-have-always-had';
    expect(json(await run([...create, '--webhook-key', key], database))).toMatchObject({ name: 'Refused', webhookKey: key, signingSecret: expect.stringMatching(/^whsec_/) });
  });

  it('lists all brokers and no secret', async () => {
    const result = await run(['broker', 'list', '--json']);
    expect(json(result)).toMatchObject([{ id: created.id, name: 'Move More', apiKeys: [{ retiredAt: null }], publishableKeys: [{ id: created.publishableKey }] }]);
    const [, , , secret = 'none'] = created.apiKey.split('_');
    for (const hidden of [secret, created.webhookKey, created.signingSecret]) expect(result.stdout).not.toContain(hidden);
  });

  it('rotates a key: the newest other stays live, a third is retired', async () => {
    const rotate = async () => (json(await run(['key', 'rotate', '--broker', created.id, '--json'])) as { apiKey: string }).apiKey;
    const second = await rotate();
    expect(await Promise.all([created.apiKey, second].map(statusOf))).toEqual([200, 200]);
    const third = await rotate();
    gateway.clock.advance(60); // the two clocks need not agree to the second
    await expect.poll(() => statusOf(created.apiKey), { timeout: 10_000 }).toBe(401); // a gateway knows a key for a second
    expect(await Promise.all([second, third].map(statusOf))).toEqual([200, 200]);
  });

  it('puts what it changes on record under the name of whoever is at the terminal', async () => {
    const entries = await gateway.store.reads.selectFrom('audit_entry').select(['actor', 'action', 'reason']).where('subject', '=', `broker ${created.id}`).orderBy('at').orderBy('id').execute();
    expect(entries.map(({ action }) => action)).toEqual(['createBroker', ...entries.slice(1).map(() => 'rotateApiKey')]);
    expect(entries.length).toBeGreaterThan(1);
    for (const { actor, reason } of entries) {
      expect(actor).toBe(`cli:${userInfo().username}`);
      expect(reason).toMatch(/ on the command line$/);
    }
  });

  it('knows no broker by another id: one sentence, and exit code 1', async () => {
    const results = await Promise.all(['0193a000-0000-7000-8000-00000000ffff', 'move-more'].map((id) => run(['key', 'rotate', '--broker', id, '--json'])));
    for (const result of results) expect(refusal(result)).toBe('There is no broker with this id.');
  });

  it('names every problem of a broker at once, and takes in nobody', async () => {
    const result = await run(['broker', 'create', '--name', ' ', '--url', 'ftp://a.example', '--origin', 'https://a.example/path', '--success-webhook', 'a', '--customer-webhook', 'javascript:b']);
    const [, ...problems] = refusal(result).split('\n').map((line) => line.trim().split(' ')[0]);
    expect(new Set(problems)).toEqual(new Set(['name', 'url', 'origins.0', 'successWebhook', 'customerWebhook']));
    expect(await gateway.store.fork().execute('select name from broker')).toEqual([{ name: 'Move More' }]);
  });

  it('lets staff in by a token that goes as far as its role', async () => {
    const tokens = [['staff', 'token', '--json'], ['staff', 'token', '--role', 'admin', '--json']].map(async (line) => (json(await run(line)) as { token: string }).token);
    const [support, admin] = await Promise.all(tokens);
    const create = 'mutation { createBroker(input: { name: "By staff", url: "https://by-staff.example", reason: "they asked" }) { __typename } }';
    const headers = { authorization: `Bearer ${support}` };
    expect(await ask('{ brokers { nodes { name } } }', headers)).toMatchObject({ status: 200, data: { brokers: { nodes: [{ name: 'Move More' }] } } });
    expect(await ask(create, headers)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect(await ask(create, { authorization: `Bearer ${admin}` })).toMatchObject({ data: { createBroker: { __typename: 'CreateBrokerPayload' } } });
  });

  it('takes --json with every command', () => {
    const others = COMMANDS.filter((command) => !/^(webhook|feed|import|listen|doctor|backup|restore|migrate|demo)\b/.test(command)); // those have tests of their own
    expect([...usedWithJson].toSorted()).toEqual(others.toSorted());
  });
});

describe.each(STORES)('courtside on a terminal, before a store of its own (%s)', (store) => {
  const settings = { DEMO: 'false' };

  it('migrates, and a second time does nothing', async () => {
    const database = { DATABASE_URL: await freshDatabaseUrl(store) };
    expect(json(await runCli(['migrate', '--json'], { ...settings, ...database }))).toMatchObject({ applied: expect.arrayContaining([expect.any(String)]) });
    expect(json(await runCli(['migrate', '--json'], { ...settings, ...database }))).toEqual({ applied: [] });
  });

  it('loads the demo world, once and again the same, and never where DEMO is false', async () => {
    const database = { DATABASE_URL: await freshDatabaseUrl(store) };
    expect(refusal(await runCli(['demo'], { ...settings, ...database }))).toBe('The demo world has public keys, so it is loaded only where DEMO is true.');
    const content: unknown[] = [];
    for (let time = 0; time < 2; time += 1) {
      expect(json(await runCli(['demo', '--json'], { ...settings, ...database, DEMO: 'true' }))).toEqual({ loaded: 'demo world' });
      const opened = await openStore(database.DATABASE_URL);
      const em = opened.fork();
      content.push([await em.execute('select id from broker order by id'), await em.execute('select id from opportunity order by id'), await em.execute('select key from offer order by key')]);
      await opened.close();
    }
    expect(content[0]).toMatchObject([[{ id: DEMO.brokerIds.fitnessFinder }, { id: DEMO.brokerIds.clubCompass }], {}, {}]);
    expect(content[1]).toEqual(content[0]);
  });
});

describe('courtside', () => {
  it('speaks in lines to a person, and in JSON wherever --json stands', async () => {
    const settings = { DATABASE_URL: await freshDatabaseUrl('sqlite'), DEMO: 'false' };
    const made = await runCli(['broker', 'create', '--name', 'In lines', '--url', 'https://in-lines.example'], settings);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^id: [0-9a-f-]{36}\nname: In lines\napiKey: ck_live_\w+\npublishableKey: pk_live_\w+\nwebhookKey: wk_[\w-]{32}\nsigningSecret: whsec_[\w+/]{43}=\n$/);
    const [asLines, jsonFirst] = await Promise.all([runCli(['broker', 'list'], settings), runCli(['--json', 'broker', 'list'], settings)]);
    expect(asLines.stdout).toMatch(/^name: In lines$/m);
    expect(json(jsonFirst)).toMatchObject([{ name: 'In lines' }]);
  });

  it('lists every command in its help', async () => {
    const { code, stdout } = await runCli(['--help'], {});
    expect([code, stdout]).toEqual([0, courtside(() => {}, {}).helpInformation()]);
    for (const group of groups(courtside(() => {}, {}))) {
      const listed = group.helpInformation().split('Commands:')[1]?.split('\n').flatMap((line) => /^ {2}(\w+)/.exec(line)?.[1] ?? []);
      expect(listed?.filter((name) => name !== 'help')).toEqual(group.commands.map((command) => command.name()));
    }
  });

  it('reports all bad settings at once, and does nothing', async () => {
    const said = refusal(await runCli(['migrate'], { DATABASE_URL: 'mysql://a', PORT: 'many', DEMO: 'perhaps', LOG_LEVEL: 'loud', STAFF_JWKS_URL: 'nowhere' }));
    for (const name of ['DATABASE_URL', 'PORT', 'DEMO', 'LOG_LEVEL', 'STAFF_JWKS_URL']) expect(said).toMatch(new RegExp(`^ +${name}: `, 'm'));
  });

  it.each([
    ['an unknown command', ['broker', 'rename'], /unknown command 'rename'/],
    ['a missing option', ['broker', 'create', '--name', 'A'], /required option '--url <url>' not specified/],
    ['an unknown role', ['staff', 'token', '--role', 'root'], /Allowed choices are support, operator, admin/],
  ] as const)('refuses %s', async (_case, line, message) => {
    const database = await freshDatabaseUrl('sqlite');
    expect(refusal(await runCli([...line], { DATABASE_URL: database }))).toMatch(message);
  });

  it('signs no staff token where an issuer does', async () => {
    const issuer = { STAFF_ISSUER: 'https://id.example', STAFF_AUDIENCE: 'courtside', STAFF_JWKS_URL: 'https://id.example/jwks' };
    const said = refusal(await runCli(['staff', 'token', '--role', 'admin'], { DATABASE_URL: await freshDatabaseUrl('sqlite'), ...issuer }));
    expect(said).toBe('Staff tokens come from the issuer that STAFF_ISSUER names.');
  });

  it('touches no database in production that migrations have not reached', async () => {
    const production = { NODE_ENV: 'production', DEMO: 'false', PUBLIC_URL: 'https://courtside.example', ENCRYPTION_KEYS: generateEncryptionKeys(), LINK_SIGNING_KEYS: readFileSync(new URL('../fixtures/link-signing-keys.json', import.meta.url), 'utf8') };
    const said = refusal(await runCli(['broker', 'list'], { DATABASE_URL: await freshDatabaseUrl('sqlite'), ...production }));
    expect(said).toMatch(/^The database lacks the migrations .+: run `courtside migrate`\.$/);
  });
});
