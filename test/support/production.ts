import { generateLinkKeys } from '../../src/access/link-keys.js';
import { generateEncryptionKeys } from '../../src/access/secret-box.js';
import { loadDemoData } from '../../src/store/demo-data.js';
import { openStore } from '../../src/store/open-store.js';
import { startTestGateway, type TestGateway } from './gateway.js';
import { migratedDatabaseUrl, type StoreKind } from './stores.js';
import { TestClock } from './test-clock.js';

/** A gateway in production, on a database that was migrated before and holds the demo's brokers and items as if they were real. */
export async function startProductionGateway(store: StoreKind, settings: Record<string, string> = {}): Promise<TestGateway> {
  const databaseUrl = await migratedDatabaseUrl(store);
  const prepared = await openStore(databaseUrl);
  await loadDemoData(prepared.fork(), new TestClock().now());
  await prepared.close();
  const production = { NODE_ENV: 'production', DEMO: 'false', PUBLIC_URL: 'https://courtside.example', LINK_SIGNING_KEYS: await generateLinkKeys(), ENCRYPTION_KEYS: generateEncryptionKeys(), DATABASE_URL: databaseUrl };
  return startTestGateway({ store, adapter: 'in process' }, { ...production, ...settings });
}
