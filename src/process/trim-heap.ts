import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long after the start, and how often it is looked whether anybody is being served. */
const LOOK_EVERY_MS = 1_000;

type Collect = (how: { readonly type: 'major'; readonly flavor: 'last-resort'; readonly execution: 'sync' }) => void;

/**
 * Gives back, once, the room that the start took: V8 keeps what it grew to while modules were loaded, some 70 MiB, for as long
 * as nobody presses it. The process stands still for that, so it waits for a moment in which nobody is being served. For whoever
 * is the whole process: what else lives in it would be looked through too.
 */
export function trimHeapOnce(isServing: () => boolean): void {
  const timer = setInterval(() => {
    if (isServing()) return;
    clearInterval(timer);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as Collect; // V8's own
    setFlagsFromString('--no-expose-gc');
    collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  }, LOOK_EVERY_MS);
  timer.unref();
}
