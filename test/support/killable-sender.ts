import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SenderWorld } from './sender-world.js';

/** Between which steps the sender stops dead; while it is sending, the broker is who stops it. */
export type HaltAt = 'claimed' | 'recorded' | 'sending' | 'sent';

export interface SenderChildJob {
  readonly settings: Readonly<Record<string, string>>;
  readonly dataFolder: string;
  readonly now: string;
  readonly haltAt: HaltAt;
}

export interface KillableSender {
  /** Comes true when it stands still. */
  readonly halted: Promise<void>;
  /** SIGKILL: nothing is finished, nothing is handed back. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** A sender in a process of its own, before the world's database, at the world's time. */
export function startKillableSender({ settings, dataFolder, clock }: SenderWorld, haltAt: HaltAt): KillableSender {
  const script = fileURLToPath(new URL('sender-child.ts', import.meta.url));
  const job: SenderChildJob = { settings, dataFolder, now: clock.now().toISOString(), haltAt };
  const child = fork(script, [JSON.stringify(job)], { execArgv: [] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const halted = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void gone.then(() => reject(new Error('the sender ended before it stood still; it needs what tsc -p . makes')));
  });
  halted.catch(() => {}); // whoever kills it before does not wait for this
  return {
    halted,
    kill: () => {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
