import type { Answer } from '../http/answer.js';
import { failureAnswer, KNOWN_PROBLEMS } from '../http/failure-answer.js';
import { methodNotAllowed, problemAnswer, validationProblem, type ProblemScope } from '../http/problem.js';
import type { STATUS } from '../http/status.js';

type NamedError = Exclude<keyof typeof STATUS, 'ValidationError'>;
/** The name of an error's type, without its prefix. */
export type ErrorName = NamedError | 'ValidationError' | 'UnauthenticatedError' | 'ForbiddenError' | 'NotFoundError' | 'MethodNotAllowedError' | 'NotAcceptableError' | 'GoneError' | 'BodyTooLargeError' | 'UnsupportedMediaTypeError' | 'TooManyRequestsError' | 'InternalError' | 'UnavailableError';

/** What the named errors of mutations say. */
const SENTENCES: Readonly<Record<NamedError, string>> = {
  ItemNotBookableError: 'There are not enough places left.',
  WebhookNotRegisteredError: 'Register a success webhook before you create authenticated checkout sessions.',
  UnknownSellerError: 'You manage no onboarded seller with this sellerId.',
  UnknownCustomerError: 'There is no such customer.',
  IdempotencyKeyInUseError: 'The first request with this idempotency key is still running. Repeat it in a moment.',
  CustomerErasedError: 'This customer has been erased.',
  IdempotencyKeyReusedError: 'This idempotency key was used for a different request. Use a new key for a new request.',
};

/** The type on the wire, without its prefix; the contract's own error has another name there. (contract §7) */
export function termOfError(name: ErrorName): string {
  return name === 'ItemNotBookableError' ? 'UnavailableOpportunityError' : name;
}

/** An answer of this type as it is really given, so that its status and headers need no second table. */
export function exampleOf(name: ErrorName, scope: ProblemScope): Answer {
  if (name === 'ValidationError') return problemAnswer(validationProblem([{ path: '/platform:initialOrder/customer/email', description: 'must be an e-mail address' }]), scope);
  if (name === 'MethodNotAllowedError') return problemAnswer(methodNotAllowed('POST, PUT'), scope);
  if (isNamed(name)) return failureAnswer({ __typename: name, message: SENTENCES[name] }, scope);
  const known = KNOWN_PROBLEMS.find(({ type }) => type === `platform:${name}`);
  if (!known) throw new Error(`no answer is of the type ${name}`);
  return problemAnswer(known, scope);
}

function isNamed(name: ErrorName): name is NamedError {
  return name in SENTENCES;
}
