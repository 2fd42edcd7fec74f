/** Whoever stops a process waits for about so long before it kills it. */
const LONGEST_MS = 9_500;

/** Ends the process in good order at the first SIGTERM or SIGINT: what has not ended within 9.5 s is cut off. */
export function onceTold(stop: () => Promise<unknown>): void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), LONGEST_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
}
