import { setTimeout as pause } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Broker } from '../../src/broker/broker.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { OverTime, requireTime, withinSeconds } from '../../src/shared/time-limit.js';
import { logOnDisk, type LogOnDisk } from '../../src/store/log-on-disk.js';
import { NodeSqliteDialect } from '../../src/store/node-sqlite.js';
import { migrate, openStore, type Store } from '../../src/store/open-store.js';
import type { ImmediateConnection } from '../../src/store/prepared.js';
import type { Tables } from '../../src/store/tables.js';
import { WriteLane, type WritingConnection } from '../../src/store/write-lane.js';
import { countStatements } from '../support/count-statements.js';
import { freshDatabaseUrl } from '../support/stores.js';

const NOW = new Date('2026-11-20T12:00:00.123Z');
const INSERT = 'insert into broker (id, name, url, created_at) values (?, ?, ?, ?)';

const add = (name: string, then?: () => void, insert = INSERT) => (connection: ImmediateConnection) => {
  connection.run(insert, [newUuid(), name, 'https://broker.example/', NOW]);
  then?.();
  return name;
};
const fail = (message: string) => () => {
  throw new Error(message);
};
const commitsIn = (statements: readonly string[]) => statements.filter((sql) => sql === 'commit').length;

const endless = (connection: ImmediateConnection) => {
  for (;;) {
    connection.run('select 1', []);
    requireTime();
  }
};

/** Another lane on the same file. */
async function withLaneOf(databaseUrl: string, log: Pick<LogOnDisk, 'reach'>, work: (own: WriteLane, syncing: () => unknown) => Promise<void>): Promise<void> {
  const dialect = new NodeSqliteDialect({ path: databaseUrl.slice('sqlite:'.length) });
  const { database } = dialect;
  const kysely = new Kysely<Tables>({ dialect });
  try {
    const connection: WritingConnection = { kysely, run: (text, values) => database.run(text, values), isTransaction: () => database.isTransaction, inLogOnly: (unsynced) => database.inLogOnly(unsynced) };
    await work(new WriteLane(kysely, connection, log), () => database.run('pragma synchronous', [])[0]);
  } finally {
    await kysely.destroy();
    database.close();
  }
}

