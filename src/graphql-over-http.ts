import type { IncomingHttpHeaders } from 'node:http';
import { ApolloServer, type ApolloServerOptionsWithGateway, type ApolloServerPlugin, type GraphQLRequestContextDidResolveOperation } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginInlineTraceDisabled, ApolloServerPluginUsageReportingDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, Kind, type DocumentNode, type FragmentDefinitionNode } from 'graphql';
import type { Credentials } from './access/caller.js';
import { costOf, variablesOf } from './access/operation-cost.js';
import { asksForSchema, OPERATION_LIMITS, operationLimits } from './access/operation-limits.js';
import { formatError, presentError } from './access/present-error.js';
import { forbidden, operationTimeout, overloaded, tooLarge } from './access/refusal.js';
import { requireStorableText } from './access/storable-text.js';
import { openContext, type Context } from './context.js';
import type { KnownDocuments } from './explorer/known-documents.js';
import type { Gateway } from './gateway.js';
import { codesOf, rootFieldsOf } from './root-fields.js';
import { OverTime, withinSeconds } from './shared/time-limit.js';
import { isSameText } from './shared/same-text.js';

export interface GraphqlSettings {
  readonly isProduction: boolean;
  /** With this in X-Adapter-Token, an adapter that runs apart may say for whom it calls. */
  readonly adapterToken: string | undefined;
  /** What a browser sees that opens the address. */
  readonly landingPage: () => Promise<string>;
  /** Documents that a request may name by their hash. */
  readonly knownDocuments: KnownDocuments;
}

/** The name of a route constraint; Fastify makes code of it. */
const BY_ADAPTER = 'byAdapter';
/** What our own adapter may send at once: a page of a feed, of at most 64 MiB, written as JSON. Everybody else keeps to the server's limit. */
const MOST_ADAPTER_BYTES = 128 * 1024 * 1024;

/** Tells the adapter's requests by its token, before their bodies are read. */
function byAdapter(adapterToken: string | undefined): Parameters<FastifyInstance['addConstraintStrategy']>[0] {
  return {
    name: BY_ADAPTER,
    storage: () => {
      const kept = new Map<unknown, Handler>();
      return { get: (value) => kept.get(value) ?? null, set: (value, handler) => void kept.set(value, handler) };
    },
    deriveConstraint: ({ headers }) => isOfAdapter(headers, adapterToken) || undefined,
  };
}

type Handler = Parameters<ReturnType<Parameters<FastifyInstance['addConstraintStrategy']>[0]['storage']>['set']>[1];

function isOfAdapter(headers: IncomingHttpHeaders, adapterToken: string | undefined): boolean {
  return adapterToken !== undefined && isSameText(one(headers['x-adapter-token']) ?? '', adapterToken);
}

/** GraphQL over HTTP on /graphql: operations by POST, Apollo Sandbox for a browser. */
export async function mountGraphql(server: FastifyInstance, gateway: Gateway, settings: GraphqlSettings): Promise<void> {
  const apollo = new ApolloServer<Context>({
    gateway: asGateway(gateway),
    introspection: true, // production asks for a key: see requireLimits
    includeStacktraceInErrorResponses: false,
    allowBatchedHttpRequests: false,
    stopOnTerminationSignals: false, // it would cut connections off; who has started the gateway ends it
    validationRules: [...operationLimits],
    parseOptions: { maxTokens: OPERATION_LIMITS.tokens },
    persistedQueries: { cache: settings.knownDocuments },
    plugins: [ApolloServerPluginCacheControlDisabled(), ApolloServerPluginUsageReportingDisabled(), ApolloServerPluginInlineTraceDisabled(), requireLimits(gateway, settings), presentErrors(gateway), { serverWillStart: async () => ({ renderLandingPage: async () => ({ html: settings.landingPage }) }) }],
  });
  await apollo.start();
  const context = async (request: FastifyRequest, reply: FastifyReply): Promise<Context> => {
    try {
      return await openContext({ ...credentialsOf(request, settings), tellRate: (headers) => void reply.headers(headers) }, gateway.parts);
    } catch (error) {
      const presented = presentError(error, request.id, gateway.report);
      if (presented.extensions['code'] === 'FORBIDDEN') request.log.warn({ origin: request.headers.origin }, presented.message);
      if (presented.extensions['code'] === 'UNAVAILABLE') request.log.error({ err: presented.originalError }, presented.message);
      throw asHttpFailure(presented);
    }
  };
  server.addConstraintStrategy(byAdapter(settings.adapterToken));
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => answerRefused(error, request, reply, gateway);
  const answer = fastifyApolloHandler(apollo, { context });
  const handler = async function (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
    return withinSeconds(gateway.parts.operationTimeoutSeconds, async () => answer.call(this, request, reply));
  };
  server.route({ method: ['GET', 'POST'], url: '/graphql', handler, errorHandler, onSend: guardPage });
  server.route({ method: 'POST', url: '/graphql', handler, errorHandler, bodyLimit: MOST_ADAPTER_BYTES, constraints: { [BY_ADAPTER]: true } });
  server.route({ method: ['PUT', 'PATCH', 'DELETE'], url: '/graphql', handler: async (_request, reply) => reply.code(405).header('allow', 'GET, HEAD, POST').send() });
}

