import type { Answer } from '../forward.js';
import { failure, passed, warning, type Finding } from './finding.js';

export interface Limits {
  /** From here on an answer is called slow. */
  readonly slowMs: number;
  /** The sender waits no longer. */
  readonly wholeMs: number;
}

/** What a failed connection means. By Node's and OpenSSL's codes. */
const CONNECTION_FAILURES: Readonly<Record<string, readonly [message: string, advice: string]>> = {
  ECONNREFUSED: ['nobody listens there', 'Start the receiver, or correct the port.'],
  ENOTFOUND: ['its name has no address', 'Correct the name, or its records in DNS.'],
  UND_ERR_CONNECT_TIMEOUT: ['no connection came about in time', 'Let webhooks through the firewall.'],
  UND_ERR_SOCKET: ['it closes the connection without an answer', 'See what the receiver or the proxy before it logged.'],
  ECONNRESET: ['it closes the connection without an answer', 'See what the receiver or the proxy before it logged.'],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Renew the certificate.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another name', 'Get a certificate for this name.'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['its certificate is signed by itself', 'Get a certificate from an authority that everybody knows.'],
  SELF_SIGNED_CERT_IN_CHAIN: ['its certificate comes from an authority that nobody knows', 'Get a certificate from an authority that everybody knows.'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['its certificate comes without the ones in between', 'Have the server send the whole chain.'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['what listens there does not speak TLS', 'Register the port that does, or set TLS up.'],
};

/** What to do about an answer that is no yes, to an event with nothing wrong with it. */
const REFUSALS: Readonly<Record<number, string>> = {
  401: 'Compare X-Api-Key with the webhook key that was agreed; if it is lost, courtside webhook rotate makes another.',
  403: 'Compare X-Api-Key with the webhook key that was agreed, and see what a firewall before the receiver refuses.',
  404: 'Correct the path of the address, or the route of the receiver.',
  405: 'Take POST at this address.',
  410: 'Answer 2xx: the first real event would have this endpoint disabled by 410.',
  411: 'Webhooks carry Content-Length; see what the proxy before the receiver does with it.',
  413: 'Allow bodies of at least 64 KiB.',
  415: 'Take the content type application/json.',
};

/** Whether it can be reached, and whether it takes an event with nothing wrong with it. */
export function judgeFirst({ status, error, isConnected }: Answer, url: string): readonly Finding[] {
  if (status === null && !isConnected) {
    const [message, advice] = CONNECTION_FAILURES[error ?? ''] ?? [`the connection fails (${error ?? 'no answer'})`, 'Look this code up; it is what the sender meets too.'];
    return [failure('reachable', `${url} cannot be reached: ${message}.`, advice)];
  }
  const reachable = passed('reachable', `${url} can be reached.`);
  if (status === null) return [reachable, failure('speed', `There is ${error ?? 'no answer'}, and the sender waits no longer.`, 'Keep what arrived, answer 2xx, and work afterwards.')];
  if (status >= 200 && status < 300) return [reachable, passed('right-key', `It takes a test with the right key (${status}).`)];
  if (status >= 300 && status < 400) return [reachable, failure('right-key', `It redirects (${status}), which is not followed.`, 'Register the address that it leads to.')];
  return [reachable, failure('right-key', `It does not take a test with the right key (${status}).`, REFUSALS[status] ?? 'See what the receiver logged.')];
}

export function judgeSpeed({ durationMs }: Answer, { slowMs, wholeMs }: Limits): Finding {
  if (durationMs <= slowMs) return passed('speed', `It answers within ${durationMs} ms.`);
  return warning('speed', `It takes ${durationMs} ms to answer; after ${wholeMs} ms the event comes again.`, 'Keep what arrived, answer 2xx, and work afterwards.');
}

/** A page with a 2xx is most often that of a site which says yes to everything. */
export function judgeType({ contentType }: Answer): Finding {
  if (!/^text\/html\b/i.test(contentType ?? '')) return passed('content-type', contentType === null ? 'Its answer has no content type, and needs none.' : `Its answer is ${contentType}.`);
  return warning('content-type', 'Its answer is a web page.', 'Make sure that the address is that of the receiver and not of a page that answers whatever it is asked.');
}
