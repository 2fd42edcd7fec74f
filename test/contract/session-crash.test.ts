import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.js';
import { sessionBody } from '../support/bodies.js';
import { startKillableGateway } from '../support/killable-gateway.js';
import { callRest } from '../support/rest.js';
import { STORES } from '../support/stores.js';
import { countSessionRows } from '../support/seed.js';

const CALLERS = 16;
const ENOUGH = 100;

describe.each(STORES)('contract §4 row 5: a gateway that is killed while it creates sessions (%s)', (kind) => {
  it('has lost none that it has acknowledged, and left no half of one and no claim without its session', async () => {
    const gateway = await startKillableGateway(kind);
    const over = new AbortController();
    const acknowledged: string[] = [];
    let calls = 0;
    const create = async (caller: number) => {
      const key = `${caller} ${(calls += 1)}`;
      const { status, body } = await callRest(`${gateway.url}/api/checkout-sessions`, { method: 'POST', body: sessionBody(gateway.url), headers: { 'idempotency-key': key } });
      if (status === 201) acknowledged.push((body as { identifier: string }).identifier);
    };
    const callers = Array.from({ length: CALLERS }, async (_none, caller) => {
      while (!over.signal.aborted) await create(caller).catch(() => {}); // whoever gets no answer knows nothing
    });
    try {
      await expect.poll(() => acknowledged.length, { timeout: 50_000, interval: 1 }).toBeGreaterThanOrEqual(ENOUGH);
    } finally {
      await gateway.kill();
      over.abort();
      await Promise.all(callers);
    }
    const store = await openStore(gateway.databaseUrl);
    const stored = (await store.reads.selectFrom('checkout_session').select('identifier').execute()).map(({ identifier }) => identifier);
    const claimed = (await store.reads.selectFrom('idempotency_key').select('reference').execute()).map(({ reference }) => reference);
    const { checkout_session: sessions, order_quote: quotes, order_item: items } = await countSessionRows(store);
    await store.close();
    expect(acknowledged.filter((identifier) => !stored.includes(identifier))).toEqual([]);
    expect(new Set(claimed)).toEqual(new Set(stored));
    expect([quotes, items]).toEqual([sessions, sessions]);
  }, 90_000);
});
