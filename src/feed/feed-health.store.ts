import { sql, type Kysely } from 'kysely';
import type { Store } from '../store/open-store.js';
import { rowsOf } from '../store/rows.js';
import { toInstant, type StoredInstant, type Tables } from '../store/tables.js';
import { paceOf, type FeedPace, type FeedProgress } from './feed-health.js';
import type { ProblemCause } from './thing.facts.js';

/** How a feed fares, as its GraphQL type has it. */
export interface FeedHealthView extends FeedPace {
  readonly isStalled: boolean;
  readonly items: number;
  readonly listed: number;
  readonly orphans: OrphansView;
  readonly problems: readonly FeedProblemsView[];
  readonly waiting: number;
}

export interface OrphansView {
  readonly count: number;
  readonly examples: readonly { readonly id: string; readonly parentId: string }[];
}

export interface FeedProblemsView {
  readonly cause: ProblemCause;
  readonly isRejected: boolean;
  readonly items: number;
  readonly examples: readonly { readonly itemId: string; readonly detail: string; readonly at: Date }[];
}

export interface HealthParts {
  readonly reads: Kysely<Tables>;
  readonly storeKind: Store['kind'];
  readonly now: Date;
  /** The names of the selected fields: what nobody asked for is not counted. */
  readonly selected: ReadonlySet<string>;
}

type Feed = FeedProgress & { readonly id: string };

/** How these feeds fare: at most seven statements, however many feeds and items there are, each of which an index answers alone. */
export async function readFeedHealths(feeds: readonly Feed[], parts: HealthParts): Promise<ReadonlyMap<string, FeedHealthView>> {
  if (feeds.length === 0) return new Map();
  const ids = feeds.map(({ id }) => id);
  const { selected } = parts;
  const items = selected.has('items') ? await countItems(ids, parts) : new Map<string, number>();
  const listed = selected.has('listed') ? await countListed(ids, parts) : new Map<string, number>();
  const orphans = selected.has('orphans') ? await readOrphans(ids, parts) : new Map<string, OrphansView>();
  const problems = selected.has('problems') ? await readProblems(ids, parts) : new Map<string, readonly FeedProblemsView[]>();
  const waiting = selected.has('waiting') ? await countWaiting(parts.reads) : 0;
  const healthOf = (feed: Feed): FeedHealthView => {
    const pace = paceOf(feed, parts.now);
    const { id } = feed;
    return { ...pace, isStalled: pace.stallReason !== null, items: items.get(id) ?? 0, listed: listed.get(id) ?? 0, orphans: orphans.get(id) ?? { count: 0, examples: [] }, problems: problems.get(id) ?? [], waiting };
  };
  return new Map(feeds.map((feed) => [feed.id, healthOf(feed)]));
}

interface Counted {
  readonly feed_id: string;
  readonly count: string | number | bigint;
}

async function countItems(ids: readonly string[], { reads, storeKind }: HealthParts): Promise<ReadonlyMap<string, number>> {
  const isDeleted = storeKind === 'postgres' ? sql.lit(false) : sql.lit(0);
  const { rows } = await sql<Counted>`select feed_id, count(*) as count from feed_item where feed_id in (${sql.join(ids)}) and is_deleted = ${isDeleted} group by feed_id`.execute(reads);
  return toCounts(rows);
}

async function countListed(ids: readonly string[], { reads }: HealthParts): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<Counted>`select feed_id, count(*) as count from opportunity where feed_id in (${sql.join(ids)}) and withdrawn_at is null group by feed_id`.execute(reads);
  return toCounts(rows);
}

function toCounts(rows: readonly Counted[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ feed_id, count }) => [feed_id, Number(count)]));
}

const ORPHAN_EXAMPLES = 5;
const PROBLEM_EXAMPLES = 3;

/** The n-th of a group's rows by an index that has them in order: to number all of them would be to read all of them. */
const nth = (offset: number) => sql`limit 1 offset ${sql.lit(offset)}`;

