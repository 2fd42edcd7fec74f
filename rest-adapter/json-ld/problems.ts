import type { z } from 'zod';

/** One problem of a body or query: a JSON pointer to the member, and what is wrong with it. */
export interface WireProblem {
  readonly path: string;
  readonly description: string;
}

/** The problems that a schema found, in the order of the body. */
export function problemsOf({ issues }: z.ZodError): readonly WireProblem[] {
  return issues.flatMap((issue) => flatten(issue, []));
}

type Issue = z.core.$ZodIssue;

function flatten(issue: Issue, above: readonly PropertyKey[]): WireProblem[] {
  const path = [...above, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ path: pointer(path), description: describe(issue) }];
  const closest = issue.errors.find((branch) => branch.every((inner) => inner.path.length > 0 || inner.code !== 'invalid_type'));
  return closest ? closest.flatMap((inner) => flatten(inner, path)) : [{ path: pointer(path), description: missing(issue) ?? 'must be a URL or a Person' }];
}

function describe(issue: Issue): string {
  const nothing = missing(issue);
  if (nothing) return nothing;
  if (issue.code === 'invalid_type') return `must be ${ARTICLES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  return issue.message;
}

const ARTICLES: Partial<Record<string, string>> = { string: 'a string', object: 'an object', array: 'an array', boolean: 'true or false', tuple: 'an array' };

function missing({ input }: Issue): string | undefined {
  return input === undefined ? 'is required' : undefined;
}

/** RFC 6901. */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
