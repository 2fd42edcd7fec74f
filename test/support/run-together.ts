import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What one of the processes does, and how often. */
export type ChildJob = { readonly times: number } & (
  | { readonly job: 'rotate-keys'; readonly databaseUrl: string; readonly brokerId: string; readonly apiKeyId: string }
  | { readonly job: 'count-up'; readonly databaseUrl: string; readonly brokerId: string }
  | { readonly job: 'keep-once'; readonly folder: string }
);

/** Runs jobs in real processes at once: all wait until the last is ready, then start together. Gives what came of each time. */
export async function runTogether(...jobs: readonly ChildJob[]): Promise<string[][]> {
  const script = fileURLToPath(new URL('child.ts', import.meta.url));
  const children = jobs.map((job) => fork(script, [JSON.stringify(job)], { execArgv: [] }));
  try {
    await Promise.all(children.map(nextMessage));
    const outcomes = children.map(nextMessage);
    for (const child of children) child.send('go');
    return (await Promise.all(outcomes)) as string[][]; // what child.ts sends
  } finally {
    for (const child of children) child.kill();
  }
}

/** The next message of a child; throws when it ends without one. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a child process ended with ${code} before it was done; it needs what tsc -p . makes`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}
