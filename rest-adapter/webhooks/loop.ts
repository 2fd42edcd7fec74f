import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openSdk, type ExecuteOperation } from '../gateway-client.js';
import { deliverDue } from './deliver-due.js';

interface SenderOptions {
  /** How to reach the gateway: in this process or over HTTP. */
  readonly execute: ExecuteOperation;
  /** Shows the gateway that this is its adapter. */
  readonly adapterToken: string;
  readonly now: () => Date;
  readonly report: (cause: unknown) => void;
  /** How long to rest when nothing is due. */
  readonly idleMs?: number;
}

const IDLE_MS = 1_000;

/** Sends webhooks until it is stopped: at once again while there is work, else after a rest. Stopping waits for what is under way. */
export function startWebhookSender({ execute, adapterToken, now, report, idleMs = IDLE_MS }: SenderOptions): { stop(): Promise<void> } {
  const sdk = openSdk(execute);
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const call = { apiKey: undefined, authorization: `Adapter ${adapterToken}`, origin: undefined, clientAddress: 'adapter', requestId: randomUUID() };
      const sent = await deliverDue({ sdk, call, now }).catch((cause: unknown) => {
        report(cause);
        return 0;
      });
      if (sent === 0) await pause(idleMs, undefined, { signal }).catch(() => {}); // woken by being stopped
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
