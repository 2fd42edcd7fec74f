import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';

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
  /** The status of HTTP; null when there was no answer. */
  readonly status: number | null;
  readonly error: string | null;
  readonly retryAfterSeconds: number | null;
}

const CONNECT_TIMEOUT_MS = 5_000;
const WHOLE_TIMEOUT_MS = 15_000;
const MOST_READ_BYTES = 4 * 1024;
/** As much as the schema's Int can carry: a receiver may name the end of time. */
const MOST_RETRY_AFTER_SECONDS = 2 ** 31 - 1;
const SECRET_PREFIX = 'whsec_';

const agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS } });

/** Sends a webhook once. It follows no redirect and never throws: whatever happens is how the attempt ended. (contract §4 row 8, §5.3) */
export async function send(webhook: OutgoingWebhook, now: Date): Promise<Attempt> {
  const cutOff = AbortSignal.timeout(WHOLE_TIMEOUT_MS);
  try {
    const { statusCode, headers, body } = await request(webhook.url, { method: 'POST', headers: headersOf(webhook, now), body: webhook.body, dispatcher: agent, signal: cutOff });
    await body.dump({ limit: MOST_READ_BYTES, signal: cutOff });
    return { status: statusCode, error: null, retryAfterSeconds: retryAfterOf(headers['retry-after'], now) };
  } catch (error) {
    return { status: null, error: cutOff.aborted ? `no answer within ${WHOLE_TIMEOUT_MS / 1000} s` : reasonOf(error), retryAfterSeconds: null };
  }
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
  const key = Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function retryAfterOf(header: string | string[] | undefined, now: Date): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), MOST_RETRY_AFTER_SECONDS);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
