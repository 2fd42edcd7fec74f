import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import fastifyAccepts from '@fastify/accepts';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerUnroutable, restAdapter } from './adapter.js';
import { readAdapterConfig, type AdapterConfig } from './config.js';
import { openSdk } from './gateway-client.js';
import { executeOverHttp } from './gateway-over-http.js';
import { startHarvester } from './feeds/loop.js';
import { boundLoad } from './http/load-bound.js';
import { mountHealth } from './http/health.js';
import { secureHeaders } from './http/security-headers.js';
import { mountCors } from './http/cors.js';
import { onceTold } from './once-told.js';
import { startWebhookSender } from './webhooks/loop.js';

/** The adapter alone, as a client of a gateway elsewhere; with the adapter's token it sends webhooks and harvests feeds too. */
export async function startAdapter({ host, port, gatewayUrl, adapterToken, vocabulary, publicUrl, webhookReach, trustProxy, maxRequestsInFlight, logLevel }: AdapterConfig): Promise<FastifyInstance> {
  const server = Fastify({
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    trustProxy,
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 2048 * 3 },
    frameworkErrors: answerUnroutable(vocabulary),
    logger: { level: logLevel, serializers: { req: ({ method, url }) => ({ method, path: withoutSecrets(url) }) } },
  });
  await server.register(fastifyAccepts); // for whoever answers at an address where nothing is
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  secureHeaders(server, !webhookReach.allowsHttp); // in production
  boundLoad(server, maxRequestsInFlight);
  mountHealth(server, gatewayUrl);
  const execute = executeOverHttp(`${gatewayUrl}/graphql`, adapterToken);
  await mountCors(server, openSdk(execute));
  await server.register(restAdapter, { execute, vocabulary, servers: { sellersUrl: publicUrl, checkoutUrl: publicUrl, bookingApiUrl: publicUrl }, adapterToken });
  if (adapterToken !== undefined) {
    const errands = { execute, adapterToken, now: () => new Date(), report: (cause: unknown) => server.log.error(cause), reach: webhookReach };
    const loops = [startWebhookSender(errands), startHarvester(errands)];
    server.addHook('preClose', async () => void (await Promise.all(loops.map((loop) => loop.stop()))));
  }
  await server.listen({ host, port });
  return server;
}

/** An address without its query, and without the tokens that stand in paths: of a book button's target, and of a customer's own link. */
function withoutSecrets(url: string): string {
  return (url.split('?')[0] ?? '').replaceAll(/[\w-]{40,}/g, '***');
}

async function main(): Promise<void> {
  const server = await startAdapter(readAdapterConfig(process.env));
  onceTold(() => server.close());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
