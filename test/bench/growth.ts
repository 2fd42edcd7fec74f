import { freePort } from '../support/postgres.ts';
import type { Model } from './databases.ts';
import { inRounds, measure } from './measure.ts';
import { fixed, median, ratiosOf, says } from './report.ts';
import { OURS, type Running } from './targets.ts';
import { stopAll, timingOf, type World } from './world.ts';

const GOAL = 1.1;

/** W6: what reading costs with many sessions stored, against few. The same gateway twice, in turn. */
export async function benchGrowth(world: World, many: Model): Promise<void> {
  const { kind, options, model: few, databasePid } = world;
  console.log(`\nW6  reading with ${options.many} sessions stored, against 1,000 · ${kind}`);
  const running = [await start('few', few, world), await start('many', many, world)];
  try {
    for (const workload of ['W2', 'W3'] as const) {
      const rounds = await inRounds(running, options.rounds, (one) => measure(one, workload, (one.target.name === 'many' ? many : few).identifiers, timingOf(options), databasePid));
      const cost = ratiosOf(rounds, 'few', 'many', 'perSecond');
      console.log(`${says(`${workload} costs ×`, median(cost), GOAL, false)}  (${fixed(Math.min(...cost), 2)}–${fixed(Math.max(...cost), 2)})`);
    }
  } finally {
    await stopAll(running);
  }
}

async function start(name: string, model: Model, { folder }: World): Promise<Running> {
  const target = { ...OURS, name };
  return { target, databaseUrl: model.databaseUrl, server: await target.start(model.databaseUrl, await freePort(), folder) };
}
