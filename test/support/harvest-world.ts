import { harvestPage, deriveAll, type HarvestParts, type Harvested } from '../../rest-adapter/feeds/harvest.js';
import { FETCH_LIMITS, type FetchLimits } from '../../rest-adapter/feeds/fetch-page.js';
import { harvestParts } from '../../rest-adapter/feeds/loop.js';
import { openSdk } from '../../rest-adapter/gateway-client.js';
import type { WebhookReach } from '../../rest-adapter/webhooks/address-guard.js';
import { composeGateway } from '../../src/compose-gateway.js';
import { readConfig } from '../../src/config.js';
import { addFeed } from '../../src/feed/add-feed.js';
import { readFeed, type FeedView } from '../../src/feed/feed.store.js';
import { loadDemoData } from '../../src/store/demo-data.js';
import type { Gateway } from '../../src/gateway.js';
import { openStore, type Store } from '../../src/store/open-store.js';
import { FeedServer } from './feed-server.js';
import { freshFolder } from './run-folder.js';
import { migratedDatabaseUrl, type StoreKind } from './stores.js';
import { TestClock } from './test-clock.js';

export const STAFF = { kind: 'STAFF', role: 'admin', actor: 'test:admin' } as const;
const ADAPTER_TOKEN = 'the-token-of-the-adapter-in-the-tests';

/** A harvester with a connection of its own. It does nothing by itself. */
export interface TestHarvester {
  readonly store: Store;
  readonly gateway: Gateway;
  readonly parts: HarvestParts;
  /** One page of whichever feed is due, or of this one. */
  page(feedId?: string): Promise<Harvested>;
  derive(): Promise<number>;
  /** Until nothing is due and nothing remains to be derived; says how every page ended. */
  settle(): Promise<readonly Harvested[]>;
}

/** An empty catalogue, a publisher, and harvesters between them, at a time that the test sets. */
export interface HarvestWorld extends TestHarvester {
  readonly server: FeedServer;
  readonly clock: TestClock;
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  another(options?: HarvesterSettings): Promise<TestHarvester>;
  /** Has staff add a feed; gives its id. */
  add(url: string): Promise<string>;
  feed(id: string): Promise<FeedView>;
  /** Forgets every feed and what they told. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** In an order in which they can go. */
const FILLED = ['feed', 'feed_item', 'feed_thing', 'feed_problem', 'stale_thing', 'offer_reference', 'offer', 'opportunity', 'parent_activity', 'opportunity_parent', 'seller'];

interface HarvesterSettings {
  readonly reach?: WebhookReach;
  readonly limits?: FetchLimits;
}

interface WorldSettings extends HarvesterSettings {
  /** Whether the demo world is in the store too, with brokers who may book. */
  readonly isDemo?: boolean;
}

export async function startHarvestWorld(kind: StoreKind, { isDemo = false, ...options }: WorldSettings = {}): Promise<HarvestWorld> {
  const clock = new TestClock();
  const dataFolder = freshFolder();
  const databaseUrl = await migratedDatabaseUrl(kind);
  const settings = { DATABASE_URL: databaseUrl, DEMO: 'true', LOG_LEVEL: 'silent', ADAPTER_TOKEN, RATE_ANONYMOUS_PER_MINUTE: '1000000', RATE_KEY_PER_MINUTE: '1000000' };
  const opened: { readonly store: Store; readonly parts: HarvestParts }[] = [];
  const another = async ({ reach = { allowsPrivate: true, allowsHttp: true }, limits = FETCH_LIMITS }: HarvesterSettings = {}): Promise<TestHarvester> => {
    const store = await openStore(databaseUrl);
    if (kind === 'sqlite' && opened.length === 0) await store.orm.migrator.up();
    const gateway = await composeGateway({ ...readConfig(settings), dataFolder }, store, clock, ({ cause }) => console.error(cause));
    const parts = harvestParts({ execute: gateway.execute, adapterToken: ADAPTER_TOKEN, now: () => clock.now(), reach, limits }, new AbortController().signal);
    opened.push({ store, parts });
    const page = (feedId?: string) => harvestPage(feedId ?? null, parts);
    const derive = () => deriveAll(parts);
    return { store, gateway, parts, page, derive, settle: () => settle(page, derive) };
  };
  const first = await another(options);
  if (isDemo) await loadDemoData(first.store.fork(), clock.now());
  const server = await FeedServer.start(() => clock.now());
  return {
    ...first,
    server,
    clock,
    databaseUrl,
    dataFolder,
    settings,
    another,
    add: async (url) => {
      const added = await addFeed({ url, isFile: false, reason: 'the test wants it' }, { em: first.store.fork(), now: clock.now(), staff: STAFF });
      if (typeof added !== 'string') throw new Error(added.message);
      return added;
    },
    feed: async (id) => {
      const feed = await readFeed(id, { reads: first.store.reads, storeKind: kind, now: clock.now(), selected: new Set() });
      if (!feed) throw new Error('no such feed');
      return feed;
    },
    reset: async () => {
      for (const table of FILLED) await first.store.fork().execute(`delete from ${table}`);
      server.reset();
    },
    stop: async () => {
      for (const { store, parts } of opened) {
        await parts.connections.destroy();
        await store.close();
      }
      await server.stop();
    },
  };
}

async function settle(page: () => Promise<Harvested>, derive: () => Promise<number>): Promise<readonly Harvested[]> {
  const pages: Harvested[] = [];
  for (;;) {
    const harvested = await page();
    if (harvested.outcome === 'NOTHING_DUE') break;
    pages.push(harvested);
    if (harvested.outcome === 'STORED' && pages.length % 3 === 0) await derive();
  }
  await derive();
  return pages;
}

/** The operations of the adapter, for a test that plays it. */
export function sdkOf({ gateway }: Pick<TestHarvester, 'gateway'>): ReturnType<typeof openSdk> {
  return openSdk(gateway.execute);
}
