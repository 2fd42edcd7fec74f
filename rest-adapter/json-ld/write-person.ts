import { IS_13_OR_OVER } from './vocabulary.js';

interface Person {
  readonly identifier: string | null;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly is13OrOver: boolean | null;
}

/** Contract §2 Person: what was not sent does not come back. */
export function writePerson({ identifier, givenName, familyName, email, is13OrOver }: Person): object {
  return {
    type: 'Person',
    ...(identifier !== null && { identifier }),
    givenName,
    familyName,
    email,
    ...(is13OrOver !== null && { [IS_13_OR_OVER]: is13OrOver }),
  };
}
