import { expect, describe, it } from 'vitest';
import { DEMO } from '../../src/store/demo-data.js';
import { startLoggingServer, type LoggingServer } from '../support/logging-server.js';
import { standaloneBody } from '../support/standalone.js';

/** How long the mixed load goes on; `npm run test:deep` says 600. What a short run shows of memory is noise, so it only looks at handles. */
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 2);
const LONG_SECONDS = 30;
const CALLERS = 8;
const BURST = 400;
const GENEROUS = { RATE_ANONYMOUS_PER_MINUTE: '1000000', RATE_KEY_PER_MINUTE: '1000000', LOG_LEVEL: 'info' };
const KEY = { 'x-api-key': DEMO.apiKeys.fitnessFinder, 'content-type': 'application/json' };

async function figure({ url }: LoggingServer, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(text.split('\n').find((line) => line.startsWith(`courtside_${name} `))?.split(' ')[1]);
}

/** What callers do: lists, single things, sessions, pages, GraphQL, and what is wrong. */
const ASKS: readonly ((url: string) => Promise<Response>)[] = [
  (url) => fetch(`${url}/api/v2/opportunities`),
  (url) => fetch(`${url}/api/v2/opportunities/demo-free`),
  (url) => fetch(`${url}/graphql`, { method: 'POST', headers: KEY, body: JSON.stringify({ query: '{ checkoutSessions(first: 20) { nodes { identifier } } orders { nodes { state } } }' }) }),
  (url) => fetch(`${url}/checkout-sessions`, { method: 'POST', headers: KEY, body: JSON.stringify(standaloneBody(url)) }),
  (url) => fetch(`${url}/api/checkout-sessions`, { method: 'POST', headers: KEY, body: '{' }),
  (url) => fetch(`${url}/checkout/nothing`, { headers: { accept: 'text/html' } }),
  (url) => fetch(`${url}/nowhere`),
  (url) => fetch(`${url}/readyz`),
];

async function load(url: string, seconds: number): Promise<readonly number[]> {
  const until = performance.now() + seconds * 1000;
  const bad: number[] = [];
  const caller = async (first: number): Promise<void> => {
    for (let turn = first; performance.now() < until; turn += 1) {
      const answer = await ASKS[turn % ASKS.length]?.(url);
      await answer?.arrayBuffer();
      if (!answer || answer.status >= 500) bad.push(answer?.status ?? 0);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_none, index) => caller(index)));
  return bad;
}

describe('a gateway under load', () => {
  it(`of every kind for ${SECONDS} s answers all of it, and its memory and handles stay as they were`, { timeout: (SECONDS + 60) * 1000 }, async () => {
    await using server = await startLoggingServer(GENEROUS);
    expect(await load(server.url, SECONDS / 3)).toEqual([]); // it has compiled and cached by then
    const [handles, memory] = [await figure(server, 'active_handles'), await figure(server, 'memory_bytes{kind="rss"}')];
    expect(handles).toBeGreaterThan(0);
    expect(await load(server.url, (SECONDS * 2) / 3)).toEqual([]);
    expect(await figure(server, 'active_handles')).toBeLessThan(handles + CALLERS + 10);
    const after = await figure(server, 'memory_bytes{kind="rss"}');
    if (SECONDS >= LONG_SECONDS) expect(after).toBeLessThan(memory * 1.25 + 32 * 1024 * 1024);
  });

  it(`past what it bears turns away what it cannot take of ${BURST} requests at once, fails at none, and is itself again within 5 s`, async () => {
    await using server = await startLoggingServer({ ...GENEROUS, MAX_REQUESTS_IN_FLIGHT: '5' });
    const answers = await Promise.all(Array.from({ length: BURST }, async () => fetch(`${server.url}/api/v2/opportunities`)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(200);
    for (const { status, headers } of answers) if (status === 503) expect(headers.get('retry-after')).toBe('2');
    await expect.poll(async () => (await fetch(`${server.url}/api/v2/opportunities`)).status, { timeout: 5_000 }).toBe(200);
    expect(await figure(server, 'http_requests_in_flight')).toBe(0);
  });
});
