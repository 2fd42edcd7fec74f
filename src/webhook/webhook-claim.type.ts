import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { resultUnion } from '../shared/result.type.js';
import { DateTime } from '../shared/scalars.type.js';
import { WebhookEvent } from './webhook-event.type.js';

@ObjectType({ description: 'A delivery that its claimer may send until the lease ends.' })
export class ClaimedDelivery {
  @Field(() => ID, { description: 'For webhook-id: the same on every attempt.' })
  id!: string;

  @Field(() => ID, { description: 'Of which endpoint it is: what one receiver does to a delivery may be of use for its others.' })
  endpointId!: string;

  @Field(() => String, { description: 'Where it goes.' })
  url!: string;

  @Field(() => String, { description: 'For X-Api-Key: the oldest that is live, which the broker knows. (contract §5.3)' })
  webhookKey!: string;

  @Field(() => [String], { description: 'What it is signed with, as in whsec_…: all that are live, the newest first.' })
  signingSecrets!: string[];

  @Field(() => String, { nullable: true, description: 'The bytes to send; null before anybody has rendered them.' })
  body!: string | null;

  @Field(() => Int, { description: 'How many attempts came before.' })
  attempts!: number;

  @Field(() => WebhookEvent, { nullable: true, description: 'What it tells; null when that cannot be read any more.' })
  event!: WebhookEvent | null;
}

@InputType({ description: 'How much a sender takes at a time, and how long it waits for it.' })
export class ClaimWebhookDeliveriesInput {
  @Field(() => Int, { defaultValue: 50, description: 'At most so many, from 1 to 500.' })
  limit!: number;

  @Field(() => Int, { defaultValue: 0, description: 'How long to wait for something to fall due, in seconds, from 0 to 25.' })
  waitSeconds!: number;
}

@InputType({ description: 'The bytes of a delivery, before it is sent for the first time.' })
export class WebhookBodyInput {
  @Field(() => ID, { description: 'Of which delivery.' })
  id!: string;

  @Field(() => String, { description: 'JSON, as it will be sent.' })
  body!: string;
}

@InputType({ description: 'The bytes of deliveries.' })
export class RecordWebhookBodiesInput {
  @Field(() => [WebhookBodyInput], { description: 'At most 500.' })
  bodies!: WebhookBodyInput[];
}

@InputType({ description: 'How an attempt ended.' })
export class WebhookAttemptInput {
  @Field(() => ID, { description: 'Of which delivery.' })
  id!: string;

  @Field(() => Int, { description: 'Which attempt: the number that came before it. A report that comes twice counts once.' })
  attempt!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it began, by the clock of the sender; now when left out.' })
  startedAt?: Date | null;

  @Field(() => Int, { defaultValue: 0, description: 'How long it took, in milliseconds.' })
  durationMs!: number;

  @Field(() => Int, { nullable: true, description: 'The status of HTTP; null when there was no answer.' })
  status?: number | null;

  @Field(() => String, { nullable: true, description: 'Why there was none, in a few words.' })
  error?: string | null;

  @Field(() => String, { nullable: true, description: 'The beginning of the answer, at most 2 KiB of it; null when there was none.' })
  answer?: string | null;

  @Field(() => Int, { nullable: true, description: 'How long the receiver asks us to wait, in seconds.' })
  retryAfterSeconds?: number | null;
}

@InputType({ description: 'How attempts ended.' })
export class ReportWebhookAttemptsInput {
  @Field(() => [WebhookAttemptInput], { description: 'At most 500.' })
  attempts!: WebhookAttemptInput[];
}

@ObjectType({ description: 'The deliveries belong to the claimer until the lease ends.' })
export class ClaimWebhookDeliveriesPayload {
  @Field(() => [ClaimedDelivery], { description: 'What to send; none when nothing is due.' })
  deliveries!: ClaimedDelivery[];

  @Field(() => DateTime, { nullable: true, description: 'Until when they belong to the claimer; null when there are none. It is said again to hand them back.' })
  leasedUntil!: Date | null;

  @Field(() => Int, { description: 'How long that is from now, in seconds, for who has another clock.' })
  leaseSeconds!: number;
}

@InputType({ description: 'Deliveries that their claimer has not begun to send.' })
export class ReleaseWebhookDeliveriesInput {
  @Field(() => [ID], { description: 'At most 500, all from one claim.' })
  ids!: string[];

  @Field(() => DateTime, { description: 'Until when they would have belonged to the claimer, as the claim said.' })
  leasedUntil!: Date;
}

@ObjectType({ description: 'The deliveries are free for whoever claims them next.' })
export class ReleaseWebhookDeliveriesPayload {
  @Field(() => Int, { description: 'How many leases ended with this.' })
  count!: number;
}

@ObjectType({ description: 'The bytes of a delivery, as the first who rendered them wrote them.' })
export class WebhookBody {
  @Field(() => ID, { description: 'Of which delivery.' })
  id!: string;

  @Field(() => String, { description: 'What to send.' })
  body!: string;
}

@ObjectType({ description: 'The bytes are kept.' })
export class RecordWebhookBodiesPayload {
  @Field(() => [WebhookBody], { description: 'What to send: the first writer has won.' })
  bodies!: WebhookBody[];
}

@ObjectType({ description: 'The reports are kept.' })
export class ReportWebhookAttemptsPayload {
  @Field(() => Int, { description: 'How many there were.' })
  count!: number;
}

export const ClaimWebhookDeliveriesResult = resultUnion('ClaimWebhookDeliveriesResult', 'How claimWebhookDeliveries ends.', () => [ClaimWebhookDeliveriesPayload] as const);
export const RecordWebhookBodiesResult = resultUnion('RecordWebhookBodiesResult', 'How recordWebhookBodies ends.', () => [RecordWebhookBodiesPayload] as const);
export const ReportWebhookAttemptsResult = resultUnion('ReportWebhookAttemptsResult', 'How reportWebhookAttempts ends.', () => [ReportWebhookAttemptsPayload] as const);
export const ReleaseWebhookDeliveriesResult = resultUnion('ReleaseWebhookDeliveriesResult', 'How releaseWebhookDeliveries ends.', () => [ReleaseWebhookDeliveriesPayload] as const);
