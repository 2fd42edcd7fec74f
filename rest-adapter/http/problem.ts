import { pointer, type WireProblem } from '../json-ld/problems.js';
import { CONTEXT, contextOf, PROBLEMS, REQUEST_ID, type Vocabulary } from '../json-ld/vocabulary.js';
import type { Answer } from './answer.js';

/** What an error answer needs to know of where it is given. */
export interface ProblemScope {
  readonly vocabulary: Vocabulary;
  readonly requestId: string;
}

export interface Problem {
  readonly status: number;
  readonly type: string;
  readonly description: string;
  readonly problems?: readonly WireProblem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error in the shape of the contract's §7, with a request id and, for a body, every problem at once. (our choice where §7 shows none) */
export function problemAnswer({ status, type, description, problems, headers }: Problem, { vocabulary, requestId }: ProblemScope): Answer {
  const body = {
    [CONTEXT]: contextOf(vocabulary),
    type,
    description,
    ...(problems && { [PROBLEMS]: problems }),
    [REQUEST_ID]: requestId,
  };
  return { status, headers: { 'cache-control': 'no-store', ...headers }, body };
}

/** Contract §7, row 1: exactly these three members. */
export function unavailableAnswer(description: string, { vocabulary }: ProblemScope): Answer {
  return { status: 400, body: { [CONTEXT]: contextOf(vocabulary), type: 'UnavailableOpportunityError', description } };
}

/** The gateway's problems with an input, at the places where its members stand on the wire. */
export function toWireProblems(problems: readonly { readonly path: readonly string[]; readonly message: string }[], wirePathOf: (path: readonly string[]) => readonly string[]): readonly WireProblem[] {
  return problems.map(({ path, message }) => ({ path: pointer(wirePathOf(path)), description: message }));
}

export function validationProblem(problems: readonly WireProblem[]): Problem {
  const description = problems.length === 1 ? 'The request has a problem.' : `The request has ${problems.length} problems.`;
  return { status: 400, type: 'platform:ValidationError', description, problems };
}

export const UNAUTHENTICATED: Problem = {
  status: 401,
  type: 'platform:UnauthenticatedError',
  description: 'This needs a valid API key in the header X-API-KEY.',
  headers: { 'www-authenticate': 'ApiKey realm="courtside", header="X-API-KEY"' },
};

export const NOT_FOUND: Problem = { status: 404, type: 'platform:NotFoundError', description: 'There is nothing at this address.' };

export const NOT_ACCEPTABLE: Problem = { status: 406, type: 'platform:NotAcceptableError', description: 'The answer is JSON, which the Accept header excludes.' };

export function methodNotAllowed(allow: string): Problem {
  return { status: 405, type: 'platform:MethodNotAllowedError', description: `This address takes ${allow}.`, headers: { allow } };
}

export const INTERNAL: Problem = { status: 500, type: 'platform:InternalError', description: 'Something went wrong on our side.' };
