import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newUuid } from '../../src/shared/ids.js';
import { openStore } from '../../src/store/open-store.js';
import { WebhookDelivery } from '../../src/webhook/webhook-delivery.entity.js';
import { askUntilLast } from '../support/ask-until-last.js';
import { askOver, book, openSession, takeInBroker } from '../support/book.js';
import { BrokerDouble } from '../support/broker-double.js';
import { freePort } from '../support/postgres.js';
import { freshFolder } from '../support/run-folder.js';
import { migratedDatabaseUrl, STORES } from '../support/stores.js';

const MAIN = fileURLToPath(new URL('../../dist/bundle/gateway.js', import.meta.url));
const SOON = { timeout: 30_000, interval: 20 };
const CLIENTS = 6;
const LONGEST_MS = 10_000;
const QUEUED = 30;
const UNDER_WAY = 10;

describe.each(STORES)('a gateway that is told to end (%s)', (store) => {
  it('finishes what is under way, hands back what is not, and is gone within 10 s: no request fails, no lease is left', async () => {
    const folder = freshFolder();
    const databaseUrl = await migratedDatabaseUrl(store);
    const dataFolder = databaseUrl.startsWith('sqlite:') ? dirname(databaseUrl.slice('sqlite:'.length)) : `${folder}/data`;
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const env = { PATH: process.env['PATH'], PORT: String(port), DATABASE_URL: databaseUrl, DEMO: 'true', LOG_LEVEL: 'silent', RATE_ANONYMOUS_PER_MINUTE: '1000000' };
    const child = spawn(process.execPath, [MAIN], { cwd: folder, env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const broker = await BrokerDouble.start(() => new Date(), 60);
    const gate = Promise.withResolvers<void>();
    const opened = await openStore(databaseUrl);
    try {
      await expect.poll(() => fetch(url).then(() => true, () => false), SOON).toBe(true);
      const ask = askOver({ graphqlUrl: `${url}/graphql` });
      const known = await takeInBroker(ask, { dataFolder, now: new Date() }, { successWebhook: broker.url });
      broker.know(known);
      await book(ask, (await openSession(url, known.apiKey)).target);
      await expect.poll(() => broker.received.length, SOON).toBe(1);
      broker.otherwise = { status: 200, after: gate.promise };
      const em = opened.fork();
      const { ...model } = await em.findOneOrFail(WebhookDelivery, { endpoint: { broker: known.id } });
      const now = new Date();
      for (let one = 0; one < QUEUED; one += 1) em.create(WebhookDelivery, { ...model, id: newUuid(), subject: newUuid(), state: 'PENDING', attempts: 0, createdAt: now, queuedAt: now, dueAt: now, leasedUntil: null, endedAt: null });
      await em.flush();
      await expect.poll(() => broker.received.length, SOON).toBe(1 + UNDER_WAY);

      const answered = Array.from({ length: CLIENTS }, () => 0);
      const clients = answered.map((_none, index) => askUntilLast(url, '/api/v2/opportunities?limit=5', 2 * LONGEST_MS, (count) => (answered[index] = count)));
      await expect.poll(() => Math.min(...answered), SOON).toBeGreaterThan(2);
      const start = performance.now();
      child.kill('SIGTERM');
      expect(await Promise.all(clients)).toEqual(clients.map(() => []));
      gate.resolve();
      expect(await ended).toEqual([0, null]);
      expect(performance.now() - start).toBeLessThan(LONGEST_MS);

      const left = await opened.fork().find(WebhookDelivery, { state: 'PENDING' });
      expect(left.map(({ attempts, leasedUntil }) => [attempts, leasedUntil])).toEqual(Array.from({ length: QUEUED - UNDER_WAY }, () => [0, null]));
      expect(broker.received).toHaveLength(1 + UNDER_WAY);
    } finally {
      gate.resolve();
      child.kill('SIGKILL');
      await opened.close();
      await broker.stop();
    }
  });
});
