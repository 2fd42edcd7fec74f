import { AsyncLocalStorage } from 'node:async_hooks';

/** Work has been given up because it took too long. */
export class OverTime extends Error {
  constructor() {
    super('This took too long, and was given up.');
  }
}

interface Limit {
  endsAtMs: number;
  isOver: boolean;
  /** Called once, when the time is over. */
  callbacks: Set<() => void> | undefined;
  readonly refuse: (cause: OverTime) => void;
}

const limits = new AsyncLocalStorage<Limit>();

/**
 * Does work for so many seconds at most: then it throws OverTime, and the store refuses the work any further statement
 * and cancels the one that runs (`requireTime`, `onOverTime`), so that nothing goes on for nobody.
 */
export function withinSeconds<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit: Limit = { endsAtMs: performance.now() + seconds * 1000, isOver: false, callbacks: undefined, refuse: reject };
    const running = watchFor(seconds);
    running.add(limit);
    const ended = <V>(tell: (value: V) => void) => (value: V): void => {
      running.delete(limit);
      tell(value);
    };
    limits.run(limit, work).then(ended(resolve), ended(reject));
  });
}

/** What runs, by how many seconds it has, in the order in which it ends. One timer for all of a kind: one for each piece of work would cost more than most of them take to watch. */
const watched = new Map<number, Set<Limit>>();

function watchFor(seconds: number): Set<Limit> {
  const running = watched.get(seconds) ?? new Set<Limit>();
  if (!watched.has(seconds)) {
    watched.set(seconds, running);
    wakeIn(seconds * 1000, seconds, running);
  }
  return running;
}

function wakeIn(ms: number, seconds: number, running: Set<Limit>): void {
  outOfContext(() => setTimeout(() => look(seconds, running), ms).unref());
}

/** The timer is nobody's, and keeps nobody's context. */
const outOfContext = AsyncLocalStorage.snapshot();

function look(seconds: number, running: Set<Limit>): void {
  const now = performance.now();
  for (const limit of running) {
    if (limit.endsAtMs === Infinity) continue; // lifted
    if (now < limit.endsAtMs - 1) return wakeIn(limit.endsAtMs - now, seconds, running); // timers may come a millisecond early
    giveUp(limit);
    running.delete(limit);
  }
  watched.delete(seconds);
}

function giveUp(limit: Limit): void {
  if (limit.isOver) return;
  limit.isOver = true;
  limit.refuse(new OverTime());
  limit.callbacks?.forEach((callback) => callback());
}

/** For who may take their time: our own sender waits for work inside an operation. */
export function liftTimeLimit(): void {
  const limit = limits.getStore();
  if (limit) limit.endsAtMs = Infinity;
}

/** Throws OverTime once the time is over. It looks at the clock itself, since a store that blocks the thread lets no timer run. */
export function requireTime(): void {
  if (isOverTime()) throw new OverTime();
}

export function isOverTime(): boolean {
  const limit = limits.getStore();
  if (!limit || performance.now() < limit.endsAtMs) return false;
  giveUp(limit);
  return true;
}

/** Calls back when the time is over before the returned function has been called. */
export function onOverTime(callback: () => void): () => void {
  const limit = limits.getStore();
  if (!limit) return () => {};
  limit.callbacks ??= new Set();
  limit.callbacks.add(callback);
  return () => void limit.callbacks?.delete(callback);
}
