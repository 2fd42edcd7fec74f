import type { ProblemScope } from '../http/problem.js';
import { TERMS } from '../json-ld/terms.js';
import type { Route } from '../routes.js';
import { reference } from './components.js';
import { headerReferences, WIRE_NAMES, type HeaderName } from './headers.js';
import { exampleOf, termOfError, type ErrorName } from './known-errors.js';
import type { Operation } from './operations.js';

/** What can be answered wherever one asks. */
const EVERYWHERE: readonly ErrorName[] = ['UnauthenticatedError', 'ForbiddenError', 'NotAcceptableError', 'TooManyRequestsError', 'InternalError', 'UnavailableError'];

/** Every error that a route can answer: by what it takes and reads, and by what its mutation can say. */
export function errorsOf({ path, body }: Route, { query, errors }: Operation): readonly ErrorName[] {
  const hasParameter = /[:*]/.test(path);
  return [
    ...new Set<ErrorName>([
      ...(hasParameter || query || body === 'json' ? (['ValidationError'] as const) : []),
      ...(hasParameter ? (['NotFoundError'] as const) : []),
      ...(body === 'json' ? (['BodyTooLargeError', 'UnsupportedMediaTypeError'] as const) : []),
      ...errors,
      ...EVERYWHERE,
    ]),
  ];
}

/** The errors as `responses`: those of one status stand in one response. */
export function errorResponses(names: readonly ErrorName[], scope: ProblemScope): Readonly<Record<string, object>> {
  const byStatus = Map.groupBy(names, (name) => exampleOf(name, scope).status);
  const statuses = [...byStatus].toSorted(([one], [other]) => one - other);
  return Object.fromEntries(statuses.map(([status, same]) => [String(status), { $ref: `#/components/responses/${componentOf(same)}` }]));
}

/** Every response that the errors of some operation need, for `components.responses`. */
export function errorResponseComponents(sets: readonly (readonly ErrorName[])[], scope: ProblemScope): Readonly<Record<string, object>> {
  const groups = sets.flatMap((names) => [...Map.groupBy(names, (name) => exampleOf(name, scope).status).values()]);
  const byName = new Map(groups.map((same) => [componentOf(same), same]));
  return Object.fromEntries([...byName].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, same]) => [name, responseOf(same, scope)]));
}

function componentOf(names: readonly ErrorName[]): string {
  return names.map(termOfError).toSorted().join('-');
}

function responseOf(names: readonly ErrorName[], scope: ProblemScope): object {
  const terms = names.map(termOfError).toSorted();
  const answers = names.map((name) => [termOfError(name), exampleOf(name, scope)] as const);
  const headers = new Set(answers.flatMap(([, answer]) => Object.keys(answer.headers ?? {}).map(headerNamed)));
  return {
    description: terms.map((term) => `${term}: ${saysOf(term)}`).join('\n\n'),
    headers: headerReferences([...headers, 'RateLimit', 'RateLimitPolicy', 'RequestId']),
    content: {
      'application/json': {
        schema: terms.length === 1 ? reference(terms[0] ?? '') : { oneOf: terms.map(reference) },
        examples: Object.fromEntries(answers.map(([term, { body }]) => [term, { value: body }])),
      },
    },
  };
}

function saysOf(term: string): string {
  return TERMS.find(({ name }) => name === term)?.says ?? '';
}

function headerNamed(name: string): HeaderName {
  const known = (Object.keys(WIRE_NAMES) as HeaderName[]).find((header) => WIRE_NAMES[header].toLowerCase() === name); // the keys are just these
  if (!known) throw new Error(`the header ${name} of an error is not described`);
  return known;
}
