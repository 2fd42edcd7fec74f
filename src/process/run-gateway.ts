import { onceTold } from '../../rest-adapter/once-told.js';
import type { Config } from '../config.js';
import { sayHello } from './greet.js';
import { start } from './start.js';
import { trimHeapOnce } from './trim-heap.js';

/** For how long connections that are kept may bring another request once the end has been announced. */
const DRAIN_MS = 1_000;

/** One gateway, in this process. */
export async function runAlone(config: Config): Promise<void> {
  const running = await start(config);
  trimHeapOnce(running.isServing);
  await sayHello(config);
  onceTold(() => running.stop(DRAIN_MS));
}

/** One of several. Whoever leads them has prepared the database, and speaks for all. */
export async function runAsWorker(config: Config): Promise<void> {
  const running = await start(config, undefined, { isPrepared: true });
  trimHeapOnce(running.isServing);
  onceTold(() => running.stop(DRAIN_MS));
}
