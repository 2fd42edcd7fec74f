import type { ReportFault } from '../access/present-error.js';

const IDLE_MS = 1_000;

/** Runs rounds one after the other until it is stopped: at once again while there is work, else after a second. */
export function startLoop(round: () => Promise<number>, report: ReportFault): { stop(): Promise<void> } {
  let isStopping = false;
  let wake = () => {};
  const run = async (): Promise<void> => {
    while (!isStopping) {
      const tried = await round().catch((cause: unknown) => {
        report({ requestId: 'outbox', cause });
        return 0;
      });
      if (tried === 0 && !isStopping) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, IDLE_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    }
  };
  const running = run();
  return {
    stop: async () => {
      isStopping = true;
      wake();
      await running;
    },
  };
}
