/** What somebody may wait for: a webhook to send, or a task to do. */
export const TOPICS = ['webhook', 'outbox'] as const;
export type Topic = (typeof TOPICS)[number];

/** Hears of commits from elsewhere until it is stopped. */
export interface Listener {
  stop(): Promise<void>;
}

/**
 * Wakes who waits for work as soon as somebody has committed some. It may ring for nothing and may miss something, so whoever
 * waits looks again by itself now and then.
 */
export class Bell {
  readonly #rung = new Map<Topic, number>();
  readonly #waiting = new Set<{ readonly topic: Topic; readonly since: number; readonly wake: () => void }>();
  readonly #listen: ((bell: Bell) => Listener) | undefined;
  #listener: Listener | undefined;
  #isClosed = false;

  /** `listen` is called when somebody waits for the first time: a process that never does needs no connection for it. */
  constructor(listen?: (bell: Bell) => Listener) {
    this.#listen = listen;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** How often it has rung. Look first and wait since then, and nothing that came in between is missed. */
  rung(topic: Topic): number {
    return this.#rung.get(topic) ?? 0;
  }

  /** Resolves when it has rung more often than `since`, after so many milliseconds of real time, when stopped, or when it is closed. */
  async wait(topic: Topic, since: number, ms: number, stop?: AbortSignal): Promise<void> {
    if (this.#isClosed || stop?.aborted || this.rung(topic) > since) return;
    this.#listener ??= this.#listen?.(this);
    await new Promise<void>((resolve) => {
      const waiting = {
        topic,
        since,
        wake: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          stop?.removeEventListener('abort', waiting.wake);
          resolve();
        },
      };
      const timer = setTimeout(waiting.wake, ms);
      stop?.addEventListener('abort', waiting.wake);
      this.#waiting.add(waiting);
    });
  }

  ring(topic: Topic): void {
    const rung = this.rung(topic) + 1;
    this.#rung.set(topic, rung);
    for (const waiting of this.#waiting) if (waiting.topic === topic && rung > waiting.since) waiting.wake();
  }

  /** Ends all waiting at once, and lets nobody wait any more. Twice is the same as once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { wake } of this.#waiting) wake();
    await this.#listener?.stop();
  }
}

interface Patience {
  readonly bell: Bell;
  readonly topic: Topic;
  /** In real time. */
  readonly longestMs: number;
  /** How often to look without having been woken: for what falls due, and for what the bell missed. */
  readonly lookEveryMs: number;
  /** Whether nobody wants the answer any more. */
  readonly isOver?: (() => boolean) | undefined;
}

/** Looks until there is something or the time is over, and gives what it saw last. */
export async function lookUntilFound<T>(look: () => Promise<readonly T[]>, { bell, topic, longestMs, lookEveryMs, isOver = () => false }: Patience): Promise<readonly T[]> {
  const end = performance.now() + longestMs;
  for (;;) {
    const since = bell.rung(topic);
    const found = await look();
    const leftMs = end - performance.now();
    if (found.length > 0 || leftMs <= 0 || bell.isClosed) return found;
    await bell.wait(topic, since, Math.min(lookEveryMs, leftMs));
    if (isOver() || bell.isClosed) return [];
  }
}
