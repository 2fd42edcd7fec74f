import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Starts a gateway by its settings, or with WEB_CONCURRENCY several that share a port. Nothing of ours is imported before the
 * cache of compiled code is open, so that what an earlier start has compiled is read back. It lies beside the code, where
 * nobody else may write; where this process may not either, everything is compiled anew.
 */
enableCompileCache(fileURLToPath(new URL('../.compile-cache', import.meta.url)));
const { ConfigError, readConfig } = await import('./config.js');

try {
  const config = readConfig(process.env);
  if (config.processes === 1) await (await import('./process/run-gateway.js')).runAlone(config);
  else if (cluster.isPrimary) await (await import('./process/lead-workers.js')).leadWorkers(config);
  else await (await import('./process/run-gateway.js')).runAsWorker(config);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
