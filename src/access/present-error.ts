import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isOverTime, OverTime } from '../shared/time-limit.js';
import { operationTimeout } from './refusal.js';

/** Codes that we or GraphQL itself chose for the caller's eyes. Everything else is a bug or an outage. */
const PUBLIC_CODES: ReadonlySet<unknown> = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'GONE',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'OPERATION_TOO_LARGE',
  'OPERATION_TIMEOUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

export type ReportFault = (fault: { readonly requestId: string; readonly cause: unknown }) => void;

/**
 * What a caller may know of an error. An expected one passes as it is; of any other it learns the request id, and the
 * log gets the cause. Every caller's errors go through here, in process and over HTTP.
 */
export function presentError(error: unknown, requestId: string, report: ReportFault): GraphQLError {
  if (error instanceof OverTime || isOverTime()) return operationTimeout(); // what was cancelled is no fault
  if (error instanceof GraphQLError && (PUBLIC_CODES.has(error.extensions['code']) || isOfGraphqlItself(error))) return error;
  report({ requestId, cause: error instanceof GraphQLError ? (error.originalError ?? error) : error });
  const path = error instanceof GraphQLError ? error.path : undefined;
  return new GraphQLError('Something went wrong on our side.', { path, extensions: { code: 'INTERNAL_SERVER_ERROR', requestId } });
}

/** The same as it goes over a wire: message, place, code and request id, and nothing that a library added. */
export function formatError(error: unknown, requestId: string, report: ReportFault): GraphQLFormattedError {
  const { message, locations, path, extensions } = presentError(error, requestId, report);
  const { code = 'BAD_USER_INPUT', retryAfterSeconds } = extensions;
  return { message, ...(locations && { locations }), ...(path && { path }), extensions: { code, requestId, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) } };
}

/** A variable that does not fit its type, say: graphql-js raises it without an original error and without a code. */
function isOfGraphqlItself({ originalError, extensions, path }: GraphQLError): boolean {
  return originalError === undefined && extensions['code'] === undefined && path === undefined;
}
