import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgresServer, type PostgresServer } from '../support/postgres.ts';
import { differencesOf, workOf } from './compare.ts';
import { prepareModel, type Model } from './databases.ts';
import { inRounds, measure } from './measure.ts';
import { readOptions, type Options } from './options.ts';
import { tableOf, type Goal } from './report.ts';
import type { StoreKind } from './settings.ts';
import { FLOOR, OURS, run, type RequestWorkload, type Running, type Target } from './targets.ts';

/*
 * Ourselves beside a floor written by hand and beside two peers, in turn and in the same minute: what counts is the ratio within a
 * round, since the machine is never the same twice.
 */

const SESSIONS = 1_000;
const WARM_UP_SHARE = 0.3;

const REQUEST_WORKLOADS: Readonly<Record<RequestWorkload, { readonly title: string; readonly goals: Readonly<Record<StoreKind, Goal>> }>> = {
  W1: { title: 'W1  POST a checkout session by REST, with an idempotency key', goals: { sqlite: { floor: 0.75, peers: { mercurius: 1.5 } }, postgres: { floor: 0.75, peers: { mercurius: 1.5 } } } },
  W2: { title: 'W2  GET it', goals: { sqlite: { floor: 0.8 }, postgres: { floor: 0.9, peers: { postgraphile: 2.5 } } } },
  W3: { title: 'W3  GraphQL list of 50 sessions with seller, broker, quote and items', goals: { sqlite: { floor: 0.55, peers: { mercurius: 1.7 } }, postgres: { floor: 0.6, peers: { mercurius: 1.7, postgraphile: 1.7 } } } },
  W4: { title: 'W4  the creation of W1 by GraphQL over HTTP', goals: { sqlite: { floor: 0.55, peers: { mercurius: 1.4 } }, postgres: { floor: 0.6, peers: { mercurius: 1.4, postgraphile: 2.5 } } } },
};

interface World {
  readonly kind: StoreKind;
  readonly folder: string;
  readonly postgres: PostgresServer | undefined;
  readonly model: Model;
}

const options = readOptions(process.argv.slice(2));
const folder = await mkdtemp(join(tmpdir(), 'courtside-bench-'));
console.log(`Node ${process.version}, ${availableParallelism()} processors, ${options.rounds} rounds of ${options.seconds} s`);
try {
  for (const kind of options.stores) await benchStore(kind, options);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function benchStore(kind: StoreKind, { only }: Options): Promise<void> {
  const postgres = kind === 'postgres' ? await startPostgresServer(['synchronous_commit=on', 'fsync=on', 'shared_buffers=256MB', 'max_wal_size=4GB']) : undefined;
  try {
    const model = await prepareModel(kind, SESSIONS, { folder, postgresUrl: postgres?.url });
    const world = { kind, folder, postgres, model };
    const targets = [FLOOR, OURS];
    await requireEqualWork(world);
    const workloads = (Object.keys(REQUEST_WORKLOADS) as RequestWorkload[]).filter((workload) => only.has(workload)); // its keys
    if (workloads.length > 0) await benchRequests(world, targets, workloads);
  } finally {
    await postgres?.stop();
  }
}

/** Ends the run when the floor does other work than ourselves: a ratio would say nothing. */
async function requireEqualWork(world: World): Promise<void> {
  const [floor, ours] = await startAll(world, [FLOOR, OURS], 'equal');
  if (!floor || !ours) throw new Error('two targets were to start');
  try {
    const identifier = world.model.identifiers[0] ?? '';
    const differences = differencesOf(await workOf(floor, identifier), await workOf(ours, identifier));
    if (differences.length > 0) throw new Error(`the floor does other work than ourselves:\n${differences.join('\n')}`);
    console.log(`\n${world.kind}: floor and ourselves give the same bytes and write the same rows`);
  } finally {
    await stopAll([floor, ours]);
  }
}

async function benchRequests(world: World, targets: readonly Target[], workloads: readonly RequestWorkload[]): Promise<void> {
  const running = await startAll(world, targets, 'requests');
  const timing = { warmUpMs: options.seconds * 1000 * WARM_UP_SHARE, measuredMs: options.seconds * 1000 };
  const databasePid = world.postgres && postmasterOf(world.postgres);
  try {
    for (const workload of workloads) {
      const able = running.filter(({ target }) => target.requests[workload]);
      const rounds = await inRounds(able, options.rounds, (one) => measure(one, workload, world.model.identifiers, timing, databasePid));
      console.log(tableOf(`${REQUEST_WORKLOADS[workload].title} · ${world.kind}`, rounds, REQUEST_WORKLOADS[workload].goals[world.kind]));
    }
  } finally {
    await stopAll(running);
  }
}

async function startAll({ model }: World, targets: readonly Target[], purpose: string): Promise<readonly Running[]> {
  const running: Running[] = [];
  for (const target of targets) running.push(await run(target, model, `${purpose}_${target.name}`, await freePort(), folder));
  return running;
}

async function stopAll(running: readonly Running[]): Promise<void> {
  await Promise.all(running.map(({ server }) => server.stop()));
}

function postmasterOf({ dataFolder }: PostgresServer): number {
  return Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}
