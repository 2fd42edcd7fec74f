import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';
import { failure, type Finding } from './finding.js';

/** All addresses of a host's name; throws when it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Where webhooks may go, as the settings have it. */
export interface Reach {
  readonly allowsPrivate: boolean;
  readonly allowsHttp: boolean;
}

export async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);
}

/** A way to the receiver that dials only the addresses that were looked at; or why there is none. The sender would refuse the same. */
export async function openWay(url: URL, { allowsPrivate, allowsHttp }: Reach, resolve: Resolve): Promise<Agent | Finding> {
  if (!allowsHttp && url.protocol !== 'https:') return failure('reachable', `${url.href} is not https, so nothing is sent there.`, 'Register an https address.');
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(hostname) === 0 ? await resolve(hostname).catch(() => []) : [hostname];
  if (addresses.length === 0) return failure('reachable', `The name ${hostname} has no address.`, 'Correct the name, or its records in DNS.');
  const forbidden = allowsPrivate ? [] : addresses.filter((address) => !isPublic(address));
  if (forbidden.length > 0) return failure('reachable', `${hostname} leads to ${forbidden.join(', ')}, which is not public, so nothing is sent there.`, 'Every address of the name must be public.');
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return new Agent({ connect: { lookup: (_hostname, { all }, done) => (all || !found[0] ? done(null, found) : done(null, found[0].address, found[0].family)) } });
}

/** The first 3 bits of every address of IPv6 that is given out to the public. (RFC 4291 §2.4, IANA) */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** As the sender judges it, which this client of the schema cannot ask. */
export function isPublic(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST));
}
