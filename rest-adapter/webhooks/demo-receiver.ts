import { setTimeout as pass } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallOptions, GatewaySdk } from '../gateway-client.js';

const STATUS = { ReceiveDemoWebhookPayload: 204, DemoWebhookRefusedError: 401, DemoWebhookFailedError: 500 } as const;

/** The demo broker's own address for webhooks, as a broker would have one: it looks at the key and the signature of the raw bytes. */
export async function mountDemoReceiver(app: FastifyInstance, sdk: GatewaySdk, callOf: (request: FastifyRequest, reply: FastifyReply) => CallOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/demo-broker/webhooks', async (request, reply) => {
    const header = (name: string) => String(request.headers[name] ?? '');
    const arrived = { apiKey: header('x-api-key'), webhookId: header('webhook-id'), timestamp: header('webhook-timestamp'), signature: header('webhook-signature'), body: String(request.body) };
    const { receiveDemoWebhook: result } = await sdk.ReceiveDemoWebhook({ input: arrived }, { ...callOf(request, reply), apiKey: undefined });
    if (result.__typename === 'ReceiveDemoWebhookPayload') await pass(result.answersAfterSeconds * 1000);
    return reply.code(STATUS[result.__typename]).send();
  });
}
