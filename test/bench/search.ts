/* npm run bench:search: how long searches of a large catalogue take, on both stores. ITEMS=1000000 by default. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { listOpportunities } from '../../src/catalogue/search.store.js';
import type { OpportunityFilter } from '../../src/catalogue/search-filter.js';
import { addSeconds } from '../../src/shared/clock.js';
import { migrate, openStore, type Store } from '../../src/store/open-store.js';
import { addItems, addParents, type ItemRow, type ParentRow } from '../support/catalogue.js';
import { withPostgres } from './with-postgres.js';

const ITEMS = Number(process.env['ITEMS'] ?? 1_000_000);
const RUNS = 100;
const NOW = new Date('2026-11-20T12:00:00Z');
const PER_PARENT = 50;
const PARENTS = Math.ceil(ITEMS / PER_PARENT);
const WORDS = ['swimming', 'yoga', 'badminton', 'tennis', 'football', 'pilates', 'spin', 'boxing', 'golf'];
const CHUNK = 10_000;

/** Facilities spread over Great Britain; one in a thousand for curling, which is rare. A third belongs to one large seller. */
function parentAt(index: number): ParentRow {
  const words = [WORDS[index % WORDS.length] ?? '', ...(index % 1_000 === 0 ? ['curling'] : [])];
  return { id: `p${index}`, sellerId: index % 3 === 0 ? 'https://chain.example' : `https://seller-${index % 2_000}.example`, latitude: 50 + ((index * 7_919) % 60_000) / 10_000, longitude: -4 + ((index * 104_729) % 50_000) / 10_000, words };
}

/** Two weeks of slots; one of ten is free, one of a hundred a session, half are full, and one price is rare. */
function itemAt(index: number): ItemRow {
  const priceMinor = index % 10 === 0 ? 0 : index % 50_000 === 1 ? 1 : 500 + (index % 7) * 100;
  return { id: `https://bench.example/items/${index}`, parentId: `p${index % PARENTS}`, type: index % 100 === 10 ? 'SCHEDULED_SESSION' : 'SLOT', startDate: addSeconds(NOW, ((index * 611_953) % 20_160) * 60), priceMinor, currency: 'GBP', remainingCapacity: index % 2, bookedPlaces: 0, withdrawnAt: index % 19 === 0 ? NOW : null };
}

const NEAR = { latitude: 51.5, longitude: -0.12 };
const SHAPES: Record<string, OpportunityFilter> = {
  'nothing in particular': {},
  'from next week': { startsFrom: addSeconds(NOW, 7 * 86_400) },
  'sessions': { type: 'SCHEDULED_SESSION' },
  'free': { isFree: true },
  'free sessions from next week': { isFree: true, type: 'SCHEDULED_SESSION', startsFrom: addSeconds(NOW, 7 * 86_400) },
  'within 5 km': { near: { ...NEAR, withinMetres: 5_000 } },
  'within 100 km': { near: { ...NEAR, withinMetres: 100_000 } },
  'a small seller': { sellerId: 'https://seller-1.example' },
  'a large seller': { sellerId: 'https://chain.example' },
  'a common activity': { activity: 'Yoga' },
  'a rare activity': { activity: 'curling' },
  'up to 6.00 with 1 place left': { priceUpTo: { amountMinor: 600, currency: 'GBP' }, placesLeft: 1 },
  'paid, at a price that nothing has': { isFree: false, priceUpTo: { amountMinor: 0, currency: 'GBP' } },
  'yoga within 20 km, free, next week': { activity: 'yoga', near: { ...NEAR, withinMetres: 20_000 }, isFree: true, startsFrom: addSeconds(NOW, 7 * 86_400) },
};

async function fill(store: Store): Promise<void> {
  await migrate(store);
  await addParents(store, range(0, PARENTS).map(parentAt), NOW);
  for (let from = 0; from < ITEMS; from += CHUNK) await addItems(store, range(from, Math.min(ITEMS, from + CHUNK)).map(itemAt));
  if (store.kind === 'postgres') await sql`vacuum analyze`.execute(store.reads); // as its autovacuum does in time
}

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, index) => from + index);

async function measure(store: Store, filter: OpportunityFilter): Promise<string> {
  const times: number[] = [];
  let after: string | null = null;
  let found = 0;
  while (times.length < RUNS) {
    const start = performance.now();
    const { nodes, pageInfo } = await listOpportunities({ reads: store.reads, now: NOW }, filter, { first: 50, after, direction: 'ASC' });
    times.push(performance.now() - start);
    found += nodes.length;
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null; // page by page, and from the start again
  }
  times.sort((a, b) => a - b);
  const [p50 = 0, p99 = 0] = [times[Math.floor(RUNS * 0.5)], times[Math.floor(RUNS * 0.99)]];
  return `${p50.toFixed(1).padStart(8)} ${p99.toFixed(1).padStart(8)} ${(found / RUNS).toFixed(0).padStart(8)}`;
}

async function benchAt(url: string): Promise<void> {
  const store = await openStore(url);
  const begun = performance.now();
  await fill(store);
  console.log(`\n${store.kind}: ${ITEMS} items in ${PARENTS} facilities, filled in ${((performance.now() - begun) / 1_000).toFixed(0)} s\n${'ms'.padEnd(40)} ${'p50'.padStart(8)} ${'p99'.padStart(8)} ${'a page'.padStart(8)}`);
  for (const [name, filter] of Object.entries(SHAPES)) console.log(name.padEnd(40), await measure(store, filter));
  await store.close();
}

const folder = mkdtempSync(join(tmpdir(), 'courtside-bench-'));
try {
  await benchAt(`sqlite:${join(folder, 'bench.db')}`);
  await withPostgres(benchAt);
} finally {
  rmSync(folder, { recursive: true });
}
