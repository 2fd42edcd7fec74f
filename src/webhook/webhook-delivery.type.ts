import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../shared/connection.type.js';
import { enumType } from '../shared/enum.type.js';
import { NodeType } from '../shared/node.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { WebhookDeliveryState } from './webhook-delivery.lifecycle.js';
import { WebhookAttempt, WebhookEndpoint } from './webhook-endpoint.type.js';
import type { WebhookEventKind } from './webhook-kinds.js';

export const WebhookEventKindEnum = enumType<WebhookEventKind>('WebhookEventKind', 'What a delivery tells: something of its endpoint’s kind, or that it is a test.', {
  ORDER_SUCCESS: 'An order was confirmed. (contract §4 row 8)',
  CUSTOMER_CHANGE: 'The details of a customer changed. (contract §4 row 9)',
  ORDER_CHANGE: 'The places of an order changed after it was confirmed.',
  SELLER_CHANGE: 'A seller onboarded, updated or opted out.',
  TEST: 'Nothing has happened: somebody tries the endpoint.',
});

export const WebhookDeliveryStateEnum = enumType<WebhookDeliveryState>('WebhookDeliveryState', 'Where a delivery stands. (our choice: the contract shows no retries)', {
  PENDING: 'It is on its way, or waits for its next attempt.',
  DELIVERED: 'The endpoint answered 2xx.',
  EXHAUSTED: 'Its last attempt failed; nothing more is sent by itself.',
  ERASED: 'It named a person who has been erased, so it is not sent any more.',
});

@ObjectType({ implements: NodeType, description: 'One event on its way to one endpoint.' })
export class WebhookDelivery {
  @Field(() => ID, { description: 'The webhook-id, the same on every attempt and whenever it is sent again.' })
  id!: string;

  @Field(() => WebhookEndpoint, { description: 'Where it goes.' })
  endpoint!: WebhookEndpoint;

  @Field(() => WebhookEventKindEnum, { description: 'What it tells.' })
  kind!: WebhookEventKind;

  @Field(() => Boolean, { description: 'Whether it tells nothing and only tries the endpoint.' })
  isTest!: boolean;

  @Field(() => String, { description: 'What it is about, by id: for an order the UUID at the end of its id, for a test the endpoint.' })
  subject!: string;

  @Field(() => WebhookDeliveryStateEnum, { description: 'Where it stands.' })
  state!: WebhookDeliveryState;

  @Field(() => DateTime, { description: 'When what it tells happened.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it was last put on its way: with its creation, or by whoever had it sent again.' })
  queuedAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Not before this it is tried next; null once it has ended.' })
  nextAttemptAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was delivered or came to nothing; null until then.' })
  endedAt!: Date | null;

  @Field(() => Int, { description: 'How many attempts have ended, whether they are still kept or not.' })
  attemptCount!: number;

  @Field(() => [WebhookAttempt], { description: 'The attempts that are kept, the oldest first.' })
  attempts!: WebhookAttempt[];

  @Field(() => String, { nullable: true, description: 'The bytes that are sent, JSON; null before the first attempt, once they are not kept any more, and to staff: they name people.' })
  body!: string | null;
}

export const WebhookDeliveryConnection = connectionOf('WebhookDelivery', 'deliveries', () => WebhookDelivery);
