import { parse } from 'graphql';
import type * as ComposeGateway from '../../src/compose-gateway.js';
import type * as Config from '../../src/config.js';
import type * as DemoData from '../../src/store/demo-data.js';
import type * as OpenStore from '../../src/store/open-store.js';
import { GRAPHQL_CREATE } from './requests.ts';
import { seedPostgres } from './seed-postgres.ts';
import { seedSqlite } from './seed-sqlite.ts';
import { API_KEY, gatewaySettings, type StoreKind } from './settings.ts';

/*
 * Makes a database that every target begins with, in a process of its own: the tables of our own migrations, the demo world, and so
 * many sessions like one that we have created ourselves. It says the identifiers of some. Node runs this file as it is; what it
 * imports is what `tsc -p .` has made.
 */

const dist = new URL('../../dist/src/', import.meta.url).href;
const { readConfig } = (await import(`${dist}config.js`)) as typeof Config;
const { migrate, openStore } = (await import(`${dist}store/open-store.js`)) as typeof OpenStore;
const { connectDemoReceiver, loadDemoData } = (await import(`${dist}store/demo-data.js`)) as typeof DemoData;
const { composeGateway } = (await import(`${dist}compose-gateway.js`)) as typeof ComposeGateway;

const { kind, databaseUrl, sessions } = JSON.parse(process.argv[2] ?? '') as { kind: StoreKind; databaseUrl: string; sessions: number }; // from prepareDatabase

const clock = { now: () => new Date() };
const store = await openStore(databaseUrl);
await migrate(store);
await loadDemoData(store.fork(), clock.now());
const gateway = await composeGateway(readConfig(gatewaySettings(databaseUrl, 4000)), store, clock, ({ cause }) => console.error(cause));
await connectDemoReceiver(store.fork(), gateway.parts, clock.now());
const { query, variables } = JSON.parse(GRAPHQL_CREATE.body ?? '') as { query: string; variables: { input: object } }; // our own request
const answer = await gateway.execute(parse(query), { input: { ...variables.input, idempotencyKey: null } }, { apiKey: API_KEY, clientAddress: '127.0.0.1', requestId: 'the model' });
if (answer.errors) throw new Error(JSON.stringify(answer.errors));
await store.close();
const identifiers = kind === 'sqlite' ? seedSqlite(databaseUrl, sessions) : await seedPostgres(databaseUrl, sessions);
process.send?.(identifiers);
