import { Problems } from '../shared/checks.js';
import type { Problem } from '../shared/user-error.js';

/** A customer as a broker sends them. (contract §2 Person) */
export interface PersonRequest {
  readonly identifier?: string | null | undefined;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly is13OrOver?: boolean | null | undefined;
}

/** What is to be different about a registered customer: what is left out stays, null clears. */
export interface PersonChange {
  readonly identifier?: string | null | undefined;
  readonly givenName?: string | null | undefined;
  readonly familyName?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly is13OrOver?: boolean | null | undefined;
}

export const UNDER_13 = 'must not be false: customers must be 13 or over to book';

/** Everything that is wrong with a person by themselves. `above` is where in the input they stand. */
export function problemsOfPerson(person: PersonRequest, above: readonly string[] = []): readonly Problem[] {
  return problemsOfChange(person, above);
}

/** The same of a change, in which nothing is required. */
export function problemsOfChange({ identifier, givenName, familyName, email, is13OrOver }: PersonChange, above: readonly string[] = []): readonly Problem[] {
  const problems = new Problems();
  const check = (member: string, value: string | null | undefined, rule: (path: readonly string[], value: string) => void): void => {
    if (value === undefined) return;
    if (value === null) problems.add([...above, member], 'must be a string');
    else rule([...above, member], value);
  };
  const text = problems.text.bind(problems);
  check('identifier', identifier ?? undefined, text);
  check('givenName', givenName, text);
  check('familyName', familyName, text);
  check('email', email, problems.email.bind(problems));
  if (is13OrOver === false) problems.add([...above, 'is13OrOver'], UNDER_13);
  return problems.found;
}