async function readOrphans(ids: readonly string[], { reads, storeKind }: HealthParts): Promise<ReadonlyMap<string, OrphansView>> {
  const examples = Array.from({ length: ORPHAN_EXAMPLES }, (_, index) => sql`(select id from orphan_thing as one where one.feed_id = counted.feed_id order by id ${nth(index)}) as ${sql.ref(`example_${index}`)}`);
  const counted = await sql<Counted & Record<string, string | null>>`
    select counted.*, ${sql.join(examples)} from (select feed_id, count(*) as count from orphan_thing where feed_id in (${sql.join(ids)}) group by feed_id) as counted`.execute(reads);
  const shown = counted.rows.flatMap((row) => examplesIn(row, ORPHAN_EXAMPLES).map((id) => ({ id })));
  const found = await sql<{ id: string; feed_id: string; parent_id: string }>`select orphan.id, feed_id, parent_id from ${rowsOf(storeKind, { id: 'text' }, shown)} join orphan_thing as orphan on orphan.id = given.id order by orphan.id`.execute(reads);
  const byFeed = Map.groupBy(found.rows, ({ feed_id }) => feed_id);
  return new Map(counted.rows.map(({ feed_id, count }) => [feed_id, { count: Number(count), examples: (byFeed.get(feed_id) ?? []).map(({ id, parent_id }) => ({ id, parentId: parent_id })) }]));
}

function examplesIn(row: Readonly<Record<string, unknown>>, length: number): readonly string[] {
  return Array.from({ length }, (_, index) => row[`example_${index}`]).filter((id) => typeof id === 'string');
}

interface CountedProblem extends Counted {
  readonly cause: ProblemCause;
  readonly is_rejected: boolean | number;
}
interface ProblemRow {
  readonly feed_id: string;
  readonly item_id: string;
  readonly cause: ProblemCause;
  readonly detail: string;
  readonly is_rejected: boolean | number;
  readonly at: StoredInstant;
}

const PROBLEM = { feed_id: 'uuid', item_id: 'text', cause: 'text' } as const;

async function readProblems(ids: readonly string[], { reads, storeKind }: HealthParts): Promise<ReadonlyMap<string, readonly FeedProblemsView[]>> {
  const isSame = sql`one.feed_id = counted.feed_id and one.cause = counted.cause and one.is_rejected = counted.is_rejected`;
  const examples = Array.from({ length: PROBLEM_EXAMPLES }, (_, index) => sql`(select item_id from feed_problem as one where ${isSame} order by item_id ${nth(index)}) as ${sql.ref(`example_${index}`)}`);
  const { rows: counted } = await sql<CountedProblem>`
    select counted.*, ${sql.join(examples)}
    from (select feed_id, cause, is_rejected, count(*) as count from feed_problem where feed_id in (${sql.join(ids)}) group by feed_id, is_rejected, cause) as counted`.execute(reads);
  const shown = counted.flatMap((row) => examplesIn({ ...row }, PROBLEM_EXAMPLES).map((item_id) => ({ feed_id: row.feed_id, item_id, cause: row.cause })));
  const { rows: found } = await sql<ProblemRow>`
    select problem.* from ${rowsOf(storeKind, PROBLEM, shown)}
    join feed_problem as problem on problem.feed_id = given.feed_id and problem.item_id = given.item_id and problem.cause = given.cause
    order by problem.item_id`.execute(reads);
  const keyOf = ({ feed_id, cause, is_rejected }: Pick<ProblemRow, 'feed_id' | 'cause' | 'is_rejected'>) => `${feed_id} ${cause} ${Boolean(is_rejected)}`;
  const shownByKey = Map.groupBy(found, keyOf);
  const views = counted.map((row) => {
    const shownOf = shownByKey.get(keyOf(row)) ?? [];
    return { feedId: row.feed_id, cause: row.cause, isRejected: Boolean(row.is_rejected), items: Number(row.count), examples: shownOf.map(({ item_id, detail, at }) => ({ itemId: item_id, detail, at: toInstant(at) })) };
  });
  const sorted = views.toSorted((a, b) => Number(b.isRejected) - Number(a.isRejected) || b.items - a.items || (a.cause < b.cause ? -1 : 1));
  const byFeed = Map.groupBy(sorted, ({ feedId }) => feedId);
  return new Map([...byFeed].map(([id, own]) => [id, own.map(({ feedId: _feedId, ...view }) => view)]));
}

/** More than this is a long queue either way. */
export const MOST_WAITING_COUNTED = 100_000;

async function countWaiting(reads: Kysely<Tables>): Promise<number> {
  const some = reads.selectFrom('stale_thing').select('id').limit(sql.lit(MOST_WAITING_COUNTED)).as('some');
  return Number((await reads.selectFrom(some).select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
}
