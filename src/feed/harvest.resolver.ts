import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { badUserInput } from '../access/refusal.js';
import { requireAdapter } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { isUuid } from '../shared/ids.js';
import { payload } from '../shared/result.type.js';
import { claimFeed } from './claim-feed.js';
import { deriveOpportunities } from './derive-opportunities.js';
import { ClaimFeedInput, ClaimFeedResult, DeriveOpportunitiesResult, ReportFeedFailureInput, ReportFeedFailureResult, StoreFeedPageInput, StoreFeedPageResult } from './harvest.type.js';
import { reportFeedFailure } from './report-feed-failure.js';
import { storeFeedPage } from './store-feed-page.js';

const MOST_PAGE_CHARACTERS = 64 * 1024 * 1024;
const MOST_DETAIL_CHARACTERS = 1_000;

@Resolver()
export class HarvestResolver {
  @Mutation(() => ClaimFeedResult, { description: 'Gives a page to ask for to one harvester. Every call gives another, until a lease has ended. For the adapter alone.' })
  async claimFeed(@Ctx() context: Context, @Arg('input', () => ClaimFeedInput, { description: 'Of which feed.' }) { feedId = null }: ClaimFeedInput) {
    requireAdapter(context);
    if (feedId !== null) requireFeed(feedId);
    return payload('ClaimFeedPayload', { feed: (await claimFeed(feedId, context)) ?? null });
  }

  @Mutation(() => StoreFeedPageResult, { description: "Keeps a page of a feed and moves on to its next, in one. A repeat changes nothing. For the adapter alone." })
  async storeFeedPage(@Ctx() context: Context, @Arg('input', () => StoreFeedPageInput, { description: 'The page.' }) input: StoreFeedPageInput) {
    requireAdapter(context);
    requireFeed(input.feedId);
    if (input.text.length > MOST_PAGE_CHARACTERS) throw badUserInput(`A page has at most ${MOST_PAGE_CHARACTERS} characters.`);
    return payload('StoreFeedPagePayload', await storeFeedPage(input, { ...context, random: Math.random }));
  }

  @Mutation(() => ReportFeedFailureResult, { description: 'Says that no page came, which decides when it is asked for again, if at all. About a page that was stored since it changes nothing. For the adapter alone.' })
  async reportFeedFailure(@Ctx() context: Context, @Arg('input', () => ReportFeedFailureInput, { description: 'What happened.' }) { feedId, detail, retryAfterSeconds = null, ...failure }: ReportFeedFailureInput) {
    requireAdapter(context);
    requireFeed(feedId);
    await reportFeedFailure({ feedId, ...failure, detail: detail.slice(0, MOST_DETAIL_CHARACTERS).toWellFormed(), retryAfterSeconds: retryAfterSeconds === null ? null : Math.max(0, retryAfterSeconds) }, { ...context, random: Math.random });
    return payload('ReportFeedFailurePayload', { feedId });
  }

  @Mutation(() => DeriveOpportunitiesResult, { description: 'Brings a part of the catalogue up to date with what feeds have told. A repeat does the next part, until nothing remains. For the adapter alone.' })
  async deriveOpportunities(@Ctx() context: Context) {
    requireAdapter(context);
    return payload('DeriveOpportunitiesPayload', await deriveOpportunities(context));
  }
}

function requireFeed(id: string): void {
  if (!isUuid(id)) throw badUserInput('A feed goes by its id.');
}
