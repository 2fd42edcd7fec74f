import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { enumType } from '../shared/enum.type.js';
import { NodeType } from '../shared/node.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { DisabledReason } from './webhook-endpoint.entity.js';
import { WebhookKindEnum } from './webhook-kind.type.js';
import type { WebhookKind } from './webhook-kinds.js';

export const WebhookDisabledReasonEnum = enumType<DisabledReason>('WebhookDisabledReason', 'Why an endpoint is sent nothing.', {
  GONE: 'It answered 410, which says that it has gone for good.',
  FAILING: 'Every attempt failed for five days.',
  SWITCHED_OFF: 'Its broker, or staff for it, disabled it.',
});

@ObjectType({ description: 'One try to deliver a webhook, and how it ended.' })
export class WebhookAttempt {
  @Field(() => Int, { description: 'Which one of its delivery, from 1.' })
  number!: number;

  @Field(() => DateTime, { description: 'When it began.' })
  at!: Date;

  @Field(() => Int, { description: 'How long it took, in milliseconds.' })
  durationMs!: number;

  @Field(() => Int, { nullable: true, description: 'The status of HTTP; null when there was no answer.' })
  status!: number | null;

  @Field(() => String, { nullable: true, description: 'Why there was no answer, in a few words.' })
  error!: string | null;

  @Field(() => String, { nullable: true, description: 'The beginning of the answer, at most 2 KiB; null when there was none, and once it is not kept any more.' })
  answer!: string | null;
}

@ObjectType({ implements: NodeType, description: 'Where a broker hears of one kind of event, and how that fares.' })
export class WebhookEndpoint {
  @Field(() => ID, { description: 'Our id for it, a UUID.' })
  id!: string;

  @Field(() => ID, { description: 'Whose it is.' })
  brokerId!: string;

  @Field(() => WebhookKindEnum, { description: 'What it hears of; a broker has one endpoint for each kind.' })
  kind!: WebhookKind;

  @Field(() => String, { description: 'The address that webhooks go to.' })
  url!: string;

  @Field(() => DateTime, { description: 'When it was registered.' })
  createdAt!: Date;

  @Field(() => Boolean, { description: 'Whether it is sent anything. While it is not, what is for it waits.' })
  isEnabled!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'Since when it is sent nothing; null while it is enabled.' })
  disabledAt!: Date | null;

  @Field(() => WebhookDisabledReasonEnum, { nullable: true, description: 'Why it is sent nothing; null while it is enabled.' })
  disabledReason!: DisabledReason | null;

  @Field(() => DateTime, { nullable: true, description: 'Since when every attempt has failed; null after one that did not, and before the first.' })
  failingSince!: Date | null;

  @Field(() => Float, { nullable: true, description: 'The share of the attempts of the last 24 hours that failed, from 0 to 1; null when there were none.' })
  failureRate!: number | null;

  @Field(() => Int, { description: 'How many deliveries are on their way or wait.' })
  pendingCount!: number;

  @Field(() => Int, { description: 'How many came to nothing; recoverWebhookDeliveries sends them again.' })
  exhaustedCount!: number;

  @Field(() => DateTime, { nullable: true, description: 'When something is sent next; null when nothing waits, and while it is disabled.' })
  nextAttemptAt!: Date | null;

  @Field(() => WebhookAttempt, { nullable: true, description: 'The latest try to deliver anything here; null before the first.' })
  lastAttempt!: WebhookAttempt | null;
}
