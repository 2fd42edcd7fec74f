import { setTimeout as pause } from 'node:timers/promises';
import { openSdk, type ExecuteOperation } from '../gateway-client.js';
import type { Resolve, WebhookReach } from '../webhooks/address-guard.js';
import { adapterCall } from '../webhooks/loop.js';
import { FETCH_LIMITS, openFeedConnections, type FetchLimits } from './fetch-page.js';
import { deriveAll, harvestPage, type HarvestParts } from './harvest.js';

export interface HarvesterOptions {
  /** How to reach the gateway: in this process or over HTTP. */
  readonly execute: ExecuteOperation;
  /** Shows the gateway that this is its adapter. */
  readonly adapterToken: string;
  readonly now: () => Date;
  /** Where feeds may be; as for webhooks. */
  readonly reach: WebhookReach;
  readonly limits?: FetchLimits;
  readonly resolve?: Resolve;
}

interface LoopOptions extends HarvesterOptions {
  readonly report: (cause: unknown) => void;
  /** How long to rest when nothing is due, and after a fault. */
  readonly idleMs?: number;
}

export interface Harvester {
  /** Begins no further page, gives what is under way so many milliseconds, and breaks the rest off. */
  stop(graceMs?: number): Promise<void>;
}

const IDLE_MS = 1_000;
const GRACE_MS = 5_000;
/** Pages under way at once, each of another feed: a publisher who does not answer keeps one of them for a while. */
const LANES = 3;

export function harvestParts({ execute, adapterToken, now, reach, limits = FETCH_LIMITS, resolve }: HarvesterOptions, signal: AbortSignal): HarvestParts {
  return { sdk: openSdk(execute), callOf: () => adapterCall(adapterToken), now, limits, signal, connections: openFeedConnections(reach, limits, resolve) };
}

/** Harvests feeds until it is stopped, and has the catalogue follow. */
export function startHarvester({ report, idleMs = IDLE_MS, ...options }: LoopOptions): Harvester {
  const [stopping, breaking] = [new AbortController(), new AbortController()];
  const parts = harvestParts(options, breaking.signal);
  const rest = (): Promise<void> => pause(idleMs, undefined, { signal: stopping.signal }).catch(() => {}); // woken by being stopped
  const run = async (round: () => Promise<boolean>): Promise<void> => {
    while (!stopping.signal.aborted) {
      const hasWorked = await round().catch((cause: unknown) => {
        report(cause);
        return false;
      });
      if (!hasWorked) await rest();
    }
  };
  const page = async (): Promise<boolean> => (await harvestPage(null, parts)).outcome !== 'NOTHING_DUE';
  const derive = async (): Promise<boolean> => (await deriveAll({ ...parts, signal: stopping.signal })) > 0;
  const running = [...Array.from({ length: LANES }, () => run(page)), run(derive)];
  return {
    stop: async (graceMs = GRACE_MS) => {
      stopping.abort();
      const timer = setTimeout(() => breaking.abort(), graceMs);
      await Promise.all(running);
      clearTimeout(timer);
      await parts.connections.destroy();
    },
  };
}
