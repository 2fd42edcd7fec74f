import { Webhook } from 'standardwebhooks';
import { request, type Dispatcher } from 'undici';

/** How a local receiver took an event. */
export interface Answer {
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  /** Whether there was anybody to take it. */
  readonly isConnected: boolean;
  /** What the answer says that it is; null when it does not, or there is none. */
  readonly contentType: string | null;
}

interface ForwardOptions {
  readonly forwardTo: string;
  readonly webhookKey: string;
  /** Several while the secret is being changed. */
  readonly signingSecrets: readonly string[];
  readonly now: () => Date;
  /** Stops waiting for an answer. */
  readonly signal: AbortSignal;
  /** How long to wait for an answer; as long as the sender unless said otherwise. */
  readonly timeoutMs?: number;
  /** Who opens the connection; undici's own unless said otherwise. */
  readonly dispatcher?: Dispatcher;
}

/** As long as the sender itself would wait. */
export const TIMEOUT_MS = 15_000;
const MOST_READ_BYTES = 4 * 1024;

/** Sends an event to a local receiver with the headers of the real sender. Never throws. (contract §4 row 8, §5.3) */
export async function forward({ id, body }: { readonly id: string; readonly body: string | null }, options: ForwardOptions): Promise<Answer> {
  const { forwardTo, webhookKey, signingSecrets, now, signal: stopped, timeoutMs = TIMEOUT_MS, dispatcher } = options;
  const at = now();
  const bytes = body ?? '';
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'x-api-key': webhookKey,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signingSecrets.map((secret) => new Webhook(secret).sign(id, at, bytes)).join(' '),
    'user-agent': 'Courtside-Webhooks/1',
  };
  const cutOff = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([cutOff, stopped]);
  const end = () => now().getTime() - at.getTime();
  try {
    const answer = await request(forwardTo, { method: 'POST', headers, body: bytes, signal, ...(dispatcher && { dispatcher }) });
    await answer.body.dump({ limit: MOST_READ_BYTES, signal });
    return { status: answer.statusCode, error: null, durationMs: end(), isConnected: true, contentType: [answer.headers['content-type']].flat()[0] ?? null };
  } catch (error) {
    if (cutOff.aborted) return { status: null, error: `no answer within ${timeoutMs / 1000} s`, durationMs: end(), isConnected: true, contentType: null };
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer';
    return { status: null, error: code, durationMs: end(), isConnected: false, contentType: null };
  }
}
