import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { DocumentNode } from 'graphql';
import { composeGateway } from '../compose-gateway.js';
import type { Config } from '../config.js';
import type { Gateway } from '../gateway.js';
import { systemClock } from '../shared/clock.js';
import { migrate, openStore, pendingMigrations } from '../store/open-store.js';
import { CommandError } from './command-error.js';
import { getSdk } from './generated/sdk.js';

export type StaffSdk = ReturnType<typeof getSdk<undefined>>;

/** Runs a command against the schema in this process, as staff: whoever can read the database's address needs no token. */
export async function withStaffSdk<T>(config: Config, command: (sdk: StaffSdk, gateway: Gateway) => Promise<T>): Promise<T> {
  const store = await openStore(config.databaseUrl);
  try {
    if (!config.isProduction) await migrate(store);
    const pending = await pendingMigrations(store);
    if (pending.length > 0) throw new CommandError(`The database lacks the migrations ${pending.join(', ')}: run \`courtside migrate\`.`);
    const gateway = await composeGateway(config, store, systemClock, ({ cause }) => console.error(cause));
    const staff = { kind: 'STAFF', role: 'admin', actor: `cli:${userInfo().username}` } as const;
    const sdk = getSdk<undefined>(async <R>(document: DocumentNode, variables?: unknown): Promise<R> => {
      const { data, errors } = await gateway.executeAs(document, { ...(variables as object | undefined) }, staff, randomUUID()); // codegen's variables are objects
      const [first] = errors ?? [];
      if (first) throw new CommandError(first.message);
      return data as R; // the document's own result type, by codegen
    });
    return await command(sdk, gateway);
  } finally {
    await store.close();
  }
}
