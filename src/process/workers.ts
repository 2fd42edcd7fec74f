import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';

interface Told {
  /** A worker has ended by itself, and how. */
  readonly tell: (text: string) => void;
  /** They cannot be started; the last one has said why. */
  readonly giveUp: () => void;
}

export interface Workers {
  /** Comes true when all of them listen for the first time. */
  readonly listening: Promise<void>;
  /** Tells each to end, and waits for it. */
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Who has lived for so long did not end for what is wrong with its start. */
const SOUND_AFTER_MS = 10_000;
/** So many that end one after the other without having listened are no accident. */
const MOST_FAILED_STARTS = 5;

/**
 * So many processes of this program, which share the port that they listen on. One that ends is started again, after a pause
 * that doubles while they end soon. When none has listened yet, or five in a row have not, it is given up.
 */
export function startWorkers(count: number, { tell, giveUp }: Told): Workers {
  const first = Promise.withResolvers<void>();
  const listeners = new Set<Worker>();
  const timers = new Set<NodeJS.Timeout>();
  let [isEnding, haveAllListened, soonEnded, failedStarts] = [false, false, 0, 0];

  const noteListening = (worker: Worker): void => {
    listeners.add(worker);
    failedStarts = 0;
    haveAllListened ||= listeners.size === count;
    if (haveAllListened) first.resolve();
  };
  const noteEnd = (worker: Worker, how: string, livedMs: number): void => {
    failedStarts += listeners.delete(worker) ? 0 : 1;
    if (isEnding) return;
    soonEnded = livedMs < SOUND_AFTER_MS ? soonEnded + 1 : 0;
    if (failedStarts > 0 && (!haveAllListened || failedStarts === MOST_FAILED_STARTS)) return giveUp();
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** soonEnded, LONGEST_PAUSE_MS);
    tell(`The gateway of process ${worker.process.pid} has ended (${how}); another one starts in ${pauseMs} ms.`);
    const timer = setTimeout(() => (timers.delete(timer), startOne()), pauseMs);
    timers.add(timer);
  };
  const startOne = (): void => {
    const since = performance.now();
    const worker = cluster.fork();
    worker.once('listening', () => noteListening(worker));
    worker.once('exit', (code: number | null, signal: string | null) => noteEnd(worker, signal ?? `status ${code}`, performance.now() - since));
  };
  for (let one = 0; one < count; one += 1) startOne();

  return {
    listening: first.promise,
    stop: async () => {
      isEnding = true;
      timers.forEach(clearTimeout);
      await Promise.all(Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [endOne(worker)] : [])));
    },
  };
}

async function endOne(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const gone = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await gone;
}
