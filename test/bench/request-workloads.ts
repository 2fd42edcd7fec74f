import { inRounds, measure, warmUp } from './measure.ts';
import { tableOf, type Goal } from './report.ts';
import type { StoreKind } from './settings.ts';
import type { RequestWorkload, Target } from './targets.ts';
import { startAll, stopAll, timingOf, type World } from './world.ts';

const REQUEST_WORKLOADS: Readonly<Record<RequestWorkload, { readonly title: string; readonly goals: Readonly<Record<StoreKind, Goal>> }>> = {
  W1: { title: 'W1  POST a checkout session by REST, with an idempotency key', goals: { sqlite: { floor: 0.75, peers: { mercurius: 1.5 } }, postgres: { floor: 0.75, peers: { mercurius: 1.5 } } } },
  W2: { title: 'W2  GET it', goals: { sqlite: { floor: 0.8 }, postgres: { floor: 0.9, peers: { postgraphile: 2.5 } } } },
  W3: { title: 'W3  GraphQL list of 50 sessions with seller, broker, quote and items', goals: { sqlite: { floor: 0.55, peers: { mercurius: 1.7 } }, postgres: { floor: 0.6, peers: { mercurius: 1.7, postgraphile: 1.7 } } } },
  W4: { title: 'W4  the creation of W1 by GraphQL over HTTP', goals: { sqlite: { floor: 0.55, peers: { mercurius: 1.4 } }, postgres: { floor: 0.6, peers: { mercurius: 1.4, postgraphile: 2.5 } } } },
};

/** W1 to W4: every target in turn does the same work, as many as do it. */
export async function benchRequests(world: World, targets: readonly Target[]): Promise<void> {
  const { kind, options, model, databasePid } = world;
  const workloads = (Object.keys(REQUEST_WORKLOADS) as RequestWorkload[]).filter((workload) => options.only.has(workload)); // its keys
  if (workloads.length === 0) return;
  const running = await startAll(world, targets, 'requests');
  try {
    for (const workload of workloads) {
      const able = running.filter(({ target }) => target.requests[workload]);
      for (const one of able) await warmUp(one, workload, model.identifiers);
      const rounds = await inRounds(able, options.rounds, (one) => measure(one, workload, model.identifiers, timingOf(options), databasePid));
      const { title, goals } = REQUEST_WORKLOADS[workload];
      console.log(tableOf(`${title} · ${kind}`, rounds, goals[kind]));
    }
  } finally {
    await stopAll(running);
  }
}