describe('writes that share a commit (sqlite)', () => {
  let databaseUrl: string;
  let store: Store;
  let lane: WriteLane;
  beforeEach(async () => {
    databaseUrl = await freshDatabaseUrl('sqlite');
    store = await openStore(databaseUrl);
    await migrate(store);
    if (!store.lane) throw new Error('SQLite has a lane');
    lane = store.lane;
  });
  afterEach(() => store.close());

  const namesRead = async () => (await store.reads.selectFrom('broker').select('name').orderBy('name').execute()).map(({ name }) => name);

  it('are one commit for all that come together, and each is answered when a reader sees it', async () => {
    const names = Array.from({ length: 20 }, (_none, index) => `b${String(index).padStart(2, '0')}`);
    const [statements, seen] = await countStatements().during(() => Promise.all(names.map(async (name) => [await lane.run(add(name)), (await namesRead()).includes(name)])));
    expect(seen).toEqual(names.map((name) => [name, true]));
    expect(commitsIn(statements)).toBe(1);
  });

  it('take back the one that fails, with all that it has written, and no other', async () => {
    const outcomes = await Promise.allSettled([lane.run(add('a')), lane.run(add('b', fail('b has failed'))), lane.run(add('c'))]);
    expect(outcomes).toEqual([{ status: 'fulfilled', value: 'a' }, { status: 'rejected', reason: new Error('b has failed') }, { status: 'fulfilled', value: 'c' }]);
    expect(await namesRead()).toEqual(['a', 'c']);
  });

  it('are done again one by one when one of them loses the transaction of all', async () => {
    const taken = newUuid();
    await lane.run(({ run }) => run(INSERT, [taken, 'taken', 'https://broker.example/', NOW]));
    const loses = ({ run }: ImmediateConnection) => run(INSERT.replace('insert', 'insert or rollback'), [taken, 'again', 'https://broker.example/', NOW]);
    const outcomes = await Promise.allSettled([lane.run(add('a')), lane.run(loses), lane.run(add('c'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await namesRead()).toEqual(['a', 'c', 'taken']);
  });

  it('wait for a transaction of the ORM that runs, and are not part of it', async () => {
    const inside = Promise.withResolvers<void>();
    const rolledBack = store.fork().transactional(async (em) => {
      em.create(Broker, { id: newUuid(), name: 'of the ORM', url: 'https://broker.example/', createdAt: NOW });
      await em.flush();
      inside.resolve();
      await pause(1); // turns in which the lane could run
      throw new Error('taken back');
    });
    await inside.promise;
    const [unit] = await Promise.allSettled([rolledBack, lane.run(add('a'))]);
    expect(unit.status).toBe('rejected');
    expect(await namesRead()).toEqual(['a']);
  });

  it('must be synchronous: what gives a promise is refused, and nothing of it stays', async () => {
    const late = lane.run(async (connection) => add('late')(connection));
    await expect(late).rejects.toThrow('synchronous');
    expect(await namesRead()).toEqual([]);
  });

  it('keep to the time of each request: one whose time is over is not written, and nobody else hears of it', async () => {
    const late = withinSeconds(0.05, () => lane.run(endless));
    const [first, second] = await Promise.allSettled([late, lane.run(add('a'))]);
    expect(first).toEqual({ status: 'rejected', reason: new OverTime() });
    expect(second).toEqual({ status: 'fulfilled', value: 'a' });
    expect(await namesRead()).toEqual(['a']);
  });

  describe('and a disk that takes its time', () => {
    it('are answered when they are there; what comes meanwhile is one commit, and waits for its own turn', async () => {
      const log = logOnDisk(databaseUrl.slice('sqlite:'.length));
      const turns = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let reached = 0;
      const slow = { reach: () => turns[reached++]?.promise.then(() => log.reach()) ?? Promise.reject(new Error('a third time')) };
      await withLaneOf(databaseUrl, slow, async (own) => {
        const answered: string[] = [];
        const run = async (name: string) => answered.push(await own.run(add(name)));
        const first = run('a');
        expect(own.onItsWay).toBeUndefined();
        await vi.waitFor(() => expect(reached).toBe(1));
        const seen = await namesRead();
        const onItsWay = own.onItsWay?.then(() => answered.push('who has read a'));
        const others = [run('b'), run('c')];
        await pause(20);
        expect({ seen, answered, reached, isOnItsWay: onItsWay !== undefined }).toEqual({ seen: ['a'], answered: [], reached: 1, isOnItsWay: true });
        turns[0]?.resolve();
        await Promise.all([first, onItsWay]);
        expect(answered.toSorted()).toEqual(['a', 'who has read a']);
        await vi.waitFor(() => expect(reached).toBe(2));
        expect(await namesRead()).toEqual(['a', 'b', 'c']);
        turns[1]?.resolve();
        await Promise.all(others);
        expect({ answered: answered.slice(2), reached, onItsWay: own.onItsWay }).toEqual({ answered: ['b', 'c'], reached: 2, onItsWay: undefined });
      });
      await log.close();
    });

    it('are told when it has failed, and go on', async () => {
      const nowhere = logOnDisk('/nowhere/at-all');
      await withLaneOf(databaseUrl, nowhere, async (own) => {
        await expect(own.run(add('a'))).rejects.toThrow('ENOENT');
        expect(own.onItsWay).toBeUndefined();
        await expect(Promise.all([own.run(add('b')), own.run(add('c'))])).rejects.toThrow('ENOENT');
      });
    });

    it('leave SQLite to see to the disk in every other commit', async () => {
      const log = logOnDisk(databaseUrl.slice('sqlite:'.length));
      await withLaneOf(databaseUrl, log, async (own, syncing) => {
        const inside = await own.run(({ run }) => run('pragma synchronous', [])[0]);
        expect([inside, syncing()]).toEqual([{ synchronous: 1 }, { synchronous: 2 }]);
        await expect(own.run(fail('it has failed'))).rejects.toThrow('it has failed');
        expect(syncing()).toEqual({ synchronous: 2 });
      });
      await log.close();
    });
  });

  it('are all refused once the store is closed', async () => {
    await store.close();
    await expect(lane.run(add('a'))).rejects.toThrow();
    store = await openStore(await freshDatabaseUrl('sqlite'));
  });
});
