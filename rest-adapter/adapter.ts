import fastifyAccepts from '@fastify/accepts';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { openSdk, type CallOptions, type ExecuteOperation } from './gateway-client.js';
import { sendAnswer } from './http/answer.js';
import { faultAnswer } from './http/failure-answer.js';
import { otherMethods } from './http/other-methods.js';
import { acceptsJson, prefersHtml } from './http/negotiation.js';
import { DATA_SAFETY } from './http/security-headers.js';
import { methodNotAllowed, NOT_ACCEPTABLE, NOT_FOUND, problemAnswer, type ProblemScope } from './http/problem.js';
import { mountVocabulary } from './json-ld/mount-vocabulary.js';
import type { Vocabulary } from './json-ld/vocabulary.js';
import type { ServerAddresses } from './openapi/examples.js';
import { mountOpenapi } from './openapi/mount-openapi.js';
import { mountPages } from './pages/mount-pages.js';
import { PAGE_NOT_FOUND, sendPage } from './pages/page-answer.js';
import { ROUTES, type Route } from './routes.js';
import { mountProviderEvents } from './webhooks/provider-events.js';
import { mountDemoReceiver } from './webhooks/demo-receiver.js';

export interface AdapterOptions {
  /** How to reach the gateway: in this process or over HTTP. */
  readonly execute: ExecuteOperation;
  /** For errors and lists; a session is written with the addresses of its own day. */
  readonly vocabulary: Vocabulary;
  /** Where brokers reach each part of this door, for its description. */
  readonly servers: ServerAddresses;
  /** Shows the gateway that this is its adapter, on errands of its own. */
  readonly adapterToken?: string | undefined;
}

/** Everything that legacy brokers see, as one Fastify plugin. */
export const restAdapter: FastifyPluginAsync<AdapterOptions> = async (app, { execute, vocabulary, servers, adapterToken }) => {
  const sdk = openSdk(execute);
  const scopeOf = (request: FastifyRequest): ProblemScope => ({ vocabulary, requestId: request.id });

  app.setErrorHandler((error, request, reply) => {
    const answer = faultAnswer(error, scopeOf(request));
    if (answer.status >= 500) request.log.error(error);
    if (answer.status === 403) request.log.warn({ origin: request.headers.origin }, 'refused a key that came from a web page');
    return sendAnswer(reply, answer);
  });
  app.setNotFoundHandler((request, reply) => (prefersHtml(request) ? sendPage(reply, PAGE_NOT_FOUND) : sendAnswer(reply, problemAnswer(NOT_FOUND, scopeOf(request)))));
  if (!app.hasRequestDecorator('accepts')) await app.register(fastifyAccepts);
  app.removeAllContentTypeParsers(); // no body is of interest, at an unknown address neither, but where a route says so
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume().on('end', () => done(null));
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply, { handler, sendsBrowsersOn }: Route): Promise<FastifyReply> => {
    const scope = scopeOf(request);
    if (!acceptsJson(request) && !(sendsBrowsersOn && prefersHtml(request))) return sendAnswer(reply, problemAnswer(NOT_ACCEPTABLE, scope));
    return sendAnswer(reply, await handler({ request, sdk, call: callOf(request, reply), scope }));
  };
  const mount = (into: FastifyInstance, route: Route): void => {
    into.route({ method: route.method, url: route.path, handler: (request, reply) => answer(request, reply, route) });
  };

  await app.register(async (pages) => mountPages(pages, sdk, callOf));
  await app.register(async (receiver) => mountDemoReceiver(receiver, sdk, callOf));
  await app.register(async (receiver) => mountProviderEvents(receiver, sdk, (request, reply) => ({ ...callOf(request, reply), apiKey: undefined, ...(adapterToken !== undefined && { authorization: `Adapter ${adapterToken}` }) })));
  await app.register(async (open) => mountOpenapi(open, vocabulary, servers));
  await app.register(async (open) => mountVocabulary(open, vocabulary));
  await app.register(async (json) => {
    json.removeAllContentTypeParsers(); // Fastify's own would take text/plain
    json.addHook('onRequest', async ({ headers }) => {
      const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
      if (hasBody) headers['content-type'] ??= 'application/json'; // who names no type means this one
    });
    json.addContentTypeParser(/^application\/([\w.-]+\+)?json\s*(;|$)/i, { parseAs: 'string' }, json.getDefaultJsonParser('error', 'error'));
    for (const route of ROUTES.filter(({ body }) => body === 'json')) mount(json, route);
  });
  await app.register(async (bodiless) => {
    for (const route of ROUTES.filter(({ body }) => body === 'ignored')) mount(bodiless, route);
    for (const [path, methods] of otherMethods(ROUTES)) {
      const allow = methods.allowed.join(', ');
      bodiless.route({ method: methods.refused, url: path, handler: (request, reply) => sendAnswer(reply, problemAnswer(methodNotAllowed(allow), scopeOf(request))) });
    }
  });
};

/** The answer to what the server refuses before it looks for a route: an address that cannot be read. */
export function answerUnroutable(vocabulary: Vocabulary): NonNullable<FastifyServerOptions['frameworkErrors']> {
  return (error, request, reply) => sendAnswer(reply.headers(DATA_SAFETY).header('x-request-id', request.id), faultAnswer(error, { vocabulary, requestId: request.id }));
}

function callOf({ headers, id, ip }: FastifyRequest, reply: FastifyReply): CallOptions {
  const apiKey = headers['x-api-key'];
  return { apiKey: Array.isArray(apiKey) ? apiKey.join(',') : apiKey, origin: headers.origin, clientAddress: ip, requestId: id, tellRate: (rate) => void reply.headers(rate) };
}
