import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { isOriginRegistered } from './broker/publishable-key.store.js';
import type { Gateway } from './gateway.js';

/** What a page elsewhere may send and read. No cookies go along. */
const SHARED = { methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], exposedHeaders: ['location', 'idempotent-replayed', 'x-request-id', 'retry-after', 'ratelimit', 'ratelimit-policy'], maxAge: 600 };

/** Lets pages of this gateway and on registered origins call. Whether an origin goes with the key that comes along is judged with the call itself. */
export async function mountCors(server: FastifyInstance, { parts }: Gateway): Promise<void> {
  const origin = (asking: string | undefined, tell: (error: Error | null, isAllowed: boolean) => void): void => {
    if (asking === undefined || parts.ownOrigins.has(asking)) return tell(null, asking !== undefined);
    isOriginRegistered(parts.store.reads, null, asking).then((isRegistered) => tell(null, isRegistered), (cause: Error) => tell(cause, false));
  };
  await server.register(fastifyCors, { ...SHARED, origin });
}
