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

/** A person as the caller may see them. For staff the identifier goes too: it is the broker's to choose, and may be an address. */
export function personFor<P extends Names>(asked: { readonly caller: Caller }, person: P): P {
  return seesPersons(asked) ? person : { ...person, identifier: person.identifier === null ? null : HIDDEN, givenName: HIDDEN, familyName: HIDDEN, email: HIDDEN };
}
