import { freePort } from '../support/postgres.ts';
import type { Model } from './databases.ts';
import type { Timing } from './measure.ts';
import type { Options } from './options.ts';
import type { StoreKind } from './settings.ts';
import { run, type Running, type Target } from './targets.ts';

/** What one store's workloads share. */
export interface World {
  readonly kind: StoreKind;
  readonly folder: string;
  readonly model: Model;
  /** Of the PostgreSQL server; undefined where there is none. */
  readonly databasePid: number | undefined;
  readonly options: Options;
}

const WARM_UP_SHARE = 0.3;

export function timingOf({ seconds }: Options): Timing {
  return { warmUpMs: seconds * 1000 * WARM_UP_SHARE, measuredMs: seconds * 1000 };
}

/** Each on a copy of the model of its own. */
export async function startAll({ model, folder }: World, targets: readonly Target[], purpose: string): Promise<readonly Running[]> {
  const running: Running[] = [];
  try {
    for (const target of targets) running.push(await run(target, model, `${purpose}_${target.name.replaceAll(/\W/g, '_')}`, await freePort(), folder));
  } catch (error) {
    await stopAll(running);
    throw error;
  }
  return running;
}

export async function stopAll(running: readonly Running[]): Promise<void> {
  await Promise.all(running.map(({ server }) => server.stop()));
}
