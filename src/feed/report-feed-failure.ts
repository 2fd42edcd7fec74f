import type { EntityManager } from '@mikro-orm/sql';
import type { Tables } from '../store/tables.js';
import { feedLifecycle, type FeedTrigger } from './feed.lifecycle.js';
import { retryAt } from './poll-schedule.js';

/** Why no page came: the publisher says that there is none any more, that it is away or asked too often, or anything else went wrong. */
export const FETCH_FAILURES = ['NOT_FOUND', 'UNAVAILABLE', 'TOO_OFTEN', 'FAILED'] as const;
export type FetchFailure = (typeof FETCH_FAILURES)[number];

export interface FailureReport {
  readonly feedId: string;
  /** The page that was asked for. */
  readonly url: string;
  readonly failure: FetchFailure;
  readonly detail: string;
  readonly retryAfterSeconds: number | null;
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Decides when the page is asked for again, if at all. A report about a page that somebody else has stored since changes nothing. */
export async function reportFeedFailure({ feedId, url, failure, detail, retryAfterSeconds }: FailureReport, parts: Parts): Promise<void> {
  if (failure === 'NOT_FOUND') return stopFeed(feedId, url, 'NOT_FOUND', detail, parts);
  const { em, now, random } = parts;
  await em.transactional(async (tx) => {
    const db = tx.getKysely<Tables>();
    const failed = await db
      .updateTable('feed')
      .set((is) => ({ failures: is('failures', '+', 1), last_failure: detail, leased_until: null }))
      .where('id', '=', feedId)
      .where('next_url', '=', url)
      .where('state', '=', 'ACTIVE')
      .returning('failures')
      .executeTakeFirst();
    if (!failed) return;
    await db.updateTable('feed').set({ due_at: retryAt(failure, failed.failures, retryAfterSeconds, now, random()) }).where('id', '=', feedId).execute();
  });
}

/** Stops asking until staff resume the feed, and says why. */
export async function stopFeed(feedId: string, url: string, trigger: Extract<FeedTrigger, 'NOT_FOUND' | 'FOUND_BROKEN'>, reason: string, { em }: Pick<Parts, 'em'>): Promise<void> {
  const state = feedLifecycle.next('ACTIVE', trigger);
  if (state === undefined) return;
  await em
    .getKysely<Tables>()
    .updateTable('feed')
    .set({ state, state_reason: reason, leased_until: null })
    .where('id', '=', feedId)
    .where('next_url', '=', url)
    .where('state', '=', 'ACTIVE')
    .execute();
}
