import { setTimeout as pause } from 'node:timers/promises';
import { measure } from './measure.ts';
import { peakBytes, residentBytes } from './processes.ts';
import { median, says } from './report.ts';
import { OURS } from './targets.ts';
import { startAll, stopAll, timingOf, type World } from './world.ts';

const GOALS = { startSeconds: 0.6, idleMib: 140, loadedMib: 350 } as const;
/** After its first answer everything has been loaded, and what was only for the start can go. */
const IDLE_MS = 3_000;
const MIB = 2 ** 20;

/** W7: from the start of the process to its first answer, and what it holds in memory. */
export async function benchStart(world: World): Promise<void> {
  const { kind, options, model, databasePid } = world;
  const [starts, idle, loaded]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < options.rounds; round += 1) {
    const running = await startAll(world, [OURS], `start_${round}`);
    const [one] = running;
    if (!one) throw new Error('one was to start');
    starts.push(one.server.startMs / 1000);
    await pause(IDLE_MS);
    idle.push(residentBytes(one.server.pid) / MIB);
    for (const workload of ['W1', 'W3'] as const) await measure(one, workload, model.identifiers, timingOf(options), databasePid);
    loaded.push(peakBytes(one.server.pid) / MIB);
    await stopAll(running);
  }
  console.log(`\nW7  starting, and memory · ${kind}`);
  console.log(says('seconds from start to first answer', median(starts), GOALS.startSeconds, false));
  console.log(says('MiB idle', median(idle), GOALS.idleMib, false));
  console.log(says('MiB at most under load', median(loaded), GOALS.loadedMib, false));
}
