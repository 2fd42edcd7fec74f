import { Field, ID, ObjectType } from 'type-graphql';
import { resultUnion, UserErrorType, ValidationErrorType } from '../shared/result.type.js';
import type { FeedState } from './feed.lifecycle.js';
import { Feed, FeedStateEnum } from './feed.type.js';

@ObjectType({ description: 'The feed is added; an address is asked at once.' })
export class AddFeedPayload {
  @Field(() => Feed, { description: 'The feed.' })
  feed!: Feed;
}

@ObjectType({ description: 'The feed is paused, now or before.' })
export class PauseFeedPayload {
  @Field(() => Feed, { description: 'The feed as it is now.' })
  feed!: Feed;
}

@ObjectType({ description: 'The feed is asked, from now on or as before.' })
export class ResumeFeedPayload {
  @Field(() => Feed, { description: 'The feed as it is now.' })
  feed!: Feed;
}

@ObjectType({ description: 'The feed is removed, now or before; what it told leaves the catalogue in the background.' })
export class RemoveFeedPayload {
  @Field(() => Feed, { description: 'The feed as it is now.' })
  feed!: Feed;
}

@ObjectType('UnknownFeedError', { implements: UserErrorType, description: 'There is no feed with this id.' })
export class UnknownFeedErrorType extends UserErrorType {}

@ObjectType('FeedExistsError', { implements: UserErrorType, description: 'There is a feed with this address already, or one that was removed and of which something is left.' })
export class FeedExistsErrorType extends UserErrorType {
  @Field(() => ID, { description: "That feed's id." })
  feedId!: string;
}

@ObjectType('FeedMoveNotPermittedError', { implements: UserErrorType, description: 'The state of the feed does not allow it; nothing was changed.' })
export class FeedMoveNotPermittedErrorType extends UserErrorType {
  @Field(() => FeedStateEnum, { description: 'The state that it is in.' })
  state!: FeedState;
}

export const AddFeedResult = resultUnion('AddFeedResult', 'How addFeed ends.', () => [AddFeedPayload, ValidationErrorType, FeedExistsErrorType] as const);
export const PauseFeedResult = resultUnion('PauseFeedResult', 'How pauseFeed ends.', () => [PauseFeedPayload, UnknownFeedErrorType, FeedMoveNotPermittedErrorType] as const);
export const ResumeFeedResult = resultUnion('ResumeFeedResult', 'How resumeFeed ends.', () => [ResumeFeedPayload, UnknownFeedErrorType, FeedMoveNotPermittedErrorType] as const);
export const RemoveFeedResult = resultUnion('RemoveFeedResult', 'How removeFeed ends.', () => [RemoveFeedPayload, UnknownFeedErrorType, FeedMoveNotPermittedErrorType] as const);
