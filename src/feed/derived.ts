import type { Kysely } from 'kysely';
import type { Store } from '../store/open-store.js';
import type { Tables } from '../store/tables.js';
import type { KnownThing } from './derivation.store.js';

/** Whatever came from a feed, for the catalogue. */
export interface Derived<Entry> {
  readonly entry: Entry;
  readonly thing: KnownThing;
}

/** What writing it needs, within one transaction. */
export interface WriteParts {
  readonly db: Kysely<Tables>;
  readonly kind: Store['kind'];
  readonly now: Date;
}
