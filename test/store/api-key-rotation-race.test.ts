import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/broker/api-key.entity.js';
import { Broker } from '../../src/broker/broker.entity.js';
import { DEMO, loadDemoData } from '../../src/store/demo-data.js';
import { openStore, type Store } from '../../src/store/open-store.js';
import { runTogether } from '../support/run-together.js';
import { migratedDatabaseUrl, STORES } from '../support/stores.js';

/*
 * The guarantee: however many processes rotate at once, no moment shows more than two live keys of a broker, and the one
 * made last is always live. The key that makes the calls lives on, unless another key's rotation has retired it.
 */

const BROKER = DEMO.brokerIds.fitnessFinder;
const FIRST = 'demofitnessfinder';
const SECOND = 'anotherkey';
const TIMES = 10;

describe.each(STORES)('two processes that rotate one broker’s keys at once (%s)', (kind) => {
  let databaseUrl: string;
  let store: Store;
  beforeEach(async () => {
    databaseUrl = await migratedDatabaseUrl(kind);
    store = await openStore(databaseUrl);
    await loadDemoData(store.fork(), new Date());
  });
  afterEach(() => store.close());

  const liveKeys = async () => {
    const rows = await store.reads.selectFrom('api_key').where('broker_id', '=', BROKER).where('retired_at', 'is', null).select('id').execute();
    return rows.map(({ id }) => id);
  };
  /** Rotates in two processes, ten times each, and looks on all the while. */
  const race = async (...keyOfEach: readonly string[]) => {
    const state = { isOver: false };
    let mostLive = 0;
    const racing = runTogether(...keyOfEach.map((apiKeyId) => ({ job: 'rotate-keys', databaseUrl, times: TIMES, brokerId: BROKER, apiKeyId }) as const)).finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      mostLive = Math.max(mostLive, (await liveKeys()).length);
      await new Promise(setImmediate); // lets the children's messages in
    }
    const made = (await racing).flat();
    expect(new Set(made).size).toBe(2 * TIMES);
    return { made, mostLive };
  };

  it('leave exactly two live when both use the same key: that key and the newest', async () => {
    const { made, mostLive } = await race(FIRST, FIRST);
    const live = await liveKeys();
    expect(live).toHaveLength(2);
    expect(live).toContain(FIRST);
    expect(made).toContain(live.find((id) => id !== FIRST));
    expect(mostLive).toBeLessThanOrEqual(2);
    expect(await store.fork().count(ApiKey, { broker: BROKER })).toBe(2 * TIMES + 1);
    expect(await store.fork().count(ApiKey, { id: 'democlubcompass', retiredAt: null }), 'another broker’s key').toBe(1);
  });

  it('leave one or two live when each uses its own, and the newest is one of them', async () => {
    const em = store.fork();
    em.create(ApiKey, { id: SECOND, broker: em.getReference(Broker, BROKER), secretHash: 'unused', createdAt: new Date(), retiredAt: null });
    await em.flush();
    const { made, mostLive } = await race(FIRST, SECOND);
    const live = await liveKeys();
    expect(live.filter((id) => made.includes(id))).toHaveLength(1);
    expect(live.length).toBeLessThanOrEqual(2);
    expect(mostLive).toBeLessThanOrEqual(2);
  });
});
