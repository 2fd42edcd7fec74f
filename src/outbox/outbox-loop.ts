import { setTimeout as pause } from 'node:timers/promises';
import type { ReportFault } from '../access/present-error.js';

export interface Loop {
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>;
}

/** Runs rounds one after the other until it is stopped: at once again while there is work, else after a pause. */
export function startLoop(round: () => Promise<number>, report: ReportFault, idleMs: number): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const tried = await round().catch((cause: unknown) => {
        report({ requestId: 'outbox', cause });
        return 0;
      });
      if (tried === 0) await pause(idleMs, undefined, { signal }).catch(() => {}); // woken by being stopped
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
