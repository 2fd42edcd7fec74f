import { setTimeout as pause } from 'node:timers/promises';
import type { CallOptions, GatewaySdk } from '../gateway-client.js';
import type { Connections } from '../http/connections.js';
import { bodiesOf, type Claim, type Claimed } from './render.js';
import { Reporter } from './reporter.js';
import { send, type Attempt, type Limits } from './send.js';

export interface PipelineParts {
  readonly sdk: GatewaySdk;
  /** What travels with the next operation. */
  readonly callOf: () => CallOptions;
  readonly now: () => Date;
  readonly connections: Connections;
  readonly limits: Limits;
  /** Told of what the gateway refuses or fails at. */
  readonly fault: (cause: unknown) => void;
}

/** A delivery with its bytes, and the lease under which it is held. */
interface Held {
  readonly delivery: Claimed;
  readonly body: string;
  /** As the claim said it. */
  readonly leasedUntil: string;
  /** The same on the process' own clock, in milliseconds. */
  readonly leaseEndsAt: number;
}

/** What waits for one endpoint, and how many requests are under way there. */
interface Lane {
  readonly waiting: Held[];
  underWay: number;
}

/** At one endpoint, by one sender. (our choice) */
const MOST_AT_ONCE = 10;
/** What has less of its lease left is not begun: an attempt may take 15 s and has to be told of. */
const LEAST_LEASE_MS = 20_000;
const MOST_RELEASED_AT_ONCE = 500;
/** As the gateway knows it: no fault of the receiver's. */
const UNWRITABLE = 'cannot be written';

/**
 * Sends what it is given, a lane for each endpoint, so that nobody waits for another's receiver, and tells the gateway how it
 * ended. After a failure what still waits in that lane is handed back: others may have room for it, and a receiver that is
 * down is not asked a hundred times.
 */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #reporter: Reporter;
  readonly #lanes = new Map<string, Lane>();
  readonly #tasks = new Set<Promise<void>>();
  readonly #breakOff = new AbortController();
  #isDraining = false;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#reporter = new Reporter(parts);
  }

  /** How many deliveries it holds. */
  get held(): number {
    return [...this.#lanes.values()].reduce((sum, { waiting, underWay }) => sum + waiting.length + underWay, 0);
  }

  /** Keeps the bytes of what was claimed and begins to send it. */
  async take({ deliveries, leasedUntil, leaseSeconds }: Claim): Promise<void> {
    if (leasedUntil === null) return;
    const leaseEndsAt = performance.now() + leaseSeconds * 1000;
    const hold = (delivery: Claimed, body: string): Held => ({ delivery, body, leasedUntil, leaseEndsAt });
    const bodies = await bodiesOf(deliveries, this.#parts).catch(async (cause: unknown) => {
      await this.#release(deliveries.map((delivery) => hold(delivery, '')));
      throw cause;
    });
    for (const delivery of deliveries) {
      const body = bodies.get(delivery.id);
      if (body === undefined) this.#reporter.add({ id: delivery.id, attempt: delivery.attempts, ...this.#unwritten() });
      else this.#laneOf(delivery).waiting.push(hold(delivery, body));
    }
    for (const { endpointId } of deliveries) this.#pump(endpointId);
  }

  /** Resolves when nothing is held any more and all has been told. */
  async idle(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
    await this.#reporter.told();
  }

  /** Resolves when something has ended. */
  async changed(): Promise<void> {
    await Promise.race([...this.#tasks, ...(this.#tasks.size === 0 ? [Promise.resolve()] : [])]);
  }

  /** Hands back what has not begun, gives what is under way so many milliseconds, then breaks it off and hands it back too. Whatever is taken from now on is handed back. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    for (const endpointId of this.#lanes.keys()) this.#pump(endpointId);
    const over = new AbortController();
    const grace = pause(graceMs, undefined, { signal: over.signal }).then(
      () => this.#breakOff.abort(),
      () => {}, // all has ended before
    );
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
    over.abort();
    await grace;
    await this.#reporter.told(true);
  }

  #laneOf({ endpointId }: Claimed): Lane {
    const lane = this.#lanes.get(endpointId) ?? { waiting: [], underWay: 0 };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  /** Begins as much as there is room for. */
  #pump(endpointId: string): void {
    const lane = this.#lanes.get(endpointId);
    if (!lane) return;
    while (lane.waiting.length > 0 && lane.underWay < MOST_AT_ONCE) {
      const next = lane.waiting[0];
      if (!next || this.#isDraining || next.leaseEndsAt - performance.now() < LEAST_LEASE_MS) break;
      lane.waiting.shift();
      lane.underWay += 1;
      this.#track(this.#attempt(next, lane));
    }
    const isLate = lane.waiting.some(({ leaseEndsAt }) => leaseEndsAt - performance.now() < LEAST_LEASE_MS);
    if (this.#isDraining || isLate) this.#handBack(lane);
    if (lane.waiting.length === 0 && lane.underWay === 0) this.#lanes.delete(endpointId);
  }

  async #attempt(held: Held, lane: Lane): Promise<void> {
    const { delivery, body } = held;
    const ended = await send({ ...delivery, body }, { ...this.#parts, signal: this.#breakOff.signal });
    lane.underWay -= 1;
    if (ended) this.#reporter.add({ id: delivery.id, attempt: delivery.attempts, ...ended });
    else await this.#release([held]);
    if (ended && !isAccepted(ended)) this.#handBack(lane);
    this.#pump(delivery.endpointId);
  }

  #handBack(lane: Lane): void {
    if (lane.waiting.length > 0) this.#track(this.#release(lane.waiting.splice(0)));
  }

  /** A lease that cannot be handed back ends by itself. */
  async #release(held: readonly Held[]): Promise<void> {
    for (const [leasedUntil, ofOneClaim] of Map.groupBy(held, (one) => one.leasedUntil)) {
      const ids = ofOneClaim.map(({ delivery }) => delivery.id);
      for (let from = 0; from < ids.length; from += MOST_RELEASED_AT_ONCE) {
        await this.#parts.sdk.ReleaseWebhookDeliveries({ input: { ids: ids.slice(from, from + MOST_RELEASED_AT_ONCE), leasedUntil } }, this.#parts.callOf()).catch(this.#parts.fault);
      }
    }
  }

  #track(task: Promise<void>): void {
    this.#tasks.add(task);
    void task.finally(() => this.#tasks.delete(task));
  }

  #unwritten(): Attempt {
    return { startedAt: this.#parts.now().toISOString(), durationMs: 0, status: null, error: UNWRITABLE, answer: null, retryAfterSeconds: null };
  }
}

function isAccepted({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}
