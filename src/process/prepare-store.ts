import { ConfigError, type Config } from '../config.js';
import type { Clock } from '../shared/clock.js';
import { loadDemoData } from '../store/demo-data.js';
import { migrate, pendingMigrations, type Store } from '../store/open-store.js';

/** Before the first request: outside production tables are brought up to date, in production they must be; and the demo has its world. */
export async function prepareStore(store: Store, { isProduction, isDemo }: Pick<Config, 'isProduction' | 'isDemo'>, clock: Clock): Promise<void> {
  if (!isProduction) await migrate(store);
  const pending = await pendingMigrations(store);
  if (pending.length > 0) throw new ConfigError([`DATABASE_URL: the database lacks the migrations ${pending.join(', ')}: run \`npx courtside migrate\``]);
  if (isDemo) await loadDemoData(store.fork(), clock.now());
}
