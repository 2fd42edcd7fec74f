import { createHmac } from 'node:crypto';
import { openConnections, type Connections } from '../http/connections.js';
import { retryAfterOf } from '../http/retry-after.js';
import { ForbiddenAddressError, guardedConnector, type Resolve, type WebhookReach } from './address-guard.js';

/** A webhook as it goes out. */
export interface OutgoingWebhook {
  readonly id: string;
  readonly url: string;
  readonly webhookKey: string;
  readonly signingSecrets: readonly string[];
  readonly body: string;
}

/** How an attempt ended. */
export interface Attempt {
  readonly startedAt: string;
  readonly durationMs: number;
  /** The status of HTTP; null when there was no answer. */
  readonly status: number | null;
  readonly error: string | null;
  /** The beginning of the answer, storable and without our secrets; null when there was none. */
  readonly answer: string | null;
  readonly retryAfterSeconds: number | null;
}

export interface Limits {
  /** For looking up the name and connecting. */
  readonly connectMs: number;
  /** For everything, from the look-up to the end of the answer. */
  readonly wholeMs: number;
}

export const LIMITS: Limits = { connectMs: 5_000, wholeMs: 15_000 };

/** What one sender opens and closes: connections are kept for the next webhook to the same receiver. */
export function openWebhookConnections(reach: WebhookReach, { connectMs, wholeMs }: Limits, resolve?: Resolve): Connections {
  return openConnections({ connect: guardedConnector({ ...reach, connectMs, ...(resolve && { resolve }) }), headersTimeout: 2 * wholeMs, bodyTimeout: 2 * wholeMs }); // whose own limits never come before ours, which says what happened in the same words every time
}

interface Parts {
  readonly now: () => Date;
  readonly connections: Connections;
  readonly limits: Limits;
  /** Breaks the attempt off. */
  readonly signal: AbortSignal;
}

/** Sends a webhook once. It follows no redirect and never throws: whatever happens is how the attempt ended; undefined when it was broken off. (contract §4 row 8, §5.3) */
export async function send(webhook: OutgoingWebhook, { now, connections, limits, signal }: Parts): Promise<Attempt | undefined> {
  const [startedAt, start] = [now(), performance.now()];
  const cutOff = AbortSignal.timeout(limits.wholeMs);
  const timed = (end: Omit<Attempt, 'startedAt' | 'durationMs'>): Attempt => ({ startedAt: startedAt.toISOString(), durationMs: Math.round(performance.now() - start), ...end });
  try {
    const { statusCode, headers, body } = await connections.request(webhook.url, { method: 'POST', headers: headersOf(webhook, startedAt), body: webhook.body, signal: AbortSignal.any([cutOff, signal]) });
    const answer = await beginningOf(body);
    return timed({ status: statusCode, error: null, answer: withoutSecrets(answer, webhook), retryAfterSeconds: retryAfterOf(headers['retry-after'], startedAt) });
  } catch (error) {
    if (signal.aborted) return undefined;
    return timed({ status: null, error: cutOff.aborted ? `no answer within ${limits.wholeMs / 1000} s` : reasonOf(error), answer: null, retryAfterSeconds: null });
  }
}

/** Who sends more than this has its connection dropped; the status counts. */
const MOST_READ_BYTES = 4 * 1024;
const MOST_KEPT_BYTES = 2 * 1024;

/** Of an answer whose end has come in time, or that is longer than anybody wants. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MOST_READ_BYTES) break; // leaving the loop destroys the stream, and with it the connection
  }
  const kept = Buffer.concat(chunks).subarray(0, MOST_KEPT_BYTES);
  return new TextDecoder().decode(kept).replaceAll('\u0000', '');
}

/** A receiver may say what it was sent. (our choice: what it says of our secrets is not kept) */
function withoutSecrets(answer: string, { webhookKey, signingSecrets }: OutgoingWebhook): string {
  return [webhookKey, ...signingSecrets, ...signingSecrets.map(bare)].filter((secret) => secret !== '').reduce((text, secret) => text.replaceAll(secret, '***'), answer);
}

const SECRET_PREFIX = 'whsec_';

function bare(secret: string): string {
  return secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
}

function headersOf({ id, webhookKey, signingSecrets, body }: OutgoingWebhook, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    'x-api-key': webhookKey,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signingSecrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(' '),
    'user-agent': 'Courtside-Webhooks/1',
  };
}

/** Standard Webhooks, version 1: HMAC-SHA-256 over id, timestamp and body. */
function signatureOf(secret: string, content: string): string {
  return `v1,${createHmac('sha256', Buffer.from(bare(secret), 'base64')).update(content).digest('base64')}`;
}

/** In words that every adapter's log and the broker may read: no addresses but the broker's own. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error instanceof ForbiddenAddressError) return error.message;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
