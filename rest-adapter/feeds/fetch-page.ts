import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { openConnections, type Connections } from '../http/connections.js';
import { retryAfterOf } from '../http/retry-after.js';
import { guardedConnector, type Resolve, type WebhookReach } from '../webhooks/address-guard.js';
import { reasonOf } from '../webhooks/send.js';

export interface FetchLimits {
  /** For looking up a name and connecting. */
  readonly connectMs: number;
  /** For everything, redirects and the whole page included. */
  readonly wholeMs: number;
  /** Of a page as text. */
  readonly pageBytes: number;
}

export const FETCH_LIMITS: FetchLimits = { connectMs: 5_000, wholeMs: 30_000, pageBytes: 64 * 1024 * 1024 };

/** Why no page came, in the words of the schema. */
export type FetchFailure = 'NOT_FOUND' | 'TOO_OFTEN' | 'UNAVAILABLE' | 'FAILED';

export type Fetched = { readonly text: string } | { readonly failure: FetchFailure; readonly detail: string; readonly retryAfterSeconds: number | null };

interface Parts {
  readonly now: () => Date;
  readonly connections: Connections;
  readonly limits: FetchLimits;
  /** Breaks it off. */
  readonly signal: AbortSignal;
}

/** What one harvester opens and closes; it goes where webhooks may go. */
export function openFeedConnections(reach: WebhookReach, { connectMs, wholeMs }: FetchLimits, resolve?: Resolve): Connections {
  return openConnections({ connect: guardedConnector({ ...reach, connectMs, ...(resolve && { resolve }) }), headersTimeout: 2 * wholeMs, bodyTimeout: 2 * wholeMs }); // our own limit comes first, in words of our own
}

/** Asks for a page of a feed once. It never throws: whatever happens is what came; undefined when it was broken off. */
export async function fetchPage(url: string, parts: Parts): Promise<Fetched | undefined> {
  const cutOff = AbortSignal.timeout(parts.limits.wholeMs);
  try {
    return await follow(url, { ...parts, signal: AbortSignal.any([cutOff, parts.signal]) });
  } catch (error) {
    if (parts.signal.aborted) return undefined;
    return failed(error instanceof TooLarge ? error.message : cutOff.aborted ? `no page within ${parts.limits.wholeMs / 1000} s` : reasonOf(error));
  }
}

const MOST_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Each address that it is led to is asked through the same guard. */
async function follow(url: string, parts: Parts, redirects = 0): Promise<Fetched> {
  const { now, connections, signal, limits } = parts;
  const { statusCode, headers, body } = await connections.request(url, { headers: HEADERS, signal });
  if (statusCode === 200) return { text: await textOf(body, headers['content-encoding'], limits.pageBytes) };
  body.destroy();
  body.on('error', () => {}); // it was wanted no more
  const location = REDIRECTS.has(statusCode) ? headers['location'] : undefined;
  if (location !== undefined) {
    if (redirects === MOST_REDIRECTS) return failed(`more than ${MOST_REDIRECTS} redirects`);
    const next = URL.parse(String(location), url);
    return next && /^https?:$/.test(next.protocol) ? follow(next.href, parts, redirects + 1) : failed('redirect to no address');
  }
  return { failure: FAILURES[statusCode] ?? 'FAILED', detail: `status ${statusCode}`, retryAfterSeconds: retryAfterOf(headers['retry-after'], now()) };
}

const HEADERS = { accept: 'application/json', 'accept-encoding': 'br, gzip', 'user-agent': 'Courtside-Feeds/1' };
const FAILURES: Partial<Record<number, FetchFailure>> = { 404: 'NOT_FOUND', 410: 'NOT_FOUND', 429: 'TOO_OFTEN', 503: 'UNAVAILABLE' };

function failed(detail: string): Fetched {
  return { failure: 'FAILED', detail, retryAfterSeconds: null };
}

class TooLarge extends Error {}

/** The limit is on what comes out, so that a small answer cannot grow without end. NUL, which JSON cannot have and no store keeps, is shown as a replacement character. */
async function textOf(body: Dispatcher.ResponseData['body'], encoding: string | string[] | undefined, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of decoded(body, String(encoding ?? 'identity').trim().toLowerCase())) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new TooLarge(`more than ${mostBytes} bytes`); // leaving the loop destroys the stream, and with it the connection
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks)).replaceAll('\u0000', '\ufffd');
}

function decoded(body: Dispatcher.ResponseData['body'], encoding: string): AsyncIterable<Uint8Array> {
  const decoder = encoding === 'br' ? createBrotliDecompress() : encoding === 'gzip' || encoding === 'x-gzip' ? createGunzip() : undefined;
  if (!decoder) return body;
  pipeline(body, decoder, () => {}); // a failure of either is one of the decoder's, which is read
  return decoder;
}
