import { describe, expect, it } from 'vitest';
import { readinessOf } from '../../src/health.js';
import { newUuid } from '../../src/shared/ids.js';
import { addSeconds } from '../../src/shared/clock.js';
import { migrate, openStore } from '../../src/store/open-store.js';
import { addTask } from '../../src/outbox/add-task.js';
import { freshDatabaseUrl, STORES } from '../support/stores.js';
import { TestClock } from '../support/test-clock.js';

describe.each(STORES)('being ready (%s)', (kind) => {
  it('needs the store, every migration, and an outbox in which nothing is overdue for too long, and each is told apart', async () => {
    const clock = new TestClock();
    const store = await openStore(await freshDatabaseUrl(kind));
    await migrate(store);
    const ready = readinessOf(store, clock, { maxOutboxLagSeconds: 60 });
    expect(await ready()).toEqual({ isReady: true, checks: { store: { isOk: true }, migrations: { isOk: true }, outbox: { isOk: true, overdueSeconds: 0 } } });

    await store.fork().transactional(async (tx) => addTask(tx, 'REFRESH_ACCOUNT', newUuid(), clock.now(), addSeconds(clock.now(), -60)));
    expect(await ready()).toMatchObject({ isReady: true, checks: { outbox: { isOk: true, overdueSeconds: 60 } } });
    clock.advance(1);
    expect(await ready()).toMatchObject({ isReady: false, checks: { migrations: { isOk: true }, outbox: { isOk: false, overdueSeconds: 61 } } });

    await store.fork().execute("delete from mikro_orm_migrations where name = '0003-webhooks'");
    expect(await ready()).toMatchObject({ isReady: false, checks: { store: { isOk: true }, migrations: { isOk: false, problem: 'not applied: 0003-webhooks' } } });

    await store.close();
    expect(await ready()).toMatchObject({ isReady: false, checks: { store: { isOk: false }, migrations: { isOk: false }, outbox: { isOk: false } } });
  });
});
