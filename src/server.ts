import { randomUUID } from 'node:crypto';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginUsageReportingDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { Credentials } from './access/caller.js';
import { formatError, presentError } from './access/present-error.js';
import { requireStorableText } from './access/storable-text.js';
import { openContext, type Context } from './context.js';
import type { Gateway } from './gateway.js';

const MAX_BODY_BYTES = 64 * 1024;
/** A seller's address may be the last segment of a path, percent-encoded. */
const MAX_PATH_PARAMETER_LENGTH = 2048 * 3;

export interface ServerSettings {
  readonly logLevel: string;
  readonly isProduction: boolean;
}

/** The HTTP server, before anything is mounted on it: request ids, and a log that never shows a query string. */
export function createServer({ logLevel }: ServerSettings): FastifyInstance {
  const server = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER_LENGTH },
    logger: { level: logLevel, serializers: { req: ({ method, url }) => ({ method, path: withoutQuery(url) }) } },
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  return server;
}

/** GraphQL over HTTP on /graphql: operations by POST, Apollo Sandbox for a browser. */
export async function mountGraphql(server: FastifyInstance, gateway: Gateway, { isProduction }: ServerSettings): Promise<void> {
  const apollo = new ApolloServer<Context>({
    schema: gateway.schema,
    introspection: !isProduction,
    includeStacktraceInErrorResponses: false,
    plugins: [fastifyApolloDrainPlugin(server), ApolloServerPluginCacheControlDisabled(), ApolloServerPluginUsageReportingDisabled(), sameForAllCallers(gateway)],
  });
  await apollo.start();
  const context = async (request: FastifyRequest): Promise<Context> => {
    try {
      return await openContext(credentialsOf(request), gateway.parts);
    } catch (error) {
      throw asHttpFailure(presentError(error, request.id, gateway.report));
    }
  };
  server.route({ method: ['GET', 'POST', 'OPTIONS'], url: '/graphql', handler: fastifyApolloHandler(apollo, { context }) });
}

/** What in-process callers get from the gateway, for callers over HTTP. */
function sameForAllCallers({ report }: Gateway): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async ({ request }) => ({
      didResolveOperation: async ({ document }) => {
        try {
          requireStorableText(document, request.variables);
        } catch (error) {
          throw error instanceof GraphQLError ? asHttpFailure(error) : error;
        }
      },
      willSendResponse: async ({ response, errors, contextValue }) => {
        if (response.body.kind !== 'single' || !errors) return;
        response.body.singleResult.errors = errors.map((error) => formatError(error, contextValue.requestId, report));
      },
    }),
  };
}

/** A request that is refused before anything is executed gets no answer at all, so here the status of HTTP tells it too. */
function asHttpFailure({ message, extensions }: GraphQLError): GraphQLError {
  const status = REFUSED[String(extensions['code'])] ?? 500;
  return new GraphQLError(message, { extensions: { ...extensions, http: { status } } });
}

const REFUSED: Partial<Record<string, number>> = { UNAUTHENTICATED: 401, BAD_USER_INPUT: 400 };

function credentialsOf(request: FastifyRequest): Credentials {
  const apiKey = request.headers['x-api-key'];
  return { apiKey: Array.isArray(apiKey) ? apiKey.join(',') : apiKey, requestId: request.id };
}

function withoutQuery(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
