import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import type { buildConnector } from 'undici';

/** Where webhooks may go. In production neither. */
export interface WebhookReach {
  /** Loopback and private networks too: what a developer's own machine needs. */
  readonly allowsPrivate: boolean;
  readonly allowsHttp: boolean;
}

/** All addresses of a host's name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

interface Parts extends WebhookReach {
  /** For looking the name up and connecting, with TLS, together. */
  readonly connectMs: number;
  readonly resolve?: Resolve;
}

/** The address is none that a webhook may go to. */
export class ForbiddenAddressError extends Error {}

/**
 * Opens connections to public addresses alone. The name is looked up once, every address that it has must be public, and only
 * these are dialled: a name that leads elsewhere on a second look-up is not looked up again. Whatever a URL spells an
 * address with, the URL parser has made it a literal before this is asked.
 */
export function guardedConnector({ allowsPrivate, allowsHttp, connectMs, resolve = resolveBySystem }: Parts): buildConnector.connector {
  const connectorFor = async ({ hostname, protocol }: buildConnector.Options): Promise<buildConnector.connector> => {
    if (!allowsHttp && protocol !== 'https:') throw new ForbiddenAddressError('https only');
    const start = performance.now();
    const vetted = allowsPrivate ? undefined : await vet(hostname, resolve, connectMs);
    const { buildConnector: connectorOf } = await import('undici');
    const timeout = Math.max(1, connectMs - (performance.now() - start));
    return connectorOf({ timeout, allowH2: false, ...(vetted && { lookup: onlyThese(vetted) }) });
  };
  const open = async (options: buildConnector.Options, callback: buildConnector.Callback): Promise<void> => {
    let connect: buildConnector.connector;
    try {
      connect = await connectorFor(options);
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), null);
      return;
    }
    connect(options, callback);
  };
  return (options, callback) => void open(options, callback);
}

/** The public addresses behind a host; throws when there is one that is not public. */
async function vet(hostname: string, resolve: Resolve, withinMs: number): Promise<readonly string[]> {
  const addresses = isIP(hostname) === 0 ? await within(withinMs, resolve(hostname)) : [hostname];
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new ForbiddenAddressError('not public');
  return addresses;
}

/** The first 3 bits of every address of IPv6 that is given out to the public. (RFC 4291 §2.4, IANA) */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Whether an address is one of the public internet: none that is special, nor one that only wraps another. (IANA's registries) */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text); // unwraps IPv4-mapped ones
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}

/** A look-up that has been made already. A literal is not looked up at all, and was vetted as it is. */
function onlyThese(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, done) => {
    const [first] = found;
    if (all || !first) done(null, found);
    else done(null, first.address, first.family);
  };
}

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const timeout = pause(ms, undefined, { signal: over.signal }).then(
    () => {
      throw new Error(`no address within ${ms / 1000} s`);
    },
    () => work, // called off: the work has ended
  );
  try {
    return await Promise.race([work, timeout]);
  } finally {
    over.abort();
    timeout.catch(() => {}); // as the work failed, which has been said
  }
}
