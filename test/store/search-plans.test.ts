import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOpportunities } from '../../src/catalogue/search.store.js';
import type { OpportunityFilter } from '../../src/catalogue/search-filter.js';
import { addSeconds } from '../../src/shared/clock.js';
import { migrate, openStore, type Store } from '../../src/store/open-store.js';
import { addItems, addParents, type ItemRow, type ParentRow } from '../support/catalogue.js';
import { migratedDatabaseUrl, STORES } from '../support/stores.js';

const NOW = new Date('2026-11-20T12:00:00Z');
/** Enough for a planner to shun reading all of them. */
const ITEMS = 40_000;
/** In proportion. */
const BOUNDS = { parents: 100, occurrences: 1_000, starts: 1_000 };
const PARENTS = 1_200;
const CHUNK = 10_000;

const parentAt = (index: number): ParentRow => ({
  id: `p${index}`,
  sellerId: index < 600 ? 'https://large.example' : `https://seller-${index % 60}.example`,
  latitude: 50 + (index % 100) / 20,
  longitude: -3 + (index % 77) / 20,
  words: [index % 2 === 0 ? 'yoga' : 'golf', ...(index % 400 === 1 ? ['curling'] : [])],
});
const itemAt = (index: number): ItemRow => ({
  id: `i${index}`,
  parentId: `p${index % PARENTS}`,
  type: index % 50 === 0 ? 'SCHEDULED_SESSION' : 'SLOT',
  startDate: addSeconds(NOW, ((index * 7_919) % ITEMS) * 60),
  priceMinor: index % 40 === 0 ? 0 : 800,
  currency: 'GBP',
  remainingCapacity: index % 3,
  bookedPlaces: 0,
  withdrawnAt: index % 30 === 7 ? NOW : null,
});

const WEEK = { startsFrom: addSeconds(NOW, 86_400) };
const FEW_NEAR = { near: { latitude: 51.5, longitude: -2, withinMetres: 20_000 } };
const SEARCHES: readonly (readonly [what: string, filter: OpportunityFilter, indexes: readonly string[]])[] = [
  ['nothing in particular', {}, ['opportunity_shown']],
  ['a time', WEEK, ['opportunity_shown']],
  ['a kind', { type: 'SLOT' }, ['opportunity_shown_type']],
  ['what is free', { isFree: true }, ['opportunity_shown_free']],
  ['what is free, of a kind', { isFree: true, type: 'SLOT', ...WEEK }, ['opportunity_shown_free']],
  ['a place', FEW_NEAR, ['opportunity_parent_latitude_longitude_index', 'opportunity_parent_id_start_date_id_index']],
  ['a place and more', { ...FEW_NEAR, activity: 'yoga', isFree: true, placesLeft: 1 }, ['opportunity_parent_latitude_longitude_index', 'opportunity_parent_id_start_date_id_index']],
  ['a small seller', { sellerId: 'https://seller-1.example' }, ['opportunity_parent_seller_id_index', 'opportunity_parent_id_start_date_id_index']],
  ['a large seller', { sellerId: 'https://large.example' }, ['opportunity_shown']],
  ['a rare activity', { activity: 'curling', ...WEEK }, ['parent_activity', 'opportunity_parent_id_start_date_id_index']],
  ['a common activity', { activity: 'yoga' }, ['opportunity_shown']],
  ['a price', { priceUpTo: { amountMinor: 500, currency: 'GBP' }, type: 'SLOT' }, ['opportunity_shown_type']],
  ['places left', { placesLeft: 2 }, ['opportunity_shown']],
];

describe.each(STORES)('how a search goes about it in a large catalogue (%s)', (kind) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(await migratedDatabaseUrl(kind));
    await migrate(store);
    await addParents(store, Array.from({ length: PARENTS }, (_, index) => parentAt(index)), NOW);
    for (let from = 0; from < ITEMS; from += CHUNK) await addItems(store, Array.from({ length: CHUNK }, (_, index) => itemAt(from + index)));
    if (kind === 'postgres') await sql`analyze`.execute(store.reads);
  });
  afterAll(() => store.close());

  /** Every statement of a search, and how the store would run it. */
  const plansOf = async (filter: OpportunityFilter, direction: 'ASC' | 'DESC') => {
    const asked: CompiledQuery[] = [];
    const { reads } = store;
    const listening = reads.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(reads.getExecutor().compileQuery(node, { queryId: 'explained' }));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await listOpportunities({ reads: listening, now: NOW }, filter, { first: 20, after: null, direction }, BOUNDS);
    const plans: string[] = [];
    for (const { sql: text, parameters } of asked) {
      const { rows } = await reads.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`${kind === 'sqlite' ? 'explain query plan' : 'explain'} ${text}`, [...parameters]));
      plans.push(rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n'));
    }
    return plans;
  };

  it.each(SEARCHES)('finds %s by its indexes, and never reads all of the opportunities', async (_what, filter, indexes) => {
    for (const direction of ['ASC', 'DESC'] as const) {
      const plans = await plansOf(filter, direction);
      const all = plans.join('\n---\n');
      for (const index of indexes) expect(all, index).toMatch(new RegExp(`\\b${index}\\b|\\b${index}_pkey\\b|USING PRIMARY KEY|autoindex_${index}_`));
      expect(all).not.toMatch(/Seq Scan on opportunity item|SCAN item(?! USING (COVERING )?INDEX opportunity_shown)|SCAN opportunity\b/);
    }
  });
});
