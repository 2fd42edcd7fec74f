import { startAdapter } from '../../rest-adapter/main.js';
import type { Overrides } from '../../src/compose-gateway.js';
import { readConfig } from '../../src/config.js';
import { start } from '../../src/process/start.js';
import type { Store } from '../../src/store/open-store.js';
import { freePort } from './postgres.js';
import { sharedFolder } from './run-folder.js';
import { migratedDatabaseUrl, type StoreKind } from './stores.js';
import { TestClock } from './test-clock.js';

/** Every way in which the REST door can stand before a store. */
export const DOORS = [
  { store: 'sqlite', adapter: 'in process' },
  { store: 'postgres', adapter: 'in process' },
  { store: 'sqlite', adapter: 'over HTTP' },
  { store: 'postgres', adapter: 'over HTTP' },
] as const;

export interface Door {
  readonly store: StoreKind;
  readonly adapter: 'in process' | 'over HTTP';
}

/** What the adapter shows for errands of its own. */
export const ADAPTER_TOKEN = 'the-token-of-the-adapter-in-the-tests';
/** A test asks more in a second than a broker in an hour. */
const GENEROUS_RATES = { RATE_ANONYMOUS_PER_MINUTE: '1000000', RATE_KEY_PER_MINUTE: '1000000' };

/** A running gateway with the demo world in it, reached over real HTTP. */
export interface TestGateway {
  /** Where the REST door is. */
  readonly url: string;
  readonly graphqlUrl: string;
  readonly clock: TestClock;
  readonly store: Store;
  readonly databaseUrl: string;
  /** Where the gateway keeps the keys that it made for itself. */
  readonly dataFolder: string;
  stop(): Promise<void>;
}

export async function startTestGateway({ store, adapter }: Door, settings: Record<string, string> = {}, overrides: Overrides = {}): Promise<TestGateway> {
  const clock = new TestClock();
  const port = await freePort();
  const isApart = adapter === 'over HTTP';
  const restPort = isApart ? await freePort() : port;
  const url = `http://localhost:${restPort}`;
  const gatewayUrl = `http://localhost:${port}`;
  const databaseUrl = settings['DATABASE_URL'] ?? (await migratedDatabaseUrl(store));
  const environment = { PORT: String(port), PUBLIC_URL: url, DATABASE_URL: databaseUrl, DEMO: 'true', LOG_LEVEL: 'silent', ADAPTER_TOKEN, ...GENEROUS_RATES, ...settings };
  const config = { ...readConfig(environment), ...(store === 'postgres' && { dataFolder: sharedFolder() }) };
  const gateway = await start(config, clock, { idleMs: 250, ...overrides });
  const apart = isApart ? await startAdapter({ host: '127.0.0.1', port: restPort, gatewayUrl, adapterToken: ADAPTER_TOKEN, vocabulary: { vocabUrl: 'https://openactive.io/', platformUrl: `${url}/ns` }, publicUrl: url, webhookReach: { allowsPrivate: true, allowsHttp: true }, trustProxy: false, maxRequestsInFlight: 500, logLevel: 'silent' }) : undefined;
  return {
    url,
    graphqlUrl: `${gatewayUrl}/graphql`,
    clock,
    store: gateway.store,
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    stop: async () => {
      await Promise.all([apart?.close(), gateway.stop()]); // the gateway's end ends the claim for which the adapter waits
    },
  };
}
