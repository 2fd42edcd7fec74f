import { Webhook } from 'standardwebhooks';
import { request } from 'undici';

/** How a local receiver took an event. */
export interface Answer {
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  /** Whether there was anybody to take it. */
  readonly isConnected: boolean;
}

interface ForwardOptions {
  readonly forwardTo: string;
  readonly webhookKey: string;
  readonly signingSecret: string;
  readonly now: () => Date;
  /** Stops waiting for an answer. */
  readonly signal: AbortSignal;
}

/** As long as the sender itself would wait. */
const TIMEOUT_MS = 15_000;
const MOST_READ_BYTES = 4 * 1024;

/** Sends an event to a local receiver with the headers of the real sender. Never throws. (contract §4 row 8, §5.3) */
export async function forward({ id, body }: { readonly id: string; readonly body: string | null }, { forwardTo, webhookKey, signingSecret, now, signal: stopped }: ForwardOptions): Promise<Answer> {
  const at = now();
  const bytes = body ?? '';
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'x-api-key': webhookKey,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(signingSecret).sign(id, at, bytes),
    'user-agent': 'Courtside-Webhooks/1',
  };
  const cutOff = AbortSignal.timeout(TIMEOUT_MS);
  const signal = AbortSignal.any([cutOff, stopped]);
  const end = () => now().getTime() - at.getTime();
  try {
    const answer = await request(forwardTo, { method: 'POST', headers, body: bytes, signal });
    await answer.body.dump({ limit: MOST_READ_BYTES, signal });
    return { status: answer.statusCode, error: null, durationMs: end(), isConnected: true };
  } catch (error) {
    if (cutOff.aborted) return { status: null, error: `no answer within ${TIMEOUT_MS / 1000} s`, durationMs: end(), isConnected: true };
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer';
    return { status: null, error: code, durationMs: end(), isConnected: false };
  }
}