/** Apollo's own way of leaving the execution to somebody else: nothing is fetched, and nothing is elsewhere. */
function asGateway({ schema, executeDocument }: Gateway): ApolloServerOptionsWithGateway<Context>['gateway'] {
  return {
    onSchemaLoadOrUpdate: (told) => {
      told({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => {};
    },
    load: async () => ({ executor: async ({ document, request: { operationName, variables = {} }, context }) => executeDocument(document, operationName, variables, context) }),
    stop: async () => {},
  };
}

/** The page is in nobody's frame, and in no cache: it may hold a token. */
async function guardPage(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (String(reply.getHeader('content-type')).startsWith('text/html')) reply.headers({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
}

/** What is refused outside of GraphQL, in GraphQL's shape: too many requests under way, and an operation that took too long. */
function answerRefused(error: unknown, request: FastifyRequest, reply: FastifyReply, { parts }: Gateway): unknown {
  const refused = error instanceof OverTime ? operationTimeout() : error instanceof Error && 'code' in error && error.code === 'OVERLOADED' ? overloaded(error.message) : undefined;
  if (!refused) return reply.send(error);
  const { message, extensions } = refused;
  parts.metrics.countOperation([], codesOf([refused]));
  return reply.code(503).headers({ 'retry-after': String(extensions['retryAfterSeconds']), 'cache-control': 'no-store' }).send({ errors: [{ message, extensions: { ...extensions, requestId: request.id } }] });
}

/** What a document may cost, and who may ask for the schema. Documents of this process' own clients are known and not measured. */
function requireLimits(gateway: Gateway, settings: GraphqlSettings): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async (request) => {
        try {
          await requireWithinLimits(request, gateway, settings);
        } catch (error) {
          throw error instanceof GraphQLError ? asHttpFailure(error) : error;
        }
      },
    }),
  };
}

type ResolvedRequest = GraphQLRequestContextDidResolveOperation<Context>;

async function requireWithinLimits({ document, operation, request, contextValue }: ResolvedRequest, { schema, parts }: Gateway, { isProduction }: GraphqlSettings): Promise<void> {
  requireStorableText(document, request.variables);
  if (isProduction && contextValue.caller.kind === 'ANONYMOUS' && asksForSchema(document)) throw forbidden('The schema is shown to callers with a key.');
  if (!operation || contextValue.isFromAdapter) return;
  const root = schema.getRootType(operation.operation) ?? undefined;
  const cost = costOf(operation.selectionSet, root, { schema, variables: variablesOf(operation, request.variables), fragments: fragmentsOf(document) });
  if (cost > OPERATION_LIMITS.cost) throw tooLarge(`An operation may ask for about ${OPERATION_LIMITS.cost} fields; this one asks for more.`);
  parts.rateLimits.spendCost(contextValue.caller, contextValue.clientAddress, cost);
}

function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(definitions.flatMap((definition) => (definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [])));
}

/** Errors as callers in this process get them, and not more of them than somebody can read. */
function presentErrors({ schema, parts, report }: Gateway): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ response, errors, operation, contextValue }) => {
        if (response.body.kind !== 'single') return;
        const { singleResult: answer } = response.body;
        if (errors) answer.errors = errors.slice(0, OPERATION_LIMITS.errors).map((error) => formatError(withOwnCode(error), contextValue.requestId, report));
        parts.metrics.countOperation(rootFieldsOf(schema, operation), codesOf(answer.errors));
      },
    }),
  };
}

/** Apollo gives whatever a validation rule reports one code; our own rule's tells an operation that is too large from one that is wrong. */
function withOwnCode(error: GraphQLError): GraphQLError {
  const { originalError: reported } = error;
  const isOurs = error.extensions['code'] === 'GRAPHQL_VALIDATION_FAILED' && reported instanceof GraphQLError && reported.extensions['code'] !== undefined;
  return isOurs ? reported : error;
}

/** A request that is refused before anything is executed gets no answer at all, so here the status of HTTP tells it too. */
function asHttpFailure({ message, extensions }: GraphQLError): GraphQLError {
  const { code, retryAfterSeconds } = extensions;
  const status = typeof code === 'string' ? (HTTP_STATUS[code] ?? 500) : 500;
  const headers = typeof retryAfterSeconds === 'number' ? new Map([['retry-after', String(retryAfterSeconds)]]) : undefined;
  return new GraphQLError(message, { extensions: { ...extensions, http: { status, ...(headers && { headers }) } } });
}

const HTTP_STATUS: Partial<Record<string, number>> = { UNAUTHENTICATED: 401, FORBIDDEN: 403, RATE_LIMITED: 429, UNAVAILABLE: 503, OPERATION_TIMEOUT: 503, BAD_USER_INPUT: 400, OPERATION_TOO_LARGE: 400 };

function credentialsOf({ headers, id, ip, raw }: FastifyRequest, { adapterToken }: Pick<GraphqlSettings, 'adapterToken'>): Credentials {
  const isAdapter = isOfAdapter(headers, adapterToken);
  return {
    apiKey: one(headers['x-api-key']),
    authorization: headers.authorization,
    origin: headers.origin,
    isFromAdapter: isAdapter,
    clientAddress: (isAdapter ? one(headers['x-forwarded-for'])?.split(',')[0]?.trim() : undefined) ?? ip,
    isCallerGone: () => raw.socket.destroyed,
    requestId: id,
  };
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
