import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface HarvesterJob {
  readonly settings: Readonly<Record<string, string>>;
  readonly dataFolder: string;
  readonly time: FastTime;
}

/** Time that goes by so many times as fast as that of others since a moment, and says another date. */
export interface FastTime {
  readonly startMs: number;
  readonly realStartMs: number;
  readonly speed: number;
}

export function nowIn({ startMs, realStartMs, speed }: FastTime): Date {
  return new Date(startMs + (Date.now() - realStartMs) * speed);
}

export interface KillableHarvester {
  /** SIGKILL: nothing is finished, nothing is handed back. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** A harvester in a process of its own, which harvests whatever is due. */
export function startKillableHarvester(job: HarvesterJob): KillableHarvester {
  const script = fileURLToPath(new URL('harvester-child.ts', import.meta.url));
  const child = fork(script, [JSON.stringify(job)], { execArgv: [] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    kill: () => {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
