import { describe, expect, it, vi } from 'vitest';
import { KnownKeys } from '../../src/access/known-keys.js';
import { ApiKey } from '../../src/broker/api-key.entity.js';
import { DEMO } from '../../src/store/demo-data.js';
import { startTestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { STORES } from '../support/stores.js';

const KEY = 'ck_live_some_secretsecretsecret';
const STORED = { id: 'some', brokerId: 'a broker', secretHash: 'of no interest', retiredAt: null };

const counting = () => {
  const [known, lookedUp] = [new KnownKeys(), vi.fn(async () => STORED)];
  return { known, lookedUp, ask: async () => known.find(KEY) ?? known.learn(KEY, lookedUp) };
};

describe('keys that are known', () => {
  it('are looked up once, however often they are used, and again after a second', async () => {
    const { lookedUp, ask } = counting();
    for (let time = 0; time < 100; time += 1) expect(await ask()).toBe(STORED);
    expect(lookedUp).toHaveBeenCalledTimes(1);
    await vi.waitFor(async () => {
      await ask();
      expect(lookedUp).toHaveBeenCalledTimes(2);
    }, 5_000);
  });

  it('are forgotten when keys change here, those too that are being looked up at that moment', async () => {
    const { known, lookedUp, ask } = counting();
    await ask();
    known.forget();
    expect(known.find(KEY)).toBeUndefined();
    await known.learn(KEY, async () => (known.forget(), STORED));
    expect(known.find(KEY)).toBeUndefined();
    await ask();
    expect(lookedUp).toHaveBeenCalledTimes(2);
  });

  it('are those alone that open something', async () => {
    const { known } = counting();
    expect(await known.learn(KEY, async () => undefined)).toBeUndefined();
    expect(known.find(KEY)).toBeUndefined();
  });
});

describe.each(STORES)('a key that another process retires (%s)', (store) => {
  it('opens nothing a second later, and a wrong secret for a known key opens nothing at all', async () => {
    const gateway = await startTestGateway({ store, adapter: 'in process' });
    const key = DEMO.apiKeys.clubCompass;
    const status = async (sent: string) => (await callGraphql(gateway.graphqlUrl, '{ __typename }', {}, sent)).status;
    expect(await status(key)).toBe(200);
    expect(await status(`${key.slice(0, -1)}0`)).toBe(401);
    await gateway.store.fork().nativeUpdate(ApiKey, { id: 'democlubcompass' }, { retiredAt: gateway.clock.now() }); // past the gateway
    const since = performance.now();
    await vi.waitFor(async () => expect(await status(key)).toBe(401), { timeout: 5_000, interval: 20 });
    expect(performance.now() - since).toBeLessThan(4_000);
    await gateway.stop();
  });
});
