import { startServer, type Server } from './children.ts';
import type { Model } from './databases.ts';
import { GET_SESSION, GRAPHQL_CREATE, GRAPHQL_LIST, POST_SESSION, type RequestModel } from './requests.ts';
import { POSTGRAPHILE_CREATE, POSTGRAPHILE_GET, POSTGRAPHILE_LIST } from './postgraphile-requests.ts';
import { gatewaySettings, type StoreKind } from './settings.ts';

export type RequestWorkload = 'W1' | 'W2' | 'W3' | 'W4';

/** One who answers, and how it is asked for each kind of work. */
export interface Target {
  readonly name: string;
  readonly requests: Readonly<Partial<Record<RequestWorkload, RequestModel>>>;
  readonly stores: readonly StoreKind[];
  start(databaseUrl: string, port: number, folder: string): Promise<Server>;
}

const BOTH_DOORS = { W1: POST_SESSION, W2: GET_SESSION, W3: GRAPHQL_LIST, W4: GRAPHQL_CREATE } as const;

export const FLOOR: Target = {
  name: 'floor',
  requests: BOTH_DOORS,
  stores: ['sqlite', 'postgres'],
  start: (databaseUrl, port, folder) => startServer({ script: 'test/bench/floor/server.ts', argument: { databaseUrl, port }, port, folder }),
};

/** As `npm start` has it. */
export const FLAGS = ['--max-semi-space-size=16'];

export const OURS: Target = {
  name: 'ours',
  requests: BOTH_DOORS,
  stores: ['sqlite', 'postgres'],
  start: (databaseUrl, port, folder) => startServer({ flags: FLAGS, script: 'dist/bundle/gateway.js', environment: gatewaySettings(databaseUrl, port), port, folder }),
};

/** A target that runs. */
export interface Running {
  readonly target: Target;
  readonly server: Server;
  readonly databaseUrl: string;
}

/** Starts a target on a copy of the model. */
export async function run(target: Target, model: Model, name: string, port: number, folder: string): Promise<Running> {
  const databaseUrl = await model.copy(name);
  return { target, databaseUrl, server: await target.start(databaseUrl, port, folder) };
}

/** Its schema comes from the tables; the creation is a function in the database. */
const POSTGRAPHILE: Target = {
  name: 'postgraphile',
  requests: { W2: POSTGRAPHILE_GET, W3: POSTGRAPHILE_LIST, W4: POSTGRAPHILE_CREATE },
  stores: ['postgres'],
  start: (databaseUrl, port, folder) => startServer({ script: 'test/bench/peers/postgraphile.mjs', argument: { databaseUrl, port }, port, folder }),
};

/** Mercurius speaks GraphQL alone, so what we do by REST it does by that. */
const mercurius = (name: string, hasFloorsWrites: boolean): Target => ({
  name,
  requests: { W1: GRAPHQL_CREATE, ...(!hasFloorsWrites && { W3: GRAPHQL_LIST }), W4: GRAPHQL_CREATE },
  stores: ['sqlite', 'postgres'],
  start: (databaseUrl, port, folder) => startServer({ script: 'test/bench/peers/mercurius.mjs', argument: { databaseUrl, port, hasFloorsWrites }, port, folder }),
});

/** With a transaction for each creation, and once more with the floor's writes below it, which it does not bring along. */
export const PEERS: readonly Target[] = [mercurius('mercurius', false), mercurius('mercurius+', true), POSTGRAPHILE];
