import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Mutation, Query, Resolver } from 'type-graphql';
import { requireReason } from '../access/on-behalf.js';
import { requireStaff } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { selectedFields } from '../shared/selected-fields.js';
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
  async feeds(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Args(() => FeedsArgs) { filter, first, after, direction }: FeedsArgs) {
    requireStaff(context, 'support');
    return listFeeds(filter ?? {}, { first, after: after ?? null, direction }, { ...context, selected: selectedFields(info) });
  }

  @Query(() => Feed, { nullable: true, description: 'One of these feeds; null when there is none with this id. Needs a staff token.' })
  async feed(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('id', () => ID, { description: "The feed's id." }) id: string) {
    requireStaff(context, 'support');
    return (await readFeed(id, { ...context, selected: selectedFields(info) })) ?? null;
  }

  @Mutation(() => AddFeedResult, { description: 'Has a feed harvested from its first page on. A repeat is told that it exists. Needs a staff token with the role operator, and a reason.' })
  async addFeed(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => AddFeedInput, { description: 'Where it is, and whose.' }) input: AddFeedInput) {
    const staff = requireStaff(context, 'operator');
    requireReason(input.reason);
    const outcome = await addFeed(input, { ...context, staff });
    return outcome instanceof UserError ? outcome : payload('AddFeedPayload', await feedOf(outcome, context, info));
  }

  @Mutation(() => PauseFeedResult, { description: 'Asks a feed for no further page until it is resumed; what it has told stays. A repeat changes nothing. Needs a staff token with the role operator, and a reason.' })
  async pauseFeed(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => PauseFeedInput, { description: 'Which one, and why.' }) { id, reason }: PauseFeedInput) {
    const staff = requireStaff(context, 'operator');
    const outcome = await pauseFeed({ id, reason: requireReason(reason) }, { ...context, staff });
    return outcome instanceof UserError ? outcome : payload('PauseFeedPayload', await feedOf(outcome, context, info));
  }

  @Mutation(() => ResumeFeedResult, { description: 'Asks a feed again, at once and for the page that is next. A repeat changes nothing. Needs a staff token with the role operator, and a reason.' })
  async resumeFeed(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => ResumeFeedInput, { description: 'Which one, and why.' }) { id, reason }: ResumeFeedInput) {
    const staff = requireStaff(context, 'operator');
    const outcome = await resumeFeed({ id, reason: requireReason(reason) }, { ...context, staff });
    return outcome instanceof UserError ? outcome : payload('ResumeFeedPayload', await feedOf(outcome, context, info));
  }

  @Mutation(() => RemoveFeedResult, { description: 'Gives a feed up: what it has told leaves the catalogue in the background, and orders keep what they name. A repeat changes nothing. Needs a staff token with the role operator, and a reason.' })
  async removeFeed(@Ctx() context: Context, @Info() info: GraphQLResolveInfo, @Arg('input', () => RemoveFeedInput, { description: 'Which one, and why.' }) { id, reason }: RemoveFeedInput) {
    const staff = requireStaff(context, 'operator');
    const outcome = await removeFeed({ id, reason: requireReason(reason) }, { ...context, staff });
    return outcome instanceof UserError ? outcome : payload('RemoveFeedPayload', await feedOf(outcome, context, info));
  }
}

async function feedOf(id: string, context: Context, info: GraphQLResolveInfo) {
  return { feed: await readFeed(id, { ...context, selected: selectedFields(info) }) };
}
