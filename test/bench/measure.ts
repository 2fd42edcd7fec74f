import { runChild } from './children.ts';
import type { Load, LoadJob } from './load.ts';
import { processorMs, residentBytes } from './processes.ts';
import type { RequestWorkload, Running } from './targets.ts';

export const CONNECTIONS = 32;

export interface Timing {
  readonly warmUpMs: number;
  readonly measuredMs: number;
}

/** One target under one load, once. */
export interface Measurement extends Load {
  readonly target: string;
  /** Of the target's process and of its database server, for each request. */
  readonly processorUs: number;
  readonly databaseUs: number;
  readonly memoryBytes: number;
}

/** Sends one kind of request for a while. Throws when an answer is not what it should be: a fast refusal is no work. */
export async function measure({ target, server }: Running, workload: RequestWorkload, identifiers: readonly string[], { warmUpMs, measuredMs }: Timing, databasePid: number | undefined): Promise<Measurement> {
  const model = target.requests[workload];
  if (!model) throw new Error(`${target.name} does not do ${workload}`);
  const [own, database] = [processorMs(server.pid), databasePid === undefined ? 0 : processorMs(databasePid)];
  const job: LoadJob = { url: server.url, model, identifiers: model.path.includes('%ID%') || model.body?.includes('%ID%') ? identifiers.slice(0, 2_000) : [], connections: CONNECTIONS, warmUpMs, measuredMs };
  const load = await runChild<Load>('load.ts', job);
  if (load.wrongCount > 0) throw new Error(`${target.name}, ${workload}: ${load.wrongCount} wrong answers, as ${load.wrong}`);
  const perRequest = (ms: number): number => (ms * 1000) / load.requests;
  return {
    ...load,
    target: target.name,
    processorUs: perRequest(processorMs(server.pid) - own),
    databaseUs: databasePid === undefined ? 0 : perRequest(processorMs(databasePid) - database),
    memoryBytes: residentBytes(server.pid),
  };
}

/** Before it counts, each target does the work for so long: until then it is the compiler that is measured, of whoever has more code. */
const WARM_UP_MS = 8_000;

export async function warmUp(one: Running, workload: RequestWorkload, identifiers: readonly string[]): Promise<void> {
  await measure(one, workload, identifiers, { warmUpMs: 0, measuredMs: WARM_UP_MS }, undefined);
}

/** All targets in turn, round by round; each round begins with another of them. */
export async function inRounds(running: readonly Running[], rounds: number, once: (one: Running) => Promise<Measurement>): Promise<readonly (readonly Measurement[])[]> {
  const all: Measurement[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % running.length;
    const measured: Measurement[] = [];
    for (const one of [...running.slice(first), ...running.slice(0, first)]) measured.push(await once(one));
    all.push(measured);
  }
  return all;
}
