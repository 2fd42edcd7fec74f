import cluster from 'node:cluster';
import { onceTold } from '../../rest-adapter/once-told.js';
import type { Config } from '../config.js';
import { relayFigures } from '../figures/worker-figures.js';
import { sayHello } from './greet.js';
import { prepareStore } from './prepare-store.js';
import { systemClock } from '../shared/clock.js';
import { openStore } from '../store/open-store.js';
import { startWorkers } from './workers.js';

/** Prepares the database once, then starts the gateways and keeps their number. Itself it answers nobody. */
export async function leadWorkers(config: Config): Promise<void> {
  const store = await openStore(config.databaseUrl, config.listenUrl);
  await prepareStore(store, config, systemClock).finally(() => store.close());
  relayFigures(cluster);
  const workers = startWorkers(config.processes, {
    tell: (text) => console.error(text),
    giveUp: () => process.exit(1),
  });
  onceTold(() => workers.stop());
  await workers.listening;
  await sayHello(config);
}
