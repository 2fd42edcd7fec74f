import { freePort } from '../support/postgres.ts';
import type { Model } from './databases.ts';
import { inRounds, measure, warmUp, type Measurement } from './measure.ts';
import { fixed, median, quantile, ratiosBetween, ratiosOf, says } from './report.ts';
import { OURS, type Running } from './targets.ts';
import { stopAll, timingOf, type World } from './world.ts';

const GOAL = 1.1;
/** Short measurements and many of them: what disturbs one pair on a busy machine is over by the next. */
const PAIRS_A_ROUND = 4;
const SHARE_OF_TIME = 0.4;

/** W6: what reading costs with many sessions stored, against few. The same gateway twice, in turn. */
export async function benchGrowth(world: World, many: Model): Promise<void> {
  const { kind, options, model: few, databasePid } = world;
  console.log(`\nW6  reading with ${options.many} sessions stored, against 1,000 · ${kind}`);
  const running = [await start('few', few, world), await start('many', many, world)];
  try {
    for (const workload of ['W2', 'W3'] as const) {
      const identifiersOf = inTurn({ few, many });
      const timing = timingOf({ ...options, seconds: options.seconds * SHARE_OF_TIME });
      for (const one of running) await warmUp(one, workload, identifiersOf(one.target.name));
      const pairs = await inRounds(running, options.rounds * PAIRS_A_ROUND, (one) => measure(one, workload, identifiersOf(one.target.name), timing, databasePid));
      const cost = ratiosOf(pairs, 'few', 'many', 'perSecond');
      const processor = ratiosBetween(processorOf(pairs, 'many'), processorOf(pairs, 'few'));
      console.log(`${says(`${workload} costs ×`, median(cost), GOAL, false)}  (${fixed(quantile(cost, 0.25), 2)}–${fixed(quantile(cost, 0.75), 2)} for half of ${cost.length} pairs; of the processors × ${fixed(median(processor), 2)})`);
    }
  } finally {
    await stopAll(running);
  }
}

/** So many sessions are read in one measurement. */
const READ_AT_ONCE = 2_000;

/** Other sessions each time, where there are others, so that nobody's caches hold what is read. */
function inTurn(models: Readonly<Record<string, Model>>): (name: string) => readonly string[] {
  const turns = new Map<string, number>();
  return (name) => {
    const { identifiers = [] } = models[name] ?? {};
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    const from = (turn * READ_AT_ONCE) % Math.max(1, identifiers.length);
    return identifiers.slice(from, from + READ_AT_ONCE);
  };
}

/** Round by round, what a request took of the processors, the database server's share too. */
function processorOf(pairs: readonly (readonly Measurement[])[], name: string): readonly number[] {
  return pairs.flat().flatMap(({ target, processorUs, databaseUs }) => (target === name ? [processorUs + databaseUs] : []));
}

async function start(name: string, model: Model, { folder }: World): Promise<Running> {
  const target = { ...OURS, name };
  return { target, databaseUrl: model.databaseUrl, server: await target.start(model.databaseUrl, await freePort(), folder) };
}
