import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/postgres.ts';
import { startServer } from './children.ts';
import { END, openDatabase, type Ask } from './database.ts';
import { processorMs } from './processes.ts';
import { addEndpoints, queueDeliveries } from './queue-deliveries.ts';
import { fixed, median, ratiosBetween, says } from './report.ts';
import { gatewaySettings, type StoreKind } from './settings.ts';
import { FLAGS, FLOOR, OURS, type Running, type Target } from './targets.ts';
import { startAll, stopAll, type World } from './world.ts';
import type { Heard } from './sink.ts';

const DELIVERIES = 4_000;
const GOALS: Readonly<Record<StoreKind, number>> = { sqlite: 0.7, postgres: 0.5 };
const LOOK_EVERY_MS = 10;
const LONGEST_MS = 120_000;

const DRAINING_FLOOR: Target = { ...FLOOR, start: (databaseUrl, port, folder) => startServer({ script: 'test/bench/floor/drain.ts', argument: { databaseUrl, port }, port, folder }) };
/** Outside production: the sink is on this machine, and speaks no TLS. */
const DRAINING: Target = { ...OURS, start: (databaseUrl, port, folder) => startServer({ flags: FLAGS, script: 'dist/bundle/gateway.js', environment: { ...gatewaySettings(databaseUrl, port), NODE_ENV: 'test', DEMO: 'false' }, port, folder }) };

interface Drained {
  readonly perSecond: number;
  readonly processorUs: number;
}

/** W5: webhooks that are all due at once, from the first that arrives until the last is written down as delivered. */
export async function benchDrain(world: World): Promise<void> {
  const { kind, options } = world;
  const sink = await startSink();
  const running = await startAll(world, [DRAINING_FLOOR, DRAINING], 'drain');
  try {
    for (const { databaseUrl } of running) await asking(databaseUrl, (ask) => addEndpoints(ask, sink.url));
    const drained: Drained[][] = running.map(() => []);
    for (let round = 0; round <= options.rounds; round += 1) {
      const turn = [...running.keys()].map((index) => (index + round) % running.length);
      for (const index of turn) {
        const one = running[index];
        const done = one && (await drain(one, world, round, sink));
        if (done && round > 0) drained[index]?.push(done); // the first warms up
      }
    }
    await requireSameBytes(running);
    console.log(tableOf(kind, drained));
  } finally {
    await stopAll(running);
    sink.child.disconnect();
  }
}

/** Throws when not all have sent the same and written as much. */
async function requireSameBytes(running: readonly Running[]): Promise<void> {
  const written = await Promise.all(running.map(({ databaseUrl }) => asking(databaseUrl, async (ask) => [await ask('select id, body, state, attempts from webhook_delivery order by id limit 3'), await ask('select count(*) as count from webhook_attempt')])));
  if (new Set(written.map((one) => JSON.stringify(one))).size !== 1) throw new Error(`the floor sends other webhooks than ourselves: ${JSON.stringify(written)}`);
}

function tableOf(kind: StoreKind, [floor = [], ours = []]: readonly Drained[][]): string {
  const ratios = ratiosBetween(ours.map(({ perSecond }) => perSecond), floor.map(({ perSecond }) => perSecond));
  const line = (name: string, drained: readonly Drained[]): string => `  ${name.padEnd(8)} ${fixed(median(drained.map(({ perSecond }) => perSecond)), 0)} webhooks/s, ${fixed(median(drained.map(({ processorUs }) => processorUs)), 0)} µs CPU each`;
  return [`\nW5  ${DELIVERIES} webhooks that are due at once, to a sink on this machine · ${kind}`, line('floor', floor), line('ours', ours), `${says('ours × floor', median(ratios), GOALS[kind])}  (${fixed(Math.min(...ratios), 2)}–${fixed(Math.max(...ratios), 2)})`].join('\n');
}

async function drain({ server, databaseUrl, target }: Running, { kind }: World, round: number, sink: Sink): Promise<Drained> {
  return asking(databaseUrl, async (ask) => {
    await sink.heard();
    const before = processorMs(server.pid);
    await queueDeliveries(ask, kind, round, DELIVERIES);
    const latest = performance.now() + LONGEST_MS;
    while (await isWaiting(ask)) {
      if (performance.now() > latest) throw new Error(`${target.name} left webhooks`);
      await pause(LOOK_EVERY_MS);
    }
    const endMs = Date.now();
    const [heard, usedMs] = [await sink.heard(), processorMs(server.pid) - before];
    if (kind === 'postgres') await ask('vacuum analyze'); // as a server does by itself now and then, lest a plan be for the empty table of the first round
    if (heard.distinct !== DELIVERIES) throw new Error(`${target.name}: ${heard.distinct} of ${DELIVERIES} webhooks arrived`);
    return { perSecond: (DELIVERIES / (endMs - heard.firstAtMs)) * 1000, processorUs: (usedMs * 1000) / DELIVERIES };
  });
}

/** Looks for one alone: to count them all would take more than to send some. */
async function isWaiting(ask: Ask): Promise<boolean> {
  return (await ask("select id from webhook_delivery where state = 'PENDING' limit 1")).length > 0;
}

async function asking<T>(databaseUrl: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const ask = await openDatabase(databaseUrl);
  const result = await work(ask);
  await ask(END);
  return result;
}

interface Sink {
  readonly url: string;
  readonly child: ChildProcess;
  /** What has come since it was last asked. */
  heard(): Promise<Heard>;
}

async function startSink(): Promise<Sink> {
  const port = await freePort();
  const child = fork(fileURLToPath(new URL('sink.ts', import.meta.url)), [JSON.stringify({ port })], { execArgv: [] });
  await once(child, 'message');
  const heard = async (): Promise<Heard> => {
    const answer = once(child, 'message');
    child.send('how many');
    return (await answer)[0] as Heard; // what sink.ts sends
  };
  return { url: `http://127.0.0.1:${port}`, child, heard };
}
