import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Client } from 'undici';
import { describe, expect, it } from 'vitest';
import { askUntilLast } from '../support/ask-until-last.js';
import { freePort } from '../support/postgres.js';
import { freshFolder } from '../support/run-folder.js';
import { migratedDatabaseUrl } from '../support/stores.js';

const MAIN = new URL('../../dist/bundle/gateway.js', import.meta.url).pathname;
const SOON = { timeout: 60_000, interval: 20 };
const LONGEST_MS = 10_000;
const GIVEN_UP_MS = 5_000;
const CLIENTS = 6;
const PATH = '/api/v2/opportunities?limit=5';

describe('two processes that share a port (WEB_CONCURRENCY, on PostgreSQL)', { timeout: 180_000 }, () => {
  it('both answer and are counted together; one that is killed comes again; a rolling end fails no request', async () => {
    const port = await freePort();
    const leader = await startTwo(port);
    const url = `http://localhost:${port}`;
    try {
      await expect.poll(() => leader.listening().length, SOON).toBe(2);
      const [first, second] = leader.listening();
      await expect.poll(async () => (await askOnce(url), leader.answering()), SOON).toEqual(new Set([first, second]));
      const counted = async () => [...(await Promise.all([countOf(url), countOf(url), countOf(url)])), leader.answered()];
      await expect.poll(async () => new Set(await counted()).size, SOON).toBe(1); // whichever was asked, and what the log says

      const gaps = new AbortController();
      let sinceKilled = 0;
      const load = Array.from({ length: CLIENTS }, () => askUntil(url, gaps.signal, () => (sinceKilled += 1)));
      await expect.poll(() => sinceKilled, SOON).toBeGreaterThan(CLIENTS);
      sinceKilled = 0;
      process.kill(first ?? 0, 'SIGKILL');
      await expect.poll(() => leader.listening().length, SOON).toBe(3);
      const [third = 0] = leader.listening().slice(2);
      await expect.poll(() => leader.answering().has(third), SOON).toBe(true);
      gaps.abort();
      await Promise.all(load);
      expect(sinceKilled).toBeGreaterThan(1); // the other one went on
      expect(leader.log()).toMatch(new RegExp(`process ${first} has ended \\(SIGKILL\\)`));

      const answered = Array.from({ length: CLIENTS }, () => 0);
      const clients = answered.map((_none, index) => askUntilLast(url, PATH, 2 * LONGEST_MS, (count) => (answered[index] = count)));
      await expect.poll(() => Math.min(...answered), SOON).toBeGreaterThan(2);
      const start = performance.now();
      leader.child.kill('SIGTERM');
      expect(await Promise.all(clients)).toEqual(clients.map(() => []));
      expect(await leader.ended).toEqual([0, null]);
      expect(performance.now() - start).toBeLessThan(LONGEST_MS);
      for (const pid of leader.listening()) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    } finally {
      leader.child.kill('SIGKILL');
    }
  });

  it('end with what is wrong when they cannot start', async () => {
    const inTheWay = createServer().listen(0, '127.0.0.1');
    await once(inTheWay, 'listening');
    const { port } = inTheWay.address() as { port: number }; // it listens
    const leader = await startTwo(port);
    try {
      expect(await leader.ended).toEqual([1, null]);
      expect(leader.log()).toContain('EADDRINUSE');
    } finally {
      leader.child.kill('SIGKILL');
      inTheWay.close();
    }
  });
});

async function startTwo(port: number) {
  const databaseUrl = await migratedDatabaseUrl('postgres');
  const settings = { PORT: String(port), DATABASE_URL: databaseUrl, WEB_CONCURRENCY: '2', LOG_LEVEL: 'info', RATE_ANONYMOUS_PER_MINUTE: '1000000' };
  const child = spawn(process.execPath, [MAIN], { cwd: freshFolder(), env: { PATH: process.env['PATH'], ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  const pidsOf = (pattern: RegExp) => Array.from(log.matchAll(pattern), ([, pid]) => Number(pid));
  return {
    child,
    ended: once(child, 'exit'),
    log: () => log,
    listening: () => pidsOf(/"pid":(\d+)[^\n]*"msg":"Server listening/g),
    answering: () => new Set(pidsOf(/"pid":(\d+)[^\n]*"msg":"request completed"/g)),
    answered: () => pidsOf(/"pid":(\d+)[^\n]*"path":"\/api\/v2\/opportunities"/g).length,
  };
}

/** Over a connection of its own, so that any process may get it. One that is being handed to a process when that is killed gets no answer. */
async function askOnce(url: string, path = PATH): Promise<string> {
  const client = new Client(url, { headersTimeout: GIVEN_UP_MS });
  try {
    const { statusCode, body } = await client.request({ method: 'GET', path });
    const text = await body.text();
    expect(statusCode).toBe(200);
    return text;
  } finally {
    await client.destroy();
  }
}

/** How many answers all processes have counted. */
async function countOf(url: string): Promise<number> {
  const figures = await askOnce(url, '/metrics');
  return Number(/^courtside_http_requests_total\{route="\/api\/v2\/opportunities",method="GET",status="200"\} (\d+)/m.exec(figures)?.[1]);
}

/** Asks until it is told to stop, whatever comes, and tells of each answer. */
async function askUntil(url: string, signal: AbortSignal, tell: () => void): Promise<void> {
  while (!signal.aborted) await askOnce(url).then(tell, () => {});
}
