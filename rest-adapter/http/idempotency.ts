import type { FastifyRequest } from 'fastify';

/** The header Idempotency-Key; undefined when there is none. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return Array.isArray(key) ? key.join(',') : key;
}

/** Tells a repeat that nothing new was created. */
export function replayHeader(isReplayed: boolean): Readonly<Record<string, string>> {
  return isReplayed ? { 'idempotent-replayed': 'true' } : {};
}
