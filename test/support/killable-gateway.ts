import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from './postgres.js';
import { freshFolder } from './run-folder.js';
import { migratedDatabaseUrl, type StoreKind } from './stores.js';
import { TestClock } from './test-clock.js';

/** A gateway in a process of its own, with the demo world in it and a payment provider that disconnects nothing. */
export interface KillableGateway {
  readonly url: string;
  readonly graphqlUrl: string;
  readonly databaseUrl: string;
  /** Comes true when the provider has been asked for something that it does not answer. */
  readonly asked: Promise<unknown>;
  /** SIGKILL: nothing is finished, nothing is handed back. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** What it goes on from, when it is not the first one. */
interface GoingOn {
  readonly databaseUrl?: string;
  /** Where its keys are. */
  readonly dataFolder?: string;
  /** What its clock says, all its life. */
  readonly now?: Date;
  /** The call at which its payment provider gives no answer: `asked` comes true then. */
  readonly haltAt?: 'start' | 'capture';
}

export async function startKillableGateway(store: StoreKind, { databaseUrl: given, dataFolder = freshFolder(), now = new TestClock().now(), haltAt }: GoingOn = {}): Promise<KillableGateway> {
  const port = await freePort();
  const databaseUrl = given ?? (await migratedDatabaseUrl(store));
  const environment = { PORT: String(port), DATABASE_URL: databaseUrl, DEMO: 'true', LOG_LEVEL: 'silent', RATE_ANONYMOUS_PER_MINUTE: '1000000', RATE_KEY_PER_MINUTE: '1000000' };
  const script = fileURLToPath(new URL('gateway-child.ts', import.meta.url));
  const child = fork(script, [JSON.stringify(environment), dataFolder, now.toISOString(), ...(haltAt ? [haltAt] : [])], { execArgv: [] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const said = (start: string) =>
    new Promise((resolve, reject) => {
      child.on('message', (message) => typeof message === 'string' && message.startsWith(start) && resolve(message));
      void gone.then(() => reject(new Error(`the gateway ended before it was ${start}; it needs what tsc -p . makes`)));
    });
  const asked = said('asked');
  asked.catch(() => {}); // whoever kills it before does not wait for this
  await said('listening');
  return {
    url: `http://localhost:${port}`,
    graphqlUrl: `http://localhost:${port}/graphql`,
    databaseUrl,
    asked,
    kill: () => {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
