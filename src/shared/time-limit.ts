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
  readonly callbacks: Set<() => void>;
}

const limits = new AsyncLocalStorage<Limit>();

/**
 * Does work for so many seconds at most: then it throws OverTime, and the store refuses the work any further statement
 * and cancels the one that runs (`requireTime`, `onOverTime`), so that nothing goes on for nobody.
 */
export async function withinSeconds<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const limit: Limit = { endsAtMs: performance.now() + seconds * 1000, isOver: false, callbacks: new Set() };
  const timer = setTimeout(end, seconds * 1000, limit);
  const given = Promise.withResolvers<never>();
  limit.callbacks.add(() => given.reject(new OverTime()));
  try {
    return await Promise.race([limits.run(limit, work), given.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function end(limit: Limit): void {
  if (performance.now() >= limit.endsAtMs - 1) giveUp(limit); // a lifted limit has no end; timers may come a millisecond early
}

function giveUp(limit: Limit): void {
  if (limit.isOver) return;
  limit.isOver = true;
  for (const callback of limit.callbacks) callback();
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
  const callbacks = limits.getStore()?.callbacks;
  callbacks?.add(callback);
  return () => void callbacks?.delete(callback);
}
