import { sql, type Selectable } from 'kysely';
import type { Connection } from '../shared/connection.type.js';
import { isUuid } from '../shared/ids.js';
import { isOneOf } from '../store/is-one-of.js';
import { onePage, toConnection, type KeysetOrder, type PageRequest } from '../store/keyset.js';
import { toInstant, toInstantOrNull, type Tables } from '../store/tables.js';
import { readFeedHealths, type FeedHealthView, type HealthParts } from './feed-health.store.js';
import type { FeedState } from './feed.lifecycle.js';

export interface FeedView {
  readonly id: string;
  readonly url: string;
  readonly publisher: string;
  readonly licence: string | null;
  readonly timeZone: string;
  readonly state: FeedState;
  readonly stateReason: string | null;
  readonly addedAt: Date;
  readonly dueAt: Date | null;
  readonly polledAt: Date | null;
  readonly caughtUpAt: Date | null;
  readonly changedAt: Date | null;
  readonly failures: number;
  readonly lastFailure: string | null;
  readonly pagesRead: number;
  readonly itemsRead: number;
  /** Absent unless it was asked for. */
  readonly health?: FeedHealthView | undefined;
}

export async function readFeed(id: string, parts: HealthParts): Promise<FeedView | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await parts.reads.selectFrom('feed').where('id', '=', id.toLowerCase()).selectAll().executeTakeFirst();
  return row && (await withHealth([toView(row)], parts))[0];
}

const BY_ADDITION = { name: 'feeds by addition', column: sql.ref('added_at'), tieBreaker: sql.ref('id'), kind: 'instant', tieBreakerKind: 'uuid' } as const satisfies KeysetOrder;

export interface FeedFilter {
  readonly states?: readonly FeedState[] | null | undefined;
  readonly url?: string | null | undefined;
}

/** A page of all feeds, for staff; without states, all but those that were removed. */
export async function listFeeds({ states, url }: FeedFilter, page: PageRequest, parts: HealthParts): Promise<Connection<FeedView>> {
  const all = parts.reads.selectFrom('feed').selectAll();
  const some = states ? all.where((is) => isOneOf(is, 'state', states)) : all.where('state', '<>', 'REMOVED');
  const rows = await onePage(typeof url === 'string' ? some.where('url', '=', url) : some, BY_ADDITION, page).execute();
  const views = await withHealth(rows.map(toView), parts);
  return toConnection(views.map((node) => ({ sortValue: node.addedAt, tieBreaker: node.id, node })), BY_ADDITION, page);
}

/** In as many statements for a hundred feeds as for one. */
async function withHealth(views: readonly FeedView[], parts: HealthParts): Promise<readonly FeedView[]> {
  if (!parts.selected.has('health')) return views;
  const healths = await readFeedHealths(views, parts);
  return views.map((view) => ({ ...view, health: healths.get(view.id) }));
}

function toView(row: Selectable<Tables['feed']>): FeedView {
  return {
    id: row.id,
    url: row.url,
    publisher: row.publisher,
    licence: row.licence,
    timeZone: row.time_zone,
    state: row.state,
    stateReason: row.state_reason,
    addedAt: toInstant(row.added_at),
    dueAt: row.state === 'ACTIVE' ? toInstant(row.due_at) : null,
    polledAt: toInstantOrNull(row.polled_at),
    caughtUpAt: toInstantOrNull(row.caught_up_at),
    changedAt: toInstantOrNull(row.changed_at),
    failures: row.failures,
    lastFailure: row.last_failure,
    pagesRead: row.pages_read,
    itemsRead: row.items_read,
  };
}
