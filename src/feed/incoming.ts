import type { Kysely } from 'kysely';
import type { Store } from '../store/open-store.js';
import type { Tables } from '../store/tables.js';
import type { ItemProblem, ReadItem } from './thing.facts.js';

/** An item of a page with what was understood of it: nothing when it is deleted, or when it is left out for a problem. */
export interface IncomingItem {
  readonly itemId: string;
  /** Decimal digits. */
  readonly modified: string;
  readonly kind: string;
  readonly isDeleted: boolean;
  /** As published, as JSON. */
  readonly data: string | null;
  readonly read: ReadItem | null;
  readonly rejection: ItemProblem | null;
  readonly saidAt: Date;
}

/** What storing it needs, within one transaction. */
export interface StoreParts {
  readonly db: Kysely<Tables>;
  readonly kind: Store['kind'];
  readonly feedId: string;
  readonly now: Date;
}
