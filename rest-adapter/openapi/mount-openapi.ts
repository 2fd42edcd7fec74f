import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { sendAnswer } from '../http/answer.js';
import { FOR_EVERYBODY } from '../http/for-everybody.js';
import type { OpenAPIV3 } from 'openapi-types';
import type { openapiDocument } from './openapi-document.js';

/** The description of this door, as JSON on /openapi.json and as a page on /docs that asks nobody else for anything. */
export async function mountOpenapi(app: FastifyInstance, document: ReturnType<typeof openapiDocument>): Promise<void> {
  app.get('/openapi.json', (_request, reply) => sendAnswer(reply, { status: 200, headers: FOR_EVERYBODY, body: document }));
  await app.register(fastifySwagger, { mode: 'static', specification: { document: document as object as OpenAPIV3.Document } }); // the plugin passes it on as it is, and has no type for 3.1
  await app.register(fastifySwaggerUi, { routePrefix: '/docs', staticCSP: POLICY, theme: { title: 'Courtside for brokers' }, uiConfig: UI });
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
