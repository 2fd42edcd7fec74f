import type { Caller } from './caller.js';

/** What stands for something that is not shown. */
export const HIDDEN = '•••';

interface Names {
  readonly identifier: string | null;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
}

/** Whether a caller sees who somebody is without saying why: everybody does who reaches the person's things at all, except staff. (our choice) */
export function seesPersons({ caller }: { readonly caller: Caller }): boolean {
  return caller.kind !== 'STAFF';
}

/** A person as staff see them. The identifier goes too: it is the broker's to choose, and may be an address. */
export function hidePerson<P extends Names>(person: P): P {
  return { ...person, identifier: person.identifier === null ? null : HIDDEN, givenName: HIDDEN, familyName: HIDDEN, email: HIDDEN };
}
