import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgresServer, type PostgresServer } from '../support/postgres.ts';
import { differencesOf, workOf } from './compare.ts';
import { prepareModel } from './databases.ts';
import { benchDrain } from './drain.ts';
import { benchGrowth } from './growth.ts';
import { readOptions, type Options } from './options.ts';
import { benchRequests } from './request-workloads.ts';
import type { StoreKind } from './settings.ts';
import { benchStart } from './start.ts';
import { FLOOR, OURS, PEERS } from './targets.ts';
import { startAll, stopAll, type World } from './world.ts';

/*
 * Ourselves beside a floor written by hand and beside two peers, in turn and in the same minute: what counts is the ratio within a
 * round, since the machine is never the same twice.
 */

const SESSIONS = 1_000;

/** Where the work is not equal, so that nobody reads more out of the figures than is in them. */
const NOTES = `
Not equal, and to whose advantage:
  floor        no log, no limits, no minute of its caller (a row on PostgreSQL), no request id, no security headers
  ours         all of that, as in production
  mercurius    has no REST: W1 is the creation by GraphQL; the floor's key check and idempotency row; no log, no limits, no outbox
  mercurius+   the same above the floor's writes (group commit; one statement on PostgreSQL), which it does not bring along
  postgraphile W2 is a GraphQL query; the same key check; sessions and creation are functions in the database; its answers are rows
               without addresses, and a session has no target; no log, no limits, no outbox
  W5           the floor vets no address, keeps no lanes and knows no retries`;

const options = readOptions(process.argv.slice(2));
const folder = await mkdtemp(join(tmpdir(), 'courtside-bench-'));
process.once('SIGINT', () => process.exit(130));
if (options.hasPeers) installPeers();
console.log(`Node ${process.version}, ${availableParallelism()} processors, ${options.rounds} rounds of ${options.seconds} s`);
try {
  for (const kind of options.stores) await benchStore(kind, options);
  console.log(NOTES);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function benchStore(kind: StoreKind, { only }: Options): Promise<void> {
  const postgres = kind === 'postgres' ? await startPostgresServer(['synchronous_commit=on', 'fsync=on', 'shared_buffers=256MB', 'max_wal_size=4GB']) : undefined;
  try {
    const place = { folder, postgresUrl: postgres?.url };
    const world: World = { kind, folder, model: await prepareModel(kind, SESSIONS, place), databasePid: postgres && postmasterOf(postgres), options };
    await requireEqualWork(world);
    await benchRequests(world, [FLOOR, OURS, ...(options.hasPeers ? PEERS : [])].filter(({ stores }) => stores.includes(kind)));
    if (only.has('W5')) await benchDrain(world);
    if (only.has('W6')) await benchGrowth(world, await prepareModel(kind, options.many, place));
    if (only.has('W7')) await benchStart(world);
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

/** Once: they are no packages of the project's own. */
function installPeers(): void {
  const peers = fileURLToPath(new URL('peers', import.meta.url));
  if (!existsSync(join(peers, 'node_modules'))) execFileSync('npm', ['ci', '--prefix', peers, '--ignore-scripts', '--no-audit', '--no-fund'], { stdio: 'inherit' });
}

function postmasterOf({ dataFolder }: PostgresServer): number {
  return Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}
