import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from './caller.js';
import { rateLimited } from './refusal.js';

/** What a caller may spend in a minute. */
export interface RateSettings {
  readonly anonymousPerMinute: number;
  readonly keyPerMinute: number;
}

/** The cost of GraphQL operations, in fields, for each request that the minute allows. */
const COST_PER_REQUEST = 500;

/** Counts what callers spend, in this process. A verified key has a budget of its own; all others share that of their address. */
export interface RateLimits {
  /** Takes one request off the caller's minute; throws `RATE_LIMITED` when none is left. */
  spendRequest(caller: Caller, clientAddress: string): Promise<void>;
  /** The same for a key that opened nothing: it counts for the address, or trying keys would cost nothing. */
  spendRefused(clientAddress: string): Promise<void>;
  /** Takes the cost of an operation off the caller's minute; throws `RATE_LIMITED` when it has not enough left. */
  spendCost(caller: Caller, clientAddress: string, cost: number): Promise<void>;
}

export function createRateLimits({ anonymousPerMinute, keyPerMinute }: RateSettings): RateLimits {
  const requests = { anonymous: minute(anonymousPerMinute), key: minute(keyPerMinute) };
  const costs = { anonymous: minute(anonymousPerMinute * COST_PER_REQUEST), key: minute(keyPerMinute * COST_PER_REQUEST) };
  return {
    spendRequest: (caller, clientAddress) => spend(requests, caller, clientAddress, 1),
    spendRefused: (clientAddress) => spend(requests, { kind: 'ANONYMOUS' }, clientAddress, 1),
    spendCost: (caller, clientAddress, cost) => spend(costs, caller, clientAddress, cost),
  };
}

interface Budgets {
  readonly anonymous: RateLimiterMemory;
  readonly key: RateLimiterMemory;
}

function minute(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: 60 });
}

async function spend(budgets: Budgets, caller: Caller, clientAddress: string, points: number): Promise<void> {
  if (caller.kind === 'ADAPTER') return; // our own process, which asks as often as it has work
  const holder = holderOf(caller);
  try {
    await (holder === undefined ? budgets.anonymous.consume(journeyOf(caller) ?? clientAddress, points) : budgets.key.consume(holder, points));
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) throw rateLimited(Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)));
    throw rejection;
  }
}

/** Who pays: a key, or a member of staff. A publishable key is public, so it pays with its visitors' addresses. */
function holderOf(caller: Caller): string | undefined {
  if (caller.kind === 'BROKER') return `key:${caller.apiKeyId}`;
  if (caller.kind === 'STAFF') return `staff:${caller.actor}`;
  return undefined;
}

/** Whoever is in a journey pays for it, not the neighbours behind the same address; to start one, the address paid. */
function journeyOf(caller: Caller): string | undefined {
  if (caller.kind === 'CUSTOMER') return `checkout:${caller.checkoutId}`;
  return caller.kind === 'SELLER' ? `seller flow:${caller.flowId}` : undefined;
}
