import { sql, type Kysely } from 'kysely';
import { toInstant, type Tables } from '../store/tables.js';

/** How feeds stand, for whoever watches over this gateway. */
export interface FeedFigures {
  /** How many there are, by state. */
  readonly byState: ReadonlyMap<string, number>;
  /** Of each feed that is polled: since when it may have more to tell than we know. */
  readonly caughtUpAt: ReadonlyMap<string, Date>;
  /** Of each feed that has any: items that are left out for a problem. */
  readonly rejected: ReadonlyMap<string, number>;
}

export async function readFeedFigures(reads: Kysely<Tables>): Promise<FeedFigures> {
  const states = await reads.selectFrom('feed').groupBy('state').select(({ fn }) => ['state', fn.countAll().as('count')]).execute();
  const polled = await reads.selectFrom('feed').where('state', '=', 'ACTIVE').select(({ fn }) => ['id', fn.coalesce('caught_up_at', 'added_at').as('at')]).execute();
  const rejected = await sql<{ id: string; count: string | number | bigint }>`
    select feed.id, count(*) as count from feed join feed_problem on feed_problem.feed_id = feed.id and feed_problem.is_rejected
    where feed.state <> 'REMOVED' group by feed.id`.execute(reads);
  return {
    byState: new Map(states.map(({ state, count }) => [state, Number(count)])),
    caughtUpAt: new Map(polled.map(({ id, at }) => [id, toInstant(at)])),
    rejected: new Map(rejected.rows.map(({ id, count }) => [id, Number(count)])),
  };
}
