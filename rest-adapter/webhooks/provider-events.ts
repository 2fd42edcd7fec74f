import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallOptions, GatewaySdk } from '../gateway-client.js';

/** Where the payment provider sends its events: the raw bytes and their signature go to the gateway as they are. They come in bursts, so they are an errand of the adapter's own, which no limit counts. */
export async function mountProviderEvents(app: FastifyInstance, sdk: GatewaySdk, callOf: (request: FastifyRequest, reply: FastifyReply) => CallOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/provider-events', async (request, reply) => {
    const signature = String(request.headers['stripe-signature'] ?? '');
    const { receiveProviderEvent: result } = await sdk.ReceiveProviderEvent({ input: { body: String(request.body), signature } }, callOf(request, reply));
    return reply.code(result.__typename === 'ReceiveProviderEventPayload' ? 204 : 400).send();
  });
}
