import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { openSdk, type ExecuteOperation } from './gateway-client.js';
import { sendAnswer } from './http/answer.js';
import { faultAnswer } from './http/failure-answer.js';
import { NOT_FOUND, problemAnswer, type ProblemScope } from './http/problem.js';
import type { Vocabulary } from './json-ld/vocabulary.js';
import { ROUTES, type Route } from './routes.js';

export interface AdapterOptions {
  /** How to reach the gateway: in this process or over HTTP. */
  readonly execute: ExecuteOperation;
  /** For errors; a session is written with the addresses of its own day. */
  readonly vocabulary: Vocabulary;
}

/** Everything that legacy brokers see, as one Fastify plugin. */
export const restAdapter: FastifyPluginAsync<AdapterOptions> = async (app, { execute, vocabulary }) => {
  const sdk = openSdk(execute);
  const scopeOf = (request: FastifyRequest): ProblemScope => ({ vocabulary, requestId: request.id });

  app.setErrorHandler((error, request, reply) => {
    const answer = faultAnswer(error, scopeOf(request));
    if (answer.status >= 500) request.log.error(error);
    return sendAnswer(reply, answer);
  });
  app.setNotFoundHandler((request, reply) => sendAnswer(reply, problemAnswer(NOT_FOUND, scopeOf(request))));

  const mount = (into: FastifyInstance, { method, path, handler }: Route): void => {
    into.route({ method, url: path, handler: async (request, reply) => answer(request, reply, handler) });
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply, handler: Route['handler']): Promise<FastifyReply> =>
    sendAnswer(reply, await handler({ request, sdk, call: callOf(request), scope: scopeOf(request) }));

  await app.register(async (json) => {
    json.removeAllContentTypeParsers(); // Fastify's own would take text/plain
    json.addHook('onRequest', async ({ headers }) => {
      const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
      if (hasBody) headers['content-type'] ??= 'application/json'; // who names no type means this one
    });
    json.addContentTypeParser(/^application\/([\w.-]+\+)?json(;|$)/, { parseAs: 'string' }, json.getDefaultJsonParser('error', 'error'));
    for (const route of ROUTES.filter(({ body }) => body === 'json')) mount(json, route);
  });
  await app.register(async (bodiless) => {
    bodiless.removeAllContentTypeParsers();
    bodiless.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume().on('end', () => done(null));
    });
    for (const route of ROUTES.filter(({ body }) => body === 'ignored')) mount(bodiless, route);
  });
};

function callOf(request: FastifyRequest) {
  const apiKey = request.headers['x-api-key'];
  return { apiKey: Array.isArray(apiKey) ? apiKey.join(',') : apiKey, requestId: request.id };
}

