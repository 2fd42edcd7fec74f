import fastifyCors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewaySdk } from '../gateway-client.js';

const SHARED = { methods: ['GET', 'POST', 'PUT', 'DELETE'], exposedHeaders: ['location', 'idempotent-replayed', 'x-request-id', 'retry-after'], maxAge: 600 };
/** As long as a browser keeps a preflight's answer. */
const REMEMBERED_MS = SHARED.maxAge * 1_000;

/**
 * For an adapter that runs apart: lets pages on registered origins call. Whether an origin is registered is the gateway's
 * to say, and whether it goes with the key that comes along, too, with the call itself. A yes is remembered, so that a
 * page's visitors do not pay for it; a no is paid for by whoever asks, or asking would cost nothing.
 */
export async function mountCors(app: FastifyInstance, sdk: GatewaySdk): Promise<void> {
  const registered = new Map<string, number>();
  const isRegistered = async (origin: string | undefined, { ip, id }: FastifyRequest): Promise<boolean> => {
    if (origin === undefined) return false;
    if ((registered.get(origin) ?? 0) > performance.now()) return true;
    registered.delete(origin);
    try {
      const call = { apiKey: undefined, origin: undefined, clientAddress: ip, requestId: id };
      const { isOriginRegistered } = await sdk.IsOriginRegistered({ origin }, call);
      if (isOriginRegistered) registered.set(origin, performance.now() + REMEMBERED_MS);
      return isOriginRegistered;
    } catch {
      return false; // the call itself will tell what is the matter
    }
  };
  await app.register(fastifyCors, { delegator: async (request: FastifyRequest) => ({ ...SHARED, origin: (asking: string | undefined) => isRegistered(asking, request) }) });
}
