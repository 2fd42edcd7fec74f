import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDemoData } from '../../src/store/demo-data.js';
import { migrate, openStore } from '../../src/store/open-store.js';
import { runCli } from '../support/cli.js';
import { freshFolder } from '../support/run-folder.js';
import { freshDatabaseUrl, migratedDatabaseUrl, STORES } from '../support/stores.js';
import { TestClock } from '../support/test-clock.js';

const brokers = async (url: string) => {
  const store = await openStore(url);
  const names = await store.fork().execute('select name from broker order by name');
  await store.close();
  return names.map((row) => String(row['name']));
};

describe.each(STORES)('migrating (%s)', (kind) => {
  it('is done by one at a time: of three at once one migrates, and the others wait and find nothing to do', async () => {
    const settings = { DATABASE_URL: await freshDatabaseUrl(kind) };
    const all = await Promise.all([0, 1, 2].map(() => runCli(['migrate', '--json'], settings)));
    expect(all.map(({ code, stderr }) => ({ code, stderr }))).toEqual(all.map(() => ({ code: 0, stderr: '' })));
    const applied = all.map(({ stdout }) => (JSON.parse(stdout) as { applied: string[] }).applied.length);
    expect(applied.filter((count) => count > 0)).toHaveLength(1);
  });
});

describe('a backup (sqlite)', () => {
  it('is taken while the database is written to, overwrites nothing, and comes back whole, over a database only when told', async () => {
    const url = await freshDatabaseUrl('sqlite');
    const path = url.slice('sqlite:'.length);
    const store = await openStore(url);
    await migrate(store);
    await loadDemoData(store.fork(), new TestClock().now());
    const before = await brokers(url);
    const file = join(freshFolder(), 'copy.db');
    expect(await runCli(['backup', file, '--json'], { DATABASE_URL: url })).toMatchObject({ code: 0, stderr: '', stdout: `${JSON.stringify({ backup: file })}\n` });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await runCli(['backup', file], { DATABASE_URL: url })).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') });

    await store.fork().execute("update broker set name = 'Changed since'");
    expect(await runCli(['restore', file], { DATABASE_URL: url })).toMatchObject({ code: 1, stderr: expect.stringContaining('--overwrite') });
    expect(await brokers(url)).not.toEqual(before);
    expect(await runCli(['restore', file, '--overwrite', '--json'], { DATABASE_URL: url })).toMatchObject({ code: 0, stderr: '' });
    await store.close();
    expect(await brokers(url)).toEqual(before);

    const elsewhere = `sqlite:${join(freshFolder(), 'elsewhere.db')}`;
    expect(await runCli(['restore', file, '--json'], { DATABASE_URL: elsewhere })).toMatchObject({ code: 0, stderr: '' });
    expect(await brokers(elsewhere)).toEqual(before);

    const damaged = join(freshFolder(), 'damaged.db');
    writeFileSync(damaged, 'this is no database, and never was one');
    expect(await runCli(['restore', damaged, '--overwrite'], { DATABASE_URL: url })).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be used') });
    expect(await brokers(url)).toEqual(before);
    expect(path).not.toBe(file);
  });
});

describe('a backup (postgres)', () => {
  it('says what to run where the tools of PostgreSQL are missing or too old, without the password', async () => {
    const url = await migratedDatabaseUrl('postgres');
    const file = join(freshFolder(), 'copy.dump');
    const refused = await runCli(['backup', file], { DATABASE_URL: url, PATH: freshFolder() });
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`pg_dump --format=custom`) });
    expect(refused.stderr).not.toContain('postgres:postgres');
    writeFileSync(file, '');
    expect(await runCli(['restore', file], { DATABASE_URL: url })).toMatchObject({ code: 1, stderr: expect.stringContaining('--overwrite') });
    expect(await runCli(['restore', file, '--overwrite'], { DATABASE_URL: url, PATH: freshFolder() })).toMatchObject({ code: 1, stderr: expect.stringContaining('pg_restore --clean') });
  });

  it('comes back whole where the tools are as new as the server', async ({ skip }) => {
    const url = await migratedDatabaseUrl('postgres');
    const store = await openStore(url);
    await loadDemoData(store.fork(), new TestClock().now());
    await store.close();
    const before = await brokers(url);
    const file = join(freshFolder(), 'copy.dump');
    const taken = await runCli(['backup', file], { DATABASE_URL: url });
    skip(/cannot be run|version mismatch/.test(taken.stderr), 'pg_dump is missing here, or older than the server');
    expect(taken).toMatchObject({ code: 0, stderr: '' });
    const elsewhere = await freshDatabaseUrl('postgres');
    expect(await runCli(['restore', file], { DATABASE_URL: elsewhere })).toMatchObject({ code: 0, stderr: '' });
    expect(await brokers(elsewhere)).toEqual(before);
  });
});
