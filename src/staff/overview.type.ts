import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { FeedStateEnum } from '../feed/feed.type.js';
import type { FeedState } from '../feed/feed.lifecycle.js';
import { DateTime } from '../shared/scalars.type.js';

@ObjectType({ description: 'How many there are in one state.' })
class StateCount {
  @Field(() => String, { description: 'The state, as the type of what is counted names it.' })
  state!: string;

  @Field(() => Int, { description: 'How many are in it.' })
  count!: number;
}

@ObjectType({ description: 'A feed of open data of which nothing comes until somebody has looked at it.' })
class TroubledFeed {
  @Field(() => ID, { description: 'Its id: see feed.' })
  id!: string;

  @Field(() => String, { description: 'Its first page.' })
  url!: string;

  @Field(() => String, { description: 'Whose it is.' })
  publisher!: string;

  @Field(() => FeedStateEnum, { description: 'ACTIVE where it is polled in vain; else how it stopped.' })
  state!: FeedState;

  @Field(() => String, { description: 'What is the matter, in a sentence.' })
  reason!: string;
}

@ObjectType({ description: 'How everything stands at one moment, across all brokers. A state in which there is nothing is left out.' })
export class Overview {
  @Field(() => DateTime, { description: 'The moment.' })
  at!: Date;

  @Field(() => [StateCount], { description: 'Checkout sessions of both variants, as they were last moved.' })
  checkoutSessions!: StateCount[];

  @Field(() => [StateCount], { description: 'Checkouts that somebody has started.' })
  checkouts!: StateCount[];

  @Field(() => [StateCount], { description: 'Orders by OrderState.' })
  orders!: StateCount[];

  @Field(() => [StateCount], { description: 'Sellers by SellerStatus.' })
  sellers!: StateCount[];

  @Field(() => [StateCount], { description: 'Webhooks by WebhookDeliveryState.' })
  webhookDeliveries!: StateCount[];

  @Field(() => [StateCount], { description: 'Refunds by RefundStatus; those that failed or are the seller’s to give are left to somebody: see refunds.' })
  refunds!: StateCount[];

  @Field(() => Int, { description: 'Open checkout sessions that run out within the hour.' })
  expiringSessionCount!: number;

  @Field(() => Float, { nullable: true, description: 'The share of all attempts of the last 24 hours to deliver a webhook that failed, from 0 to 1; null when there were none.' })
  webhookFailureRate!: number | null;

  @Field(() => Int, { description: 'Endpoints whose last attempt failed.' })
  failingEndpointCount!: number;

  @Field(() => DateTime, { nullable: true, description: 'Since when the oldest task in the outbox waits to be done; null when all are.' })
  oldestTaskAt!: Date | null;

  @Field(() => Int, { description: 'Sellers who ask to be managed by another broker.' })
  sellerMoveRequestCount!: number;

  @Field(() => [StateCount], { description: 'Feeds of open data by FeedState.' })
  feeds!: StateCount[];

  @Field(() => [TroubledFeed], { description: 'Feeds that have stopped by themselves or are stalled (see FeedHealth), at most 50; not those that staff have paused.' })
  troubledFeeds!: TroubledFeed[];
}
