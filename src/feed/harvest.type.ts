import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { enumType } from '../shared/enum.type.js';
import { resultUnion } from '../shared/result.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { FetchFailure } from './report-feed-failure.js';

export const FetchFailureEnum = enumType<FetchFailure>('FetchFailure', 'Why no page came.', {
  NOT_FOUND: 'Its publisher answered that there is none, or none any more.',
  UNAVAILABLE: 'Its publisher answered that it is away for a while.',
  TOO_OFTEN: 'Its publisher answered that it was asked too often.',
  FAILED: 'Anything else: no answer, another one, or one that is too long.',
});

@InputType({ description: 'Which feed to claim a page of.' })
export class ClaimFeedInput {
  @Field(() => ID, { nullable: true, description: 'This feed, due or not, but never before a publisher who could not be asked may be asked again; left out, whichever has been due longest.' })
  feedId?: string | null;
}

@InputType({ description: 'A page of a feed, as it came.' })
export class StoreFeedPageInput {
  @Field(() => ID, { description: "The feed's id." })
  feedId!: string;

  @Field(() => String, { description: 'The address that the claim named; of a file, its feed’s.' })
  url!: string;

  @Field(() => String, { description: 'The page, at most 64 MiB.' })
  text!: string;

  @Field(() => DateTime, { description: 'When it was asked for.' })
  askedAt!: Date;
}

@InputType({ description: 'Why no page of a feed came.' })
export class ReportFeedFailureInput {
  @Field(() => ID, { description: "The feed's id." })
  feedId!: string;

  @Field(() => String, { description: 'The address that was asked for.' })
  url!: string;

  @Field(() => FetchFailureEnum, { description: 'Which kind it was.' })
  failure!: FetchFailure;

  @Field(() => String, { description: 'What happened, in a few words for staff.' })
  detail!: string;

  @Field(() => Int, { nullable: true, description: 'For how long the publisher wants not to be asked, where it says so.' })
  retryAfterSeconds?: number | null;
}

@ObjectType({ description: 'A page that its claimer alone asks for until the lease ends.' })
export class ClaimedFeed {
  @Field(() => ID, { description: "The feed's id." })
  id!: string;

  @Field(() => String, { description: 'The page to ask for.' })
  url!: string;
}

@ObjectType({ description: 'What there is to ask for.' })
export class ClaimFeedPayload {
  @Field(() => ClaimedFeed, { nullable: true, description: 'A page of one feed; null when none is due, or others have them.' })
  feed!: ClaimedFeed | null;
}

@ObjectType({ description: 'What became of a page.' })
export class StoreFeedPagePayload {
  @Field(() => Boolean, { description: 'Whether it was stored; else it had been before, nobody reads its feed any more, or it is no page.' })
  isStored!: boolean;

  @Field(() => Int, { description: 'How many items it has.' })
  items!: number;

  @Field(() => Int, { description: 'How many of them were left out for a problem.' })
  rejected!: number;

  @Field(() => Boolean, { description: 'Whether its feed has nothing more to tell for now.' })
  isLast!: boolean;

  @Field(() => String, { nullable: true, description: 'Why it is no page, so that its feed is stopped; null when it is one.' })
  problem!: string | null;
}

@ObjectType({ description: 'The failure is taken into account.' })
export class ReportFeedFailurePayload {
  @Field(() => ID, { description: "The feed's id, as it was named." })
  feedId!: string;
}

@ObjectType({ description: 'One round has been done.' })
export class DeriveOpportunitiesPayload {
  @Field(() => Int, { description: 'How many things were derived.' })
  derived!: number;

  @Field(() => Boolean, { description: 'Whether there may be more to do at once.' })
  hasMore!: boolean;
}

export const ClaimFeedResult = resultUnion('ClaimFeedResult', 'How claimFeed ends.', () => [ClaimFeedPayload] as const);
export const StoreFeedPageResult = resultUnion('StoreFeedPageResult', 'How storeFeedPage ends.', () => [StoreFeedPagePayload] as const);
export const ReportFeedFailureResult = resultUnion('ReportFeedFailureResult', 'How reportFeedFailure ends.', () => [ReportFeedFailurePayload] as const);
export const DeriveOpportunitiesResult = resultUnion('DeriveOpportunitiesResult', 'How deriveOpportunities ends.', () => [DeriveOpportunitiesPayload] as const);
