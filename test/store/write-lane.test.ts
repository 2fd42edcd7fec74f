import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Broker } from '../../src/broker/broker.entity.js';
import { newUuid } from '../../src/shared/ids.js';
import { OverTime, requireTime, withinSeconds } from '../../src/shared/time-limit.js';
import { migrate, openStore, type Store } from '../../src/store/open-store.js';
import type { ImmediateConnection } from '../../src/store/prepared.js';
import type { WriteLane } from '../../src/store/write-lane.js';
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

describe('writes that share a commit (sqlite)', () => {
  let store: Store;
  let lane: WriteLane;
  beforeEach(async () => {
    store = await openStore(await freshDatabaseUrl('sqlite'));
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

  it('are all refused once the store is closed', async () => {
    await store.close();
    await expect(lane.run(add('a'))).rejects.toThrow();
    store = await openStore(await freshDatabaseUrl('sqlite'));
  });
});
