import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FormattedExecutionResult } from 'graphql';
import type { TestGateway } from './gateway.js';

/** One operation of GraphQL, and whose token comes along. */
export interface Ask {
  readonly document: string;
  readonly variables?: object;
  readonly authorization?: string;
}

/** Which gateway a racer opens for itself, on the store that the others race for, and what it asks there. */
export interface Heat {
  readonly environment: Readonly<Record<string, string>>;
  readonly dataFolder: string;
  readonly now: string;
  readonly asks: readonly Ask[];
}

export interface Racers {
  /** Has each process ask what is meant for it, one after the other, all starting together. Gives the answers of each. */
  race(gateway: Pick<TestGateway, 'url' | 'databaseUrl' | 'dataFolder' | 'clock'>, asks: readonly (readonly Ask[])[]): Promise<readonly (readonly FormattedExecutionResult<any>[])[]>; // oxlint-disable-line typescript/no-explicit-any -- a test names what it expects inside
  stop(): void;
}

/** Processes that stay for any number of races: each is a gateway of its own without its HTTP. */
export function startRacers(count: number): Racers {
  const script = fileURLToPath(new URL('racer-child.ts', import.meta.url));
  const children = Array.from({ length: count }, () => fork(script, { execArgv: [] }));
  return {
    race: async ({ url, databaseUrl, dataFolder, clock }, asks) => {
      const environment = { PUBLIC_URL: url, DATABASE_URL: databaseUrl, DEMO: 'true', LOG_LEVEL: 'silent', RATE_ANONYMOUS_PER_MINUTE: '1000000', RATE_KEY_PER_MINUTE: '1000000' };
      const ready = children.map(nextMessage);
      for (const [index, child] of children.entries()) child.send({ environment, dataFolder, now: clock.now().toISOString(), asks: asks[index] ?? [] } satisfies Heat);
      await Promise.all(ready);
      const answers = children.map(nextMessage);
      for (const child of children) child.send('go');
      return (await Promise.all(answers)) as FormattedExecutionResult[][]; // what racer-child.ts sends
    },
    stop: () => {
      for (const child of children) child.kill();
    },
  };
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
