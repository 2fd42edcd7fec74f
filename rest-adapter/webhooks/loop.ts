import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openSdk, type CallOptions, type ExecuteOperation } from '../gateway-client.js';
import type { Resolve, WebhookReach } from './address-guard.js';
import { claimDue } from './deliver-due.js';
import { Pipeline } from './pipeline.js';
import { LIMITS, openWebhookConnections, type Limits } from './send.js';

interface SenderOptions {
  /** How to reach the gateway: in this process or over HTTP. */
  readonly execute: ExecuteOperation;
  /** Shows the gateway that this is its adapter. */
  readonly adapterToken: string;
  readonly now: () => Date;
  readonly report: (cause: unknown) => void;
  readonly reach: WebhookReach;
  /** How long to rest after a fault. */
  readonly idleMs?: number;
  readonly limits?: Limits;
  readonly resolve?: Resolve;
}

export interface WebhookSender {
  /** Claims no more, gives what is under way so many milliseconds, and hands back the rest. */
  stop(graceMs?: number): Promise<void>;
}

const IDLE_MS = 1_000;
/** How long the gateway may hold a claim. Short, since stopping waits for its answer: what it gives has to be handed back. */
const WAIT_SECONDS = 5;
/** Deliveries in memory, in all lanes together; each is a few kilobytes. */
const MOST_HELD = 5_000;
const GRACE_MS = 5_000;

/** How our own adapter shows itself. */
export function adapterCall(adapterToken: string): CallOptions {
  return { apiKey: undefined, authorization: `Adapter ${adapterToken}`, origin: undefined, clientAddress: 'adapter', requestId: randomUUID() };
}

/** Sends webhooks until it is stopped: while some are under way it waits for the next. */
export function startWebhookSender({ execute, adapterToken, now, report, reach, idleMs = IDLE_MS, limits = LIMITS, resolve }: SenderOptions): WebhookSender {
  const connections = openWebhookConnections(reach, limits, resolve);
  const parts = { sdk: openSdk(execute), callOf: () => adapterCall(adapterToken), now, connections, limits, fault: report };
  const pipeline = new Pipeline(parts);
  const stopping = new AbortController();
  const { signal } = stopping;

  const rest = (): Promise<void> => pause(idleMs, undefined, { signal }).catch(() => {}); // woken by being stopped
  const turn = async (): Promise<void> => {
    if (pipeline.held >= MOST_HELD) return pipeline.changed();
    const start = performance.now();
    const claim = await claimDue(parts, WAIT_SECONDS);
    await pipeline.take(claim);
    const cameBackEarly = performance.now() - start < (WAIT_SECONDS * 1000) / 2;
    if (claim.deliveries.length === 0 && cameBackEarly) await rest(); // the gateway is about to stop
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await turn().catch(async (cause: unknown) => {
        report(cause);
        await rest();
      });
    }
  };
  const running = run();
  return {
    stop: async (graceMs = GRACE_MS) => {
      stopping.abort();
      await Promise.all([running, pipeline.drain(graceMs)]);
      await pipeline.drain(0); // what the last claim gave has been handed back
      await connections.destroy();
    },
  };
}
