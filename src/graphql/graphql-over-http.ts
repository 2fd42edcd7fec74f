import type { IncomingHttpHeaders } from 'node:http';
import { ApolloServer, type ApolloServerOptionsWithGateway, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginInlineTraceDisabled, ApolloServerPluginUsageReportingDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { Credentials } from '../access/caller.js';
import { OPERATION_LIMITS, operationLimits } from '../access/operation-limits.js';
import { formatError, presentError } from '../access/present-error.js';
import { operationTimeout, overloaded } from '../access/refusal.js';
import { openContext, type Context } from '../context.js';
import type { KnownDocuments } from '../explorer/known-documents.js';
import type { Gateway } from '../gateway.js';
import { answerPlainly, outcomeOf, wasExecuted } from './plain-answer.js';
import { plainRequests, type PlainRequests } from './plain-requests.js';
import { codesOf, rootFieldsOf } from './root-fields.js';
import { OverTime, withinSeconds } from '../shared/time-limit.js';
import { isSameText } from '../shared/same-text.js';
import { requireWithinLimits } from './within-limits.js';

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
  const plain = plainRequests();
  const apollo = new ApolloServer<Context>({
    gateway: asGateway(gateway),
    introspection: true, // production asks for a key: see requireLimits
    includeStacktraceInErrorResponses: false,
    allowBatchedHttpRequests: false,
    stopOnTerminationSignals: false, // it would cut connections off; who has started the gateway ends it
    validationRules: [...operationLimits],
    parseOptions: { maxTokens: OPERATION_LIMITS.tokens },
    persistedQueries: { cache: settings.knownDocuments },
    plugins: [ApolloServerPluginCacheControlDisabled(), ApolloServerPluginUsageReportingDisabled(), ApolloServerPluginInlineTraceDisabled(), requireLimits(gateway, settings), learnDocuments(plain), presentErrors(gateway), { serverWillStart: async () => ({ renderLandingPage: async () => ({ html: settings.landingPage }) }) }],
  });
  await apollo.start();
  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<Context> => {
    try {
      return await openContext({ ...credentialsOf(request, settings), tellRate: (headers) => void reply.headers(headers) }, gateway.parts);
    } catch (error) {
      const presented = presentError(error, request.id, gateway.report);
      if (presented.extensions['code'] === 'FORBIDDEN') request.log.warn({ origin: request.headers.origin }, presented.message);
      if (presented.extensions['code'] === 'UNAVAILABLE') request.log.error({ err: presented.originalError }, presented.message);
      throw asHttpFailure(presented);
    }
  };
  const askApollo = byApollo(apollo, plain, open);
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = plain.read(request);
    if (!asked) return askApollo(request, reply);
    const opening = open(request, reply);
    return (await answerPlainly(asked, reply, opening, gateway, settings)) ?? askApollo(request, reply, opening);
  };
  server.addConstraintStrategy(byAdapter(settings.adapterToken));
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => answerRefused(error, request, reply, gateway);
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => withinSeconds(gateway.parts.operationTimeoutSeconds, () => answer(request, reply));
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
    load: async () => ({ executor: async ({ document, request: { operationName, variables = {} }, context }) => outcomeOf(context) ?? executeDocument(document, operationName, variables, context) }),
    stop: async () => {},
  };
}

/** The page is in nobody's frame, and in no cache: it may hold a token. */
function guardPage(_request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void {
  if (String(reply.getHeader('content-type')).startsWith('text/html')) reply.headers({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  done();
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
        const { document, operation, request: { variables }, contextValue } = request;
        if (wasExecuted(contextValue)) return;
        try {
          requireWithinLimits({ document, operation, variables }, contextValue, gateway, settings);
        } catch (error) {
          throw error instanceof GraphQLError ? asHttpFailure(error) : error;
        }
      },
    }),
  };
}

/** Keeps documents that were found valid, so that the next request with the same text needs no Apollo. */
function learnDocuments(plain: PlainRequests): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ source, document }) => plain.learnDocument(source, document),
    }),
  };
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type OpenContext = (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;

/** Apollo's answers, which also teach what comes back for an Accept header. A context that was opened already is handed in. */
function byApollo(apollo: ApolloServer<Context>, plain: PlainRequests, open: OpenContext) {
  const opened = new WeakMap<FastifyRequest, Promise<Context>>();
  const answer = fastifyApolloHandler(apollo, { context: (request, reply) => opened.get(request) ?? open(request, reply) }) as Answer; // it does not look at `this`
  return async (request: FastifyRequest, reply: FastifyReply, opening?: Promise<Context>): Promise<unknown> => {
    if (opening) opened.set(request, opening);
    const body = await answer(request, reply);
    const contentType = reply.getHeader('content-type');
    if (request.method === 'POST' && reply.statusCode === 200 && typeof contentType === 'string') plain.learnContentType(request.headers.accept, contentType);
    return body;
  };
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
