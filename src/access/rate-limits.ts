import type { Caller } from './caller.js';
import type { Awaitable } from '../shared/awaitable.js';
import type { CountRequest, Minute } from './rate-minutes.js';
import { rateLimited } from './refusal.js';

/** What a caller may spend in a minute. */
export interface RateSettings {
  readonly anonymousPerMinute: number;
  readonly keyPerMinute: number;
}

/** The cost of GraphQL operations, in fields, for each request that the minute allows. */
const COST_PER_REQUEST = 500;
const MINUTE_SECONDS = 60;

/** Hears what is left, as headers of the answer. */
export type TellRate = (headers: Readonly<Record<string, string>>) => void;

/** Counts what callers spend. A verified key has a budget of its own; all others share that of their address. */
export interface RateLimits {
  /** Takes one request off the caller's minute, at once where much is left; rejects with `RATE_LIMITED` when nothing is. */
  spendRequest(caller: Caller, clientAddress: string, tell?: TellRate): Awaitable<void>;
  /** The same for a key that opened nothing: it counts for the address, or trying keys would cost nothing. */
  spendRefused(clientAddress: string, tell?: TellRate): Awaitable<void>;
  /** Takes the cost of an operation off the caller's minute; throws `RATE_LIMITED` when it has not enough left. */
  spendCost(caller: Caller, clientAddress: string, cost: number): void;
}

/** Who has so many requests left, as far as is known here, does not wait to be counted; so several processes can let a few too many through only when they spend all of these within one look at the database. (our choice) */
const COUNTED_FIRST = 100;

/** What this process knows of somebody's minute. */
interface Known {
  requests: number;
  fields: number;
  /** Spent here, and not counted for all processes before the next request. */
  untold: number;
  /** Requests let through here that are being counted. */
  underWay: number;
  endsAtMs: number;
}

/**
 * One statement a request, which nobody waits for who has much left; the fields that an operation costs are judged by what
 * is known here, and counted with the next request. So processes hear of each other's fields a request late. Who has no request left costs no statement at all.
 */
export function createRateLimits(settings: RateSettings, count: CountRequest): RateLimits {
  const minutes = new Map<string, Known>();
  const spend = ({ name, limit }: Payer, tell?: TellRate): Awaitable<void> => {
    const known = recall(minutes, name);
    return known && limit - known.requests - known.underWay > COUNTED_FIRST ? spendAhead(name, limit, known, tell) : spendCounted(name, limit, known, tell);
  };
  const spendCounted = async (name: string, limit: number, known: Known | undefined, tell?: TellRate): Promise<void> => {
    const { requests, endsAtMs } = !known || known.requests < limit ? await learn(name, known) : known;
    const seconds = secondsUntil(endsAtMs);
    tell?.(rateHeaders(limit, Math.max(0, limit - requests), seconds));
    if (requests > limit || (known && known.requests >= limit)) throw rateLimited(seconds);
  };
  const spendAhead = (name: string, limit: number, known: Known, tell?: TellRate): void => {
    known.underWay += 1;
    tell?.(rateHeaders(limit, limit - known.requests - known.underWay, secondsUntil(known.endsAtMs)));
    const counted = learn(name, known);
    const isCounted = (): void => {
      const now = minutes.get(name);
      if (now && now.underWay > 0) now.underWay -= 1;
    };
    if (counted instanceof Promise) counted.then(isCounted, isCounted); // a store that cannot count answers nothing else either
    else isCounted();
  };
  const learn = (name: string, known: Known | undefined): Awaitable<Known> => {
    const telling = known?.untold ?? 0;
    if (known) known.untold = 0;
    const counted = count(name, telling);
    return counted instanceof Promise ? counted.then((minute) => keep(name, minute)) : keep(name, counted);
  };
  const keep = (name: string, { requests, fields, leftMs }: Minute): Known => {
    const { untold = 0, underWay = 0 } = recall(minutes, name) ?? {}; // meanwhile
    const learned = { requests, fields, untold, underWay, endsAtMs: performance.now() + leftMs };
    minutes.set(name, learned);
    return learned;
  };
  const payerOf = (caller: Caller, clientAddress: string): Payer => payerUnder(settings, caller, clientAddress);
  return {
    spendRequest: (caller, clientAddress, tell) => (caller.kind === 'ADAPTER' ? undefined : spend(payerOf(caller, clientAddress), tell)), // our own process asks as often as it has work
    spendRefused: (clientAddress, tell) => spend(payerOf({ kind: 'ANONYMOUS' }, clientAddress), tell),
    spendCost: (caller, clientAddress, cost) => {
      const { name, limit } = payerOf(caller, clientAddress);
      const known = recall(minutes, name);
      if (!known || caller.kind === 'ADAPTER') return; // its minute has just ended: the next request begins another
      if (known.fields + known.untold + cost > limit * COST_PER_REQUEST) throw rateLimited(secondsUntil(known.endsAtMs));
      known.untold += cost;
    },
  };
}

interface Payer {
  readonly name: string;
  readonly limit: number;
}

function payerUnder({ anonymousPerMinute, keyPerMinute }: RateSettings, caller: Caller, clientAddress: string): Payer {
  const holder = holderOf(caller);
  return holder === undefined ? { name: journeyOf(caller) ?? `address:${clientAddress}`, limit: anonymousPerMinute } : { name: holder, limit: keyPerMinute };
}

const MOST_KNOWN = 50_000;

/** What is known of a minute that still runs. */
function recall(minutes: Map<string, Known>, name: string): Known | undefined {
  const known = minutes.get(name);
  if (known && known.endsAtMs > performance.now()) return known;
  minutes.delete(name);
  if (minutes.size > MOST_KNOWN) minutes.clear(); // what is forgotten here, the count remembers
  return undefined;
}

function secondsUntil(endsAtMs: number): number {
  return Math.min(MINUTE_SECONDS, Math.max(1, Math.ceil((endsAtMs - performance.now()) / 1000)));
}

/** draft-ietf-httpapi-ratelimit-headers-10: the policy (so many in so many seconds), and what is left of it for how long. */
function rateHeaders(limit: number, remaining: number, seconds: number): Readonly<Record<string, string>> {
  return { 'ratelimit-policy': `"minute";q=${limit};w=${MINUTE_SECONDS}`, ratelimit: `"minute";r=${remaining};t=${seconds}` };
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
