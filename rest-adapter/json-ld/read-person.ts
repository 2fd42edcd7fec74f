import { z } from 'zod';
import type { ChangeCustomerInput, PersonInput } from '../generated/operations.js';
import { problemsOf, type WireProblem } from './problems.js';
import { IS_13_OR_OVER } from './vocabulary.js';
import { wireEmail, wireIs13OrOver, wireText } from './wire-rules.js';

/** Contract §2 Person. Members that the contract does not name are ignored, here and below. */
export const Person = z.looseObject({
  type: z.literal('Person'),
  identifier: wireText.optional(),
  givenName: wireText,
  familyName: wireText,
  email: wireEmail,
  [IS_13_OR_OVER]: wireIs13OrOver.optional(),
});

/** A merge patch of a Person: what is left out stays, null takes away. (RFC 7396; our choice) */
export const PersonPatch = z.looseObject({
  type: z.literal('Person').optional(),
  identifier: wireText.nullable().optional(),
  givenName: wireText.optional(),
  familyName: wireText.optional(),
  email: wireEmail.optional(),
  [IS_13_OR_OVER]: wireIs13OrOver.nullable().optional(),
});

/** What the body asks for, or every problem that it has. */
type Read<T> = { readonly input: T } | { readonly problems: readonly WireProblem[] };

export function readPerson(body: unknown): Read<PersonInput> {
  const parsed = Person.safeParse(body, { reportInput: true });
  return parsed.success ? { input: toPersonInput(parsed.data) } : { problems: problemsOf(parsed.error) };
}

export function toPersonInput({ identifier, givenName, familyName, email, [IS_13_OR_OVER]: is13OrOver }: z.infer<typeof Person>): PersonInput {
  return { identifier, givenName, familyName, email, is13OrOver };
}

export function readPersonPatch(body: unknown): Read<Omit<ChangeCustomerInput, 'id'>> {
  const parsed = PersonPatch.safeParse(body, { reportInput: true });
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const { identifier, givenName, familyName, email, [IS_13_OR_OVER]: is13OrOver } = parsed.data;
  return { input: { identifier, givenName, familyName, email, is13OrOver } };
}

/** Where a member of the gateway's input stands in the Person on the wire. */
export function personPathOf(path: readonly string[]): readonly string[] {
  return path.map((member) => (member === 'is13OrOver' ? IS_13_OR_OVER : member));
}
