import { randomUUID } from 'node:crypto';
import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { GatewaySdk } from '../gateway-client.js';

const SHARED = { methods: ['GET', 'POST', 'PUT', 'DELETE'], exposedHeaders: ['location', 'idempotent-replayed', 'x-request-id', 'retry-after'], maxAge: 600 };

/**
 * For an adapter that runs apart: lets pages on registered origins call. Whether an origin is registered is the gateway's
 * to say, and whether it goes with the key that comes along, too, with the call itself.
 */
export async function mountCors(app: FastifyInstance, sdk: GatewaySdk): Promise<void> {
  const origin = async (asking: string | undefined): Promise<boolean> => {
    if (asking === undefined) return false;
    const call = { apiKey: undefined, origin: undefined, clientAddress: 'preflight', requestId: randomUUID() };
    return (await sdk.IsOriginRegistered({ origin: asking }, call)).isOriginRegistered;
  };
  await app.register(fastifyCors, { ...SHARED, origin });
}
