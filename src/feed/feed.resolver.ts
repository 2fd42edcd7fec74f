import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { requireReason } from '../access/on-behalf.js';
import { requireStaff } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { UserError } from '../shared/user-error.js';
import { addFeed } from './add-feed.js';
import { AddFeedInput, FeedsArgs, PauseFeedInput, RemoveFeedInput, ResumeFeedInput } from './feed.input.js';
import { AddFeedResult, PauseFeedResult, RemoveFeedResult, ResumeFeedResult } from './feed.result.js';
import { listFeeds, readFeed } from './feed.store.js';
import { Feed, FeedConnection } from './feed.type.js';
import { pauseFeed, removeFeed, resumeFeed } from './move-feed.js';

@Resolver()
export class FeedResolver {
  @Query(() => FeedConnection, { description: 'The feeds that the catalogue is harvested from. Needs a staff token.' })
  async feeds(@Ctx() context: Context, @Args(() => FeedsArgs) { filter, first, after, direction }: FeedsArgs) {
    requireStaff(context, 'support');
    return listFeeds(filter ?? {}, { first, after: after ?? null, direction }, context);
  }

  @Query(() => Feed, { nullable: true, description: 'One of these feeds; null when there is none with this id. Needs a staff token.' })
  async feed(@Ctx() context: Context, @Arg('id', () => ID, { description: "The feed's id." }) id: string) {
    requireStaff(context, 'support');
    return (await readFeed(id, context)) ?? null;
  }

  @Mutation(() => AddFeedResult, { description: 'Has a feed harvested from its first page on. A repeat is told that it exists. Needs a staff token with the role operator, and a reason.' })
  async addFeed(@Ctx() context: Context, @Arg('input', () => AddFeedInput, { description: 'Where it is, and whose.' }) input: AddFeedInput) {
    const staff = requireStaff(context, 'operator');
    requireReason(input.reason);
    const outcome = await addFeed(input, { ...context, staff });
    return outcome instanceof UserError ? outcome : payload('AddFeedPayload', await feedOf(outcome, context));
  }

  @Mutation(() => PauseFeedResult, { description: 'Asks a feed for no further page until it is resumed; what it has told stays. A repeat changes nothing. Needs a staff token with the role operator, and a reason.' })
  async pauseFeed(@Ctx() context: Context, @Arg('input', () => PauseFeedInput, { description: 'Which one, and why.' }) { id, reason }: PauseFeedInput) {
    const staff = requireStaff(context, 'operator');
    const outcome = await pauseFeed({ id, reason: requireReason(reason) }, { ...context, staff });
    return outcome instanceof UserError ? outcome : payload('PauseFeedPayload', await feedOf(outcome, context));
  }

  @Mutation(() => ResumeFeedResult, { description: 'Asks a feed again, at once and for the page that is next. A repeat changes nothing. Needs a staff token with the role operator, and a reason.' })
  async resumeFeed(@Ctx() context: Context, @Arg('input', () => ResumeFeedInput, { description: 'Which one, and why.' }) { id, reason }: ResumeFeedInput) {
    const staff = requireStaff(context, 'operator');
    const outcome = await resumeFeed({ id, reason: requireReason(reason) }, { ...context, staff });
    return outcome instanceof UserError ? outcome : payload('ResumeFeedPayload', await feedOf(outcome, context));
  }

  @Mutation(() => RemoveFeedResult, { description: 'Gives a feed up: what it has told leaves the catalogue in the background, and orders keep what they name. A repeat changes nothing. Needs a staff token with the role operator, and a reason.' })
  async removeFeed(@Ctx() context: Context, @Arg('input', () => RemoveFeedInput, { description: 'Which one, and why.' }) { id, reason }: RemoveFeedInput) {
    const staff = requireStaff(context, 'operator');
    const outcome = await removeFeed({ id, reason: requireReason(reason) }, { ...context, staff });
    return outcome instanceof UserError ? outcome : payload('RemoveFeedPayload', await feedOf(outcome, context));
  }
}

async function feedOf(id: string, context: Context) {
  return { feed: await readFeed(id, context) };
}
