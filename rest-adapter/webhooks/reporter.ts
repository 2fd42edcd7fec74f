import { setTimeout as pause } from 'node:timers/promises';
import { GatewayFault, type CallOptions, type GatewaySdk } from '../gateway-client.js';
import type { Attempt } from './send.js';

/** How one attempt ended, and which it was. */
export interface Report extends Attempt {
  readonly id: string;
  /** The number that came before it. */
  readonly attempt: number;
}

interface Parts {
  readonly sdk: GatewaySdk;
  readonly callOf: () => CallOptions;
  readonly fault: (cause: unknown) => void;
}

/** What ends in so short a time is told together: the more, the fewer commits. */
const COLLECT_MS = 25;
const MOST_AT_ONCE = 500;
/** Once a second, a little longer than a lease: then somebody else has the delivery, and sends it again. */
const MOST_TRIES = 70;
const TRY_AGAIN_MS = 1_000;

/** Tells the gateway how attempts ended, many at a time. A gateway that does not answer is asked again: what it is not told is sent once more, with the same id. */
export class Reporter {
  readonly #parts: Parts;
  #ended: Report[] = [];
  #telling: Promise<void> | undefined;
  #isLast = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(report: Report): void {
    this.#ended.push(report);
    this.#telling ??= this.#tellAll();
  }

  /** Resolves when all has been told. `isLast` gives up on the first failure: who is about to end has no time. */
  async told(isLast = false): Promise<void> {
    this.#isLast ||= isLast;
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    while (this.#ended.length > 0) {
      await pause(COLLECT_MS);
      await this.#tell(this.#ended.splice(0, MOST_AT_ONCE));
    }
    this.#telling = undefined;
  }

  async #tell(attempts: readonly Report[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#parts.sdk.ReportWebhookAttempts({ input: { attempts } }, this.#parts.callOf());
        return;
      } catch (cause) {
        if (cause instanceof GatewayFault && cause.code === 'BAD_USER_INPUT' && attempts.length > 1) {
          for (const attempt of attempts) await this.#tell([attempt]); // one that it does not take must not keep it from hearing of the others
          return;
        }
        this.#parts.fault(cause);
        const isFinal = cause instanceof GatewayFault && cause.code === 'BAD_USER_INPUT';
        if (isFinal || this.#isLast || tries >= MOST_TRIES) return;
        await pause(TRY_AGAIN_MS);
      }
    }
  }
}
