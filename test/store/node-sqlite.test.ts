import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Broker } from '../../src/broker/broker.entity.js';
import { NodeSqliteDialect } from '../../src/store/node-sqlite.js';
import { migrate, openStore, type Store } from '../../src/store/open-store.js';
import { Prepared } from '../../src/store/prepared.js';
import { runTogether } from '../support/run-together.js';
import { freshDatabaseUrl } from '../support/stores.js';

const ID = '0193a000-0000-7000-8000-000000000009';
const NOW = new Date('2026-11-20T12:00:00.123Z');

describe('the embedded SQLite', () => {
  let databaseUrl: string;
  let store: Store;
  beforeEach(async () => {
    databaseUrl = await freshDatabaseUrl('sqlite');
    store = await openStore(databaseUrl);
    await migrate(store);
  });
  afterEach(() => store.close());

  const addBroker = async (name = '0') => {
    const em = store.fork();
    em.create(Broker, { id: ID, name, url: 'https://broker.example/', createdAt: NOW });
    await em.flush();
  };
  const namesRead = async () => (await store.reads.selectFrom('broker').select('name').execute()).map(({ name }) => name);

  it.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2], // FULL: a commit that was answered survives a power cut
    ['foreign_keys', 1],
    ['busy_timeout', 5_000],
  ])('writes with pragma %s = %s', async (pragma, value) => {
    const [row] = await store.fork().execute<Record<string, unknown>[]>(`pragma ${pragma}`);
    expect(Object.values(row ?? {})).toEqual([value]);
  });

  it('names the values of a row by the columns that there are when it is read', async () => {
    await store.fork().execute('create table thing (a text)');
    await store.fork().execute("insert into thing values ('1')");
    const read = async () => (await sql`select * from thing`.execute(store.reads)).rows;
    expect(await read()).toEqual([{ a: '1' }]);
    await store.fork().execute("alter table thing add column b text default '2'");
    expect(await read()).toEqual([{ a: '1', b: '2' }]);
  });

  it('binds a Date as milliseconds, a boolean as 0 or 1, nothing as null', async () => {
    const { rows } = await sql`select ${NOW} as date, ${true} as yes, ${false} as no, ${undefined} as missing, ${null} as none`.execute(store.reads);
    expect(rows).toEqual([{ date: NOW.getTime(), yes: 1, no: 0, missing: null, none: null }]);
  });

  it('gives a unit of work its Date back to the millisecond, and reads the same', async () => {
    await addBroker();
    expect((await store.fork().findOneOrFail(Broker, ID)).createdAt).toEqual(NOW);
    const { rows } = await sql`select created_at, typeof(created_at) as type from broker where created_at = ${NOW}`.execute(store.reads);
    expect(rows).toEqual([{ created_at: NOW.getTime(), type: 'integer' }]);
  });

  it('shows a commit to whoever reads after it, in the same turn too, and from another process in the next turn', async () => {
    const names = new Prepared<Readonly<Record<string, unknown>>, { readonly name: string }>((on) => on.selectFrom('broker').select('name'));
    const read = () => names.rows(store.reads, {});
    const elsewhere = new DatabaseSync(databaseUrl.slice('sqlite:'.length));
    const rename = (name: string) => elsewhere.prepare('update broker set name = ?').run(name);
    await addBroker('before');
    const seen = await store.lane?.run(({ run }) => {
      const seenBefore = read();
      run("update broker set name = 'by us'", []);
      return seenBefore;
    });
    expect(seen).toEqual([{ name: 'before' }]);
    expect(read()).toEqual([{ name: 'by us' }]);
    rename('elsewhere');
    expect(read()).toEqual([{ name: 'by us' }]); // one look for all of this turn
    await new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));
    expect(read()).toEqual([{ name: 'elsewhere' }]);
    elsewhere.close();
  });

  it('lets the write-ahead log be taken over whole, however much is read meanwhile', async () => {
    const names = new Prepared<Readonly<Record<string, unknown>>, { readonly name: string }>((on) => on.selectFrom('broker').select('name'));
    await addBroker();
    for (let round = 0; round < 3; round += 1) {
      await store.lane?.run(({ run }) => {
        void names.rows(store.reads, {});
        return run('update broker set name = ?', [String(round)]);
      });
      const [taken] = await store.fork().execute<{ log: number; checkpointed: number }[]>('pragma wal_checkpoint(passive)');
      expect(taken?.checkpointed).toBe(taken?.log);
    }
  });

  it('answers again and again from a statement that it has prepared once', async () => {
    await addBroker('first');
    expect(await namesRead()).toEqual(['first']);
    await store.fork().nativeUpdate(Broker, ID, { name: 'second' });
    expect(await namesRead()).toEqual(['second']);
  });

  it('keeps working past the number of statements that it keeps', async () => {
    for (let count = 0; count < 520; count += 1) {
      const { rows } = await sql<{ n: number }>`select ${sql.lit(count)} as n`.execute(store.reads);
      expect(rows).toEqual([{ n: count }]);
    }
  });

  it('does not show an open transaction to readers, and shows it from its commit', async () => {
    const em = store.fork();
    await em.begin();
    em.create(Broker, { id: ID, name: 'Half done', url: 'https://broker.example/', createdAt: NOW });
    await em.flush();
    expect(await namesRead()).toEqual([]);
    await em.commit();
    expect(await namesRead()).toEqual(['Half done']);
  });

  it('never shows a transaction that was rolled back', async () => {
    const failing = store.fork().transactional(async (tx) => {
      tx.create(Broker, { id: ID, name: 'Gone', url: 'https://broker.example/', createdAt: NOW });
      await tx.flush();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await namesRead()).toEqual([]);
  });

  it('refuses to write on the connection for reads', async () => {
    await expect(store.reads.deleteFrom('broker').execute()).rejects.toThrow('attempt to write a readonly database');
  });

  it('refuses a reference to nothing', async () => {
    const dangling = store.fork().execute(`insert into api_key (id, broker_id, secret_hash, created_at) values ('key', '${ID}', 'hash', 0)`);
    await expect(dangling).rejects.toThrow('FOREIGN KEY');
  });

  it('takes the write lock when a transaction begins, before it has written anything', async () => {
    const em = store.fork();
    await em.begin();
    const impatient = new Kysely({ dialect: new NodeSqliteDialect({ path: databaseUrl.slice('sqlite:'.length) }) });
    await sql`pragma busy_timeout = 0`.execute(impatient);
    await expect(impatient.transaction().execute(async () => {})).rejects.toThrow('database is locked');
    await em.rollback();
    await expect(impatient.transaction().execute(async () => 'mine now')).resolves.toBe('mine now');
    await impatient.destroy();
  });

  it('lets two processes read and then write at once: every transaction of both counts', async () => {
    await addBroker('0');
    const job = { job: 'count-up', databaseUrl, times: 50, brokerId: ID } as const;
    expect(new Set((await runTogether(job, job)).flat())).toEqual(new Set(['done']));
    expect(await namesRead()).toEqual(['100']);
  });
});
