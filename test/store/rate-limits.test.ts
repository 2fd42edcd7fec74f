import { describe, expect, it } from 'vitest';
import { createRateLimits } from '../../src/access/rate-limits.js';
import { sharedMinutes } from '../../src/access/rate-minutes.js';
import { openStore } from '../../src/store/open-store.js';
import { startTestGateway } from '../support/gateway.js';
import { startLoggingServer } from '../support/logging-server.js';
import { migratedDatabaseUrl } from '../support/stores.js';

const LIMIT = 7;
const rateOf = ({ headers }: Response) => ({ policy: headers.get('ratelimit-policy'), left: Number(/^"minute";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]) });

describe('the minute of a caller', () => {
  it('is one for all processes on PostgreSQL: of 20 requests to two at once exactly as many get through as it allows', async () => {
    const settings = { DATABASE_URL: await migratedDatabaseUrl('postgres'), DEMO: 'true', RATE_ANONYMOUS_PER_MINUTE: String(LIMIT) };
    await using first = await startLoggingServer(settings);
    await using second = await startLoggingServer(settings);
    const answers = await Promise.all(Array.from({ length: 20 }, async (_none, index) => fetch(`${(index % 2 ? first : second).url}/api/v2/opportunities`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - LIMIT);
    expect(answers.filter(({ status }) => status === 200).map((answer) => rateOf(answer).left).toSorted((a, b) => a - b)).toEqual(Array.from({ length: LIMIT }, (_none, index) => index));
  });

  it('is told by both doors, and by an adapter apart, as RateLimit and RateLimit-Policy, refusals too', async () => {
    const gateway = await startTestGateway({ store: 'sqlite', adapter: 'over HTTP' }, { RATE_ANONYMOUS_PER_MINUTE: '3' });
    const rest = () => fetch(`${gateway.url}/api/v2/opportunities`);
    const graphql = () => fetch(gateway.graphqlUrl, { method: 'POST', headers: { 'content-type': 'application/json', 'x-forwarded-for': '127.0.0.1' }, body: '{"query":"{ __typename }"}' });
    const policy = '"minute";q=3;w=60';
    expect(rateOf(await rest())).toEqual({ policy, left: 2 });
    expect(rateOf(await graphql())).toEqual({ policy, left: 1 });
    expect(rateOf(await rest())).toEqual({ policy, left: 0 });
    for (const refused of [await rest(), await graphql()]) {
      expect(refused.status).toBe(429);
      expect(rateOf(refused)).toEqual({ policy, left: 0 });
      const seconds = refused.headers.get('retry-after');
      expect(Number(seconds)).toBeGreaterThan(0);
      expect(refused.headers.get('ratelimit')).toBe(`"minute";r=0;t=${seconds}`);
    }
    await gateway.stop();
  });

  it('counts what operations cost for all processes, by the next request, in one statement a request; a caller with nothing left costs none', async () => {
    const store = await openStore(await migratedDatabaseUrl('postgres'));
    let counted = 0;
    const count = sharedMinutes(store.reads);
    const open = () => createRateLimits({ anonymousPerMinute: 4, keyPerMinute: 4 }, async (holder, fields) => {
      counted += 1;
      return count(holder, fields);
    });
    const [one, other] = [open(), open()];
    const nobody = { kind: 'ANONYMOUS' } as const;
    const address = '203.0.113.7';
    const limited = expect.objectContaining({ extensions: expect.objectContaining({ code: 'RATE_LIMITED' }) });
    await one.spendRequest(nobody, address);
    one.spendCost(nobody, address, 1500); // of 4 × 500
    expect(() => one.spendCost(nobody, address, 501)).toThrow(limited);
    await one.spendRequest(nobody, address);
    await other.spendRequest(nobody, address);
    expect(() => other.spendCost(nobody, address, 501)).toThrow(limited);
    other.spendCost(nobody, address, 500);
    await other.spendRequest(nobody, address);
    expect(counted).toBe(4);
    for (let time = 0; time < 5; time += 1) await expect(other.spendRequest(nobody, address)).rejects.toEqual(limited);
    expect(counted).toBe(4);
    expect(await store.fork().execute('select * from rate_minute where holder like ?', [`%${address}%`])).toEqual([]);
    await store.close();
  });

  it('makes nobody wait who has more than a hundred left, and lets through as many as it allows all the same', async () => {
    const store = await openStore(await migratedDatabaseUrl('postgres'));
    const limits = createRateLimits({ anonymousPerMinute: 250, keyPerMinute: 250 }, sharedMinutes(store.reads));
    const outcomes: PromiseSettledResult<void>[] = [];
    for (let wave = 0; wave < 40; wave += 1) outcomes.push(...(await Promise.allSettled(Array.from({ length: 10 }, async () => limits.spendRequest({ kind: 'ANONYMOUS' }, '203.0.113.8')))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(250);
    await store.close();
    const counts = [{ requests: 1, fields: 0, leftMs: 60_000 }, new Promise<never>(() => {})];
    const stuck = createRateLimits({ anonymousPerMinute: 103, keyPerMinute: 103 }, () => counts.shift() ?? expect.fail('asked too often'));
    for (let time = 0; time < 2; time += 1) await stuck.spendRequest({ kind: 'ANONYMOUS' }, '203.0.113.9');
  });
});
