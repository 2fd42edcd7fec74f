import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';

/** Swagger UI below an address. It listens nowhere: it is asked within this process, and is not there before somebody wants it. */
export async function openDocs(routePrefix: string, document: object): Promise<FastifyInstance> {
  const server = Fastify();
  await server.register(fastifySwagger, { mode: 'static', specification: { document: document as OpenAPIV3.Document } }); // the plugin passes it on as it is, and has no type for 3.1
  await server.register(fastifySwaggerUi, { routePrefix, staticCSP: POLICY, theme: { title: 'Courtside for brokers' }, uiConfig: UI });
  return server;
}

/** As strict as Swagger UI bears: it sets styles on elements, and its icons are data. Requests, those that are tried out too, go to this gateway alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A key that somebody types is gone with the page, and the document is shown to no validator. */
const UI = { layout: 'BaseLayout', deepLinking: true, filter: true, persistAuthorization: false, docExpansion: 'list', defaultModelsExpandDepth: 0, validatorUrl: null, queryConfigEnabled: false, displayRequestDuration: true } as const;
