import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallOptions, GatewaySdk } from '../gateway-client.js';

/** The demo broker's own address for webhooks, as a broker would have one: it looks at the key and the signature of the raw bytes. */
export async function mountDemoReceiver(app: FastifyInstance, sdk: GatewaySdk, callOf: (request: FastifyRequest, reply: FastifyReply) => CallOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/demo-broker/webhooks', async (request, reply) => {
    const header = (name: string) => String(request.headers[name] ?? '');
    const arrived = { apiKey: header('x-api-key'), webhookId: header('webhook-id'), timestamp: header('webhook-timestamp'), signature: header('webhook-signature'), body: String(request.body) };
    const { receiveDemoWebhook: result } = await sdk.ReceiveDemoWebhook({ input: arrived }, { ...callOf(request, reply), apiKey: undefined });
    return reply.code(result.__typename === 'ReceiveDemoWebhookPayload' ? 204 : 401).send();
  });
}
