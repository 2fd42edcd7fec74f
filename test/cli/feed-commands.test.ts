import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { courtside } from '../../src/cli/commands.js';
import { openStore, type Store } from '../../src/store/open-store.js';
import { runCli } from '../support/cli.js';
import { FeedServer } from '../support/feed-server.js';
import { idOf, series, session } from '../support/published.js';
import { migratedDatabaseUrl } from '../support/stores.js';

const BINARY = fileURLToPath(new URL('../../dist/bundle/courtside.js', import.meta.url)); // what `npm run build` makes
const WHY = ['--reason', 'they asked on the phone'];

/** A page that goes on at an address where nothing is. */
const page = (...items: object[]) => ({ next: 'https://elsewhere.example/2', items: items.map((one) => ({ state: 'updated', ...one })) });

describe('courtside feed and import', () => {
  let settings: Record<string, string>;
  let store: Store;
  let server: FeedServer;
  beforeAll(async () => {
    settings = { DATABASE_URL: await migratedDatabaseUrl('sqlite'), DEMO: 'true' };
    await run('demo');
    store = await openStore(settings['DATABASE_URL'] ?? '');
    server = await FeedServer.start(() => new Date());
  });
  afterEach(() => expect(server.offences).toEqual([]));
  afterAll(async () => {
    await server.stop();
    await store.close();
  });

  /** In this process, with --json; gives what it printed. */
  const run = async (...line: readonly string[]): Promise<any> => { // oxlint-disable-line typescript/no-explicit-any -- a test names what it expects inside
    const printed: string[] = [];
    const program = courtside((text) => printed.push(text), settings);
    for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) command.exitOverride().configureOutput({ writeErr: () => {} });
    await program.parseAsync([...line, '--json'], { from: 'user' });
    return JSON.parse(printed[0] ?? '');
  };
  const listed = async (prefix: string) => (await store.reads.selectFrom('opportunity').where('id', 'like', `${prefix}%`).select('id').execute()).length;
  const folder = mkdtempSync(join(tmpdir(), 'courtside-import-'));
  const fileOf = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('adds, lists, pauses, resumes and removes feeds, and puts it on record', async () => {
    const added = await run('feed', 'add', 'https://data.example/feed', '--publisher', 'Example Leisure', '--time-zone', 'Europe/Dublin');
    expect(added).toMatchObject({ url: 'https://data.example/feed', publisher: 'Example Leisure', timeZone: 'Europe/Dublin', state: 'ACTIVE', pagesRead: 0 });
    expect(await run('feed', 'list')).toMatchObject([{ id: added.id, state: 'ACTIVE' }]);
    expect(await run('feed', 'pause', added.id, ...WHY)).toMatchObject({ state: 'PAUSED', stateReason: WHY[1], dueAt: null });
    expect(await run('feed', 'pause', added.id, ...WHY)).toMatchObject({ state: 'PAUSED' });
    expect(await run('feed', 'resume', added.id, ...WHY)).toMatchObject({ state: 'ACTIVE', stateReason: null });
    expect(await run('feed', 'remove', added.id, ...WHY)).toMatchObject({ state: 'REMOVED' });
    expect(await run('feed', 'list')).toEqual([]);
    const entries = await store.reads.selectFrom('audit_entry').where('subject', '=', `feed ${added.id}`).select(['action', 'actor']).orderBy('at').orderBy('id').execute();
    expect(entries.map(({ action }) => action)).toEqual(['addFeed', 'pauseFeed', 'resumeFeed', 'removeFeed']);
    for (const { actor } of entries) expect(actor).toMatch(/^cli:/);
  });

  it('says in a sentence what it cannot do', async () => {
    await expect(run('feed', 'add', 'ftp://data.example/feed', '--time-zone', 'Mars/North')).rejects.toThrow(/\n {2}url must be an absolute http or https URL\n {2}timeZone must be the IANA name of a zone/);
    await expect(run('feed', 'pause', 'x', ...WHY)).rejects.toThrow('There is no such feed.');
    await expect(run('feed', 'pause', 'x')).rejects.toThrow("required option '--reason <text>' not specified");
    const { id, url } = await run('feed', 'add', 'https://data.example/other');
    await expect(run('feed', 'add', url)).rejects.toThrow('There is a feed with this address.');
    await run('feed', 'remove', id, ...WHY);
    await expect(run('feed', 'resume', id, ...WHY)).rejects.toThrow('This cannot be done to a feed that is REMOVED.');
    const nothing = await runCli(['import', 'nowhere'], settings);
    expect(nothing).toMatchObject({ code: 1, stderr: 'nowhere is neither an http or https URL nor a file.\n' });
  });

  it('imports a feed up to its end, stops after the page under way, and goes on when it is run again', async () => {
    const ofSeries = server.feed('series');
    ofSeries.publish(series('a', 1));
    const first = await runCli(['import', ofSeries.url, '--json'], settings);
    expect(JSON.parse(first.stdout)).toMatchObject({ pages: 2, items: 1, rejected: 0, derived: 3, isComplete: true });
    const feed = server.feed('sessions', { ordering: 'TIMESTAMP', pageSize: 1 });
    for (let index = 0; index < 6; index += 1) feed.publish(session(`cli-${index}`, index, 'a'));
    const child = spawn(process.execPath, [BINARY, 'import', feed.url], { env: { PATH: process.env['PATH'], ...settings }, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const said: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    server.onRequest = () => feed.asked.length === 2 && child.kill('SIGINT');
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(130);
    expect(said.join('')).toMatch(new RegExp(`^Stopped after \\d pages .*To go on, run \`courtside import ${feed.url}\` again`));
    server.onRequest = () => {};
    const stopped = await listed(idOf('sessions', 'cli-'));
    expect(stopped).toBeLessThan(6);
    const again = await runCli(['import', feed.url], settings);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Imported \d pages with \d items, 0 of them left out; \d entries/), stderr: expect.stringMatching(/pages, .* items\/s/) });
    expect(await listed(idOf('sessions', 'cli-'))).toBe(6);
  });

  it('reads a file of pages, a page on many lines or one on each, wherever they say that they go on; a second time changes nothing', async () => {
    const lines = fileOf('lines.ndjson', `${JSON.stringify(page(session('file-1', 1, 'f')))}\n\n${JSON.stringify({ items: [{ state: 'updated', ...series('f', 1) }, 'nonsense'] })}\n`);
    for (const derived of [4, 0]) {
      const { code, stdout } = await runCli(['import', lines, '--publisher', 'A file', '--json'], settings);
      expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ pages: 2, items: 3, rejected: 1, derived, isComplete: true })]);
    }
    const whole = fileOf('page.json', JSON.stringify(page(session('file-2', 1, 'f')), null, 2));
    expect(JSON.parse((await runCli(['import', whole, '--json'], settings)).stdout)).toMatchObject({ pages: 1, items: 1 });
    expect(await listed(idOf('sessions', 'file-'))).toBe(2);
    const bad = fileOf('bad.ndjson', '{"items": []}\n<html>\n');
    expect(await runCli(['import', bad], settings)).toMatchObject({ code: 1, stderr: expect.stringContaining('line 2: The page is no JSON') });
    expect(await run('feed', 'list')).toContainEqual(expect.objectContaining({ publisher: 'A file', state: 'FILE' }));
  });
});
