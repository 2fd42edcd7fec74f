import fastifyCors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewaySdk } from '../gateway-client.js';

const SHARED = { methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], exposedHeaders: ['location', 'idempotent-replayed', 'x-request-id', 'retry-after', 'ratelimit', 'ratelimit-policy'], maxAge: 600 };
const MAX_REMEMBERED = 1_000;

/**
 * For an adapter that runs apart: lets pages on registered origins call. Whether an origin is registered is the gateway's
 * to say, and whether it goes with the key that comes along, too, with the call itself. A yes is remembered, so that a
 * page's visitors do not pay for it, and can be: the call itself is judged afresh. A no is paid for by whoever asks.
 */
export async function mountCors(app: FastifyInstance, sdk: GatewaySdk): Promise<void> {
  const registered = new Set<string>();
  const isRegistered = async (origin: string | undefined, { ip, id }: FastifyRequest): Promise<boolean> => {
    if (origin === undefined) return false;
    if (registered.has(origin)) return true;
    if (registered.size >= MAX_REMEMBERED) registered.clear();
    try {
      const call = { apiKey: undefined, origin: undefined, clientAddress: ip, requestId: id };
      const { isOriginRegistered } = await sdk.IsOriginRegistered({ origin }, call);
      if (isOriginRegistered) registered.add(origin);
      return isOriginRegistered;
    } catch {
      return false; // the call itself will tell what is the matter
    }
  };
  await app.register(fastifyCors, { delegator: async (request: FastifyRequest) => ({ ...SHARED, origin: (asking: string | undefined) => isRegistered(asking, request) }) });
}
