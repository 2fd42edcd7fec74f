import { setTimeout as pause } from 'node:timers/promises';
import type { ReportFault } from '../access/present-error.js';
import type { Bell } from '../store/bell.js';

export interface Loop {
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>;
}

/** Runs rounds one after the other until it is stopped: at once again while there is work, else after a pause, which new tasks end if there is a bell. */
export function startLoop(round: () => Promise<number>, report: ReportFault, idleMs: number, bell?: Bell): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = async (since: number): Promise<void> => {
    if (bell && !bell.isClosed) return bell.wait('outbox', since, idleMs, signal);
    await pause(idleMs, undefined, { signal }).catch(() => {}); // woken by being stopped
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const since = bell?.rung('outbox') ?? 0;
      const tried = await round().catch((cause: unknown) => {
        report({ requestId: 'outbox', cause });
        return -1;
      });
      if (tried <= 0) await rest(tried < 0 ? Infinity : since); // after a fault no bell shortens the pause
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
