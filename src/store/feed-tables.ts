import type { Generated } from 'kysely';
import type { FeedState } from '../feed/feed.lifecycle.js';
import type { ProblemCause, ThingKind } from '../feed/thing.facts.js';
import type { StoredInstant } from './stored.js';

/** What feeds publish, beside what the catalogue makes of it. */
export interface FeedTables {
  feed: {
    id: string;
    url: string;
    publisher: string;
    licence: string | null;
    time_zone: string;
    state: FeedState;
    state_reason: string | null;
    next_url: string;
    added_at: StoredInstant;
    due_at: StoredInstant;
    leased_until: StoredInstant | null;
    failures: Generated<number>;
    last_failure: string | null;
    polled_at: StoredInstant | null;
    caught_up_at: StoredInstant | null;
    changed_at: StoredInstant | null;
    pages_read: Generated<number>;
    items_read: Generated<number>;
  };
  feed_item: { feed_id: string; item_id: string; modified: string | number; kind: string; is_deleted: boolean | number; data: string | null };
  feed_problem: { feed_id: string; item_id: string; cause: ProblemCause; detail: string; is_rejected: boolean | number; at: StoredInstant };
  feed_thing: {
    id: string;
    feed_id: string;
    item_id: string;
    kind: ThingKind;
    modified: string | number;
    said_at: StoredInstant;
    parent_id: string | null;
    facts: string;
  };
  offer_reference: { offer_id: string; thing_id: string };
  orphan_thing: { id: string; feed_id: string; parent_id: string };
  stale_thing: { id: string };
}
