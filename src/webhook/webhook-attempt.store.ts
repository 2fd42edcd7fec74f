import type { Kysely } from 'kysely';
import { toInstant, type Tables } from '../store/tables.js';

export interface WebhookAttemptView {
  /** From 1. */
  readonly number: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
}

export function toAttemptView({ number, at, duration_ms, status, error, answer }: Tables['webhook_attempt']): WebhookAttemptView {
  return { number, at: toInstant(at), durationMs: duration_ms, status, error, answer };
}

/** The attempts of deliveries, the oldest first, by delivery: one query. */
export async function readAttempts(deliveryIds: readonly string[], reads: Kysely<Tables>): Promise<ReadonlyMap<string, readonly WebhookAttemptView[]>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await reads.selectFrom('webhook_attempt').where('delivery_id', 'in', deliveryIds).orderBy('delivery_id').orderBy('number').selectAll().execute();
  const byDelivery = Map.groupBy(rows, ({ delivery_id }) => delivery_id);
  return new Map([...byDelivery].map(([id, attempts]) => [id, attempts.map(toAttemptView)]));
}
