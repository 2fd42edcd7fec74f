import { GatewayFault } from '../gateway-client.js';
import type { Answer } from './answer.js';
import { RETRY_AFTER_SECONDS } from './load-bound.js';
import { INTERNAL, NOT_ACCEPTABLE, NOT_FOUND, problemAnswer, toWireProblems, unavailableAnswer, UNAUTHENTICATED, validationProblem, type Problem, type ProblemScope } from './problem.js';
import { STATUS } from './status.js';

/** A named error of any mutation, as far as an answer shows it. */
export type Failure =
  | { readonly __typename: 'ValidationError'; readonly problems: readonly { readonly path: readonly string[]; readonly message: string }[] }
  | { readonly __typename: Exclude<keyof typeof STATUS, 'ValidationError'>; readonly message: string };

/** The answer to a named error. Its status is the table's. */
export function failureAnswer(failure: Failure, scope: ProblemScope, wirePathOf: (path: readonly string[]) => readonly string[] = (path) => path): Answer {
  if (failure.__typename === 'ItemNotBookableError') return unavailableAnswer(failure.message, scope);
  if (failure.__typename === 'ValidationError') return problemAnswer(validationProblem(toWireProblems(failure.problems, wirePathOf)), scope);
  const headers: Record<string, string> = failure.__typename === 'IdempotencyKeyInUseError' ? { 'retry-after': '1' } : {};
  return problemAnswer({ status: STATUS[failure.__typename], type: `platform:${failure.__typename}`, description: failure.message, headers }, scope);
}

/** Anything that was thrown on the way to an answer: the gateway's refusals, the server's own, and bugs. */
export function faultAnswer(error: unknown, scope: ProblemScope): Answer {
  if (error instanceof GatewayFault) return gatewayFaultAnswer(error, { ...scope, requestId: error.requestId ?? scope.requestId });
  return problemAnswer(SERVER_FAULTS[codeOf(error)] ?? INTERNAL, scope);
}

function gatewayFaultAnswer({ code, message, retryAfterSeconds }: GatewayFault, scope: ProblemScope): Answer {
  const told = TOLD_FAULTS[code];
  if (!told) return problemAnswer(GATEWAY_FAULTS[code] ?? INTERNAL, scope);
  return problemAnswer({ ...told, description: message, ...(code === 'RATE_LIMITED' && { headers: { 'retry-after': String(retryAfterSeconds ?? 60) } }) }, scope);
}

/** Faults whose sentence is the gateway's own; the one here is an example. */
const TOLD_FAULTS: Partial<Record<string, Problem>> = {
  FORBIDDEN: { status: 403, type: 'platform:ForbiddenError', description: "This needs a broker's secret API key." },
  GONE: { status: 410, type: 'platform:GoneError', description: 'The person in this session is erased, so it cannot be shown again.' },
  RATE_LIMITED: { status: 429, type: 'platform:TooManyRequestsError', description: 'Too many requests. Try again in 42 s.', headers: { 'retry-after': '42' } },
};

const OVERLOADED_PROBLEM: Problem = {
  status: 503,
  type: 'platform:UnavailableError',
  description: 'Too much is going on at this moment. Try again soon.',
  headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
};

const GATEWAY_FAULTS: Partial<Record<string, Problem>> = {
  UNAUTHENTICATED,
  OVERLOADED: OVERLOADED_PROBLEM,
  OPERATION_TIMEOUT: { ...OVERLOADED_PROBLEM, description: 'This took too long, and was given up. Try again soon.' },
  BAD_USER_INPUT: { status: 400, type: 'platform:ValidationError', description: 'The request contains a value that cannot be used.' },
  GATEWAY_UNREACHABLE: {
    status: 503,
    type: 'platform:UnavailableError',
    description: 'The service cannot answer at this moment. Try again soon.',
    headers: { 'retry-after': '5' },
  },
};

const NOT_JSON: Problem = { status: 400, type: 'platform:ValidationError', description: 'The body is not JSON.' };

const SERVER_FAULTS: Partial<Record<string, Problem>> = {
  OVERLOADED: OVERLOADED_PROBLEM,
  FST_ERR_CTP_INVALID_JSON_BODY: NOT_JSON,
  FST_ERR_CTP_EMPTY_JSON_BODY: NOT_JSON,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: NOT_JSON,
  FST_ERR_BAD_URL: NOT_FOUND,
  FST_ERR_MAX_PARAM_LENGTH: NOT_FOUND,
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: NOT_FOUND, // of the method QUERY, which no address here takes
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, type: 'platform:BodyTooLargeError', description: 'The body is larger than 64 KiB.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, type: 'platform:UnsupportedMediaTypeError', description: 'The body must be JSON.' },
};

/** Every problem that any answer can have, the named errors of mutations apart: for the description of this door. */
export const KNOWN_PROBLEMS: readonly Problem[] = [...Object.values(TOLD_FAULTS), ...Object.values(GATEWAY_FAULTS), ...Object.values(SERVER_FAULTS), NOT_ACCEPTABLE, INTERNAL].filter((problem) => problem !== undefined);

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
