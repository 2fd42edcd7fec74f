import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fastifyAccepts from '@fastify/accepts';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { withoutAddresses } from './shared/without-addresses.js';

/** Our choice; the contract's §8 shows no limit. */
const MAX_BODY_BYTES = 64 * 1024;
/** Who sends a request more slowly than this keeps a place from others. */
const LONGEST_REQUEST_MS = 30_000;
/** A seller's address may be the last segment of a path, percent-encoded. */
const MAX_PATH_PARAMETER_LENGTH = 2048 * 3;

export interface ServerSettings {
  readonly logLevel: string;
  /** Whether to believe X-Forwarded-For, and from whom. */
  readonly trustProxy: boolean | string;
}

/** The HTTP server, before anything is mounted on it: request ids, and a log that never shows what opens something to whoever reads it. It is told how to answer what finds no route at all. */
export function createServer({ logLevel, trustProxy }: ServerSettings, frameworkErrors: NonNullable<FastifyServerOptions['frameworkErrors']>): FastifyInstance {
  const server = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: LONGEST_REQUEST_MS,
    return503OnClosing: false, // what has come in is answered
    genReqId: () => randomUUID(),
    trustProxy,
    frameworkErrors,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER_LENGTH },
    logger: { level: logLevel, serializers: { req: ({ method, url }) => ({ method, path: withoutSecrets(url) }), err: withoutPersons } },
  });
  server.register(fastifyAccepts); // for whoever answers at an address where nothing is
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  return server;
}

/**
 * Lets callers go before the server closes: from then on every answer says that its connection ends with it, and connections
 * that are kept have so many milliseconds to bring one more request. To be called before anything is mounted.
 */
export function drainConnections(server: FastifyInstance): (ms: number) => Promise<void> {
  const open = new Set<Socket>();
  const gone = new AbortController();
  let isDraining = false;
  server.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (isDraining && open.size === 0) gone.abort();
    });
  });
  server.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
  return async (ms) => {
    isDraining = true;
    if (ms === 0 || open.size === 0) return;
    await pause(ms, undefined, { signal: gone.signal }).catch(() => {}); // all have gone sooner
  };
}

/** An error as the log has it: nothing that a library adds, such as the row that a database refuses, and no e-mail address. */
function withoutPersons({ name, message, stack = '', code }: FastifyError) {
  return { type: name, message: withoutAddresses(message), stack: withoutAddresses(stack), code };
}

/** An address without its query, and without the tokens that stand in paths: of a book button's target, and of a customer's own link. */
function withoutSecrets(url: string): string {
  return (url.split('?')[0] ?? '').replaceAll(/[\w-]{40,}/g, '***');
}
