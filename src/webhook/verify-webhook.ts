import { createHmac } from 'node:crypto';
import { isSameText } from '../shared/same-text.js';

/** A request as it arrived. */
export interface ArrivedRequest {
  /** As fetch has them, or as node:http has them, whose names are in lower case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes, not what was parsed of them: written again they are others. */
  readonly body: string | Uint8Array;
}

/** What was arranged with the platform. While something is being changed, the old and the new one. */
export interface Arranged {
  /** What may stand in X-Api-Key. (contract §5.3) */
  readonly webhookKeys: readonly string[];
  /** As in whsec_…: what may have signed it. (Standard Webhooks) */
  readonly signingSecrets: readonly string[];
  readonly now: Date;
  /** How far webhook-timestamp may be from now, either way; 300 unless said otherwise, as Standard Webhooks has it. */
  readonly toleranceSeconds?: number;
}

/** Which of the checks it did not pass. */
export type WebhookRefusal = 'WRONG_KEY' | 'BAD_HEADERS' | 'TOO_OLD' | 'TOO_NEW' | 'WRONG_SIGNATURE' | 'NO_JSON';

export type WebhookVerdict =
  | {
      readonly isGenuine: true;
      /** The same on every attempt to deliver one event: whoever has seen it has a repeat. */
      readonly id: string;
      /** The body, parsed. */
      readonly event: Readonly<Record<string, unknown>>;
    }
  | { readonly isGenuine: false; readonly reason: WebhookRefusal };

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';
const SIGNATURE_PREFIX = 'v1,';

/**
 * Whether a webhook is from the platform, for brokers: nothing in it may be believed before. Needs nothing but Node.
 * Throws when a key or a secret is empty, since anybody can sign with that. (contract §5.3, Standard Webhooks)
 */
export function verifyWebhook({ headers, body }: ArrivedRequest, { webhookKeys, signingSecrets, now, toleranceSeconds = TOLERANCE_SECONDS }: Arranged): WebhookVerdict {
  const header = (name: string) => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
  if (!webhookKeys.map(notEmpty).some((key) => isSameText(header('x-api-key'), key))) return refused('WRONG_KEY');
  const [id, timestamp, signature] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  if (id === '' || !/^\d{1,15}$/.test(timestamp) || signature === '') return refused('BAD_HEADERS');
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) return refused('TOO_OLD');
  if (ageSeconds < -toleranceSeconds) return refused('TOO_NEW');
  const good = signingSecrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.`, body));
  if (!signature.split(' ').some((one) => good.some((known) => isSameText(one, known)))) return refused('WRONG_SIGNATURE');
  const event = parse(body);
  return event ? { isGenuine: true, id, event } : refused('NO_JSON');
}

function refused(reason: WebhookRefusal): WebhookVerdict {
  return { isGenuine: false, reason };
}

/** Version 1: HMAC-SHA-256 over id, time and bytes. */
function signatureOf(secret: string, before: string, body: string | Uint8Array): string {
  const key = notEmpty(Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64'));
  return `${SIGNATURE_PREFIX}${createHmac('sha256', key).update(before).update(body).digest('base64')}`;
}

function notEmpty<T extends string | Buffer>(secret: T): T {
  if (secret.length === 0) throw new Error('a webhook key or a signing secret is empty');
  return secret;
}

/** Undefined unless it is a JSON object. */
function parse(body: string | Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}
