/* npm run bench:import: how fast a feed comes into the catalogue, on both stores, and that memory stays flat. ITEMS=100000 by default. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveStale } from '../../src/feed/derive-stale.js';
import { addSeconds } from '../../src/shared/clock.js';
import { migrate, openStore, type Store } from '../../src/store/open-store.js';
import { addFeed, deriveAll, facilityUse, slot, tell } from '../support/feed-pages.js';
import { withPostgres } from './with-postgres.js';

const ITEMS = Number(process.env['ITEMS'] ?? 100_000);
const FACILITIES = 300;
const PAGE = 500;
const NOW = new Date('2026-11-20T12:00:00Z');
/** Pages between derivations, as the harvester takes turns. */
const DERIVED_EVERY = 4;

async function benchAt(url: string): Promise<void> {
  const store = await openStore(url);
  await migrate(store);
  const facilities = await addFeed(store, 'facilities', NOW);
  await tell(store, facilities, range(0, FACILITIES).map((index) => facilityUse(String(index))), NOW);
  await deriveAll(store, NOW);
  const slots = await addFeed(store, 'slots', NOW);
  const spent = { making: 0, storing: 0, deriving: 0 };
  const memory: string[] = [];
  for (let from = 0; from < ITEMS; from += PAGE) {
    const items = await timed('making', spent, async () => range(from, Math.min(ITEMS, from + PAGE)).map((index) => slot(String(index), String(index % FACILITIES), addSeconds(NOW, index * 60), { offers: 2 })));
    await timed('storing', spent, () => tell(store, slots, items, NOW));
    if ((from / PAGE) % DERIVED_EVERY === DERIVED_EVERY - 1) await timed('deriving', spent, () => derive(store));
    if ([0.1, 0.5].includes((from + PAGE) / ITEMS)) memory.push(megabytes());
  }
  await timed('deriving', spent, () => derive(store));
  memory.push(megabytes());
  const seconds = (spent.storing + spent.deriving) / 1_000;
  console.log(`${store.kind.padEnd(10)} ${Math.round(ITEMS / seconds)} items/s (storing ${(spent.storing / 1_000).toFixed(1)} s, deriving ${(spent.deriving / 1_000).toFixed(1)} s), memory at 10, 50, 100 %: ${memory.join(', ')}`);
  await store.close();
}

async function derive(store: Store): Promise<void> {
  while ((await deriveStale({ em: store.fork(), storeKind: store.kind, now: NOW })) > 0);
}

async function timed<T>(what: 'making' | 'storing' | 'deriving', spent: Record<string, number>, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  spent[what] = (spent[what] ?? 0) + performance.now() - start;
  return result;
}

function megabytes(): string {
  globalThis.gc?.();
  return `${Math.round(process.memoryUsage().heapUsed / 1e6)} MB`;
}

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, index) => from + index);

const folder = mkdtempSync(join(tmpdir(), 'courtside-bench-'));
try {
  await benchAt(`sqlite:${join(folder, 'bench.db')}`);
  await withPostgres(benchAt);
} finally {
  rmSync(folder, { recursive: true });
}
