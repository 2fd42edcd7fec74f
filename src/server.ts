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
  /** Whether to believe X-Forwarded-For, and from whom. */
  readonly trustProxy: boolean | string;
}

/** What the server is given: how to answer what finds no route at all, and its log. */
type Given = Pick<FastifyServerOptions, 'logger' | 'logController' | 'childLoggerFactory'> & { readonly frameworkErrors: NonNullable<FastifyServerOptions['frameworkErrors']> };

/** The HTTP server, before anything is mounted on it: request ids and bounds. */
export function createServer({ trustProxy }: ServerSettings, given: Given): FastifyInstance {
  const server = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: LONGEST_REQUEST_MS,
    return503OnClosing: false, // what has come in is answered
    genReqId: () => randomUUID(),
    trustProxy,
    ...given,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER_LENGTH },
  });
  server.register(fastifyAccepts); // for whoever answers at an address where nothing is
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
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
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done();
  });
  return async (ms) => {
    isDraining = true;
    if (ms === 0 || open.size === 0) return;
    await pause(ms, undefined, { signal: gone.signal }).catch(() => {}); // all have gone sooner
  };
}

/** Lets no answer leave before what it may tell of is on disk. To be called before anything is mounted. */
export function answerFromDisk(server: FastifyInstance, onItsWay: () => Promise<void> | undefined): void {
  server.addHook('onSend', (_request, _reply, _payload, done) => {
    const waiting = onItsWay();
    if (!waiting) return done();
    void waiting.finally(done);
  });
}

/** An error as the log has it: nothing that a library adds, such as the row that a database refuses, and no e-mail address. */
export function withoutPersons({ name, message, stack = '', code }: FastifyError) {
  return { type: name, message: withoutAddresses(message), stack: withoutAddresses(stack), code };
}
