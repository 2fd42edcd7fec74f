import { createUnionType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { FrozenFacts } from '../checkout/checkout-session.type.js';
import { OrderBroker, OrderItem, Person } from '../checkout/order-quote.type.js';
import { nameOf, resultUnion } from '../shared/result.type.js';

@ObjectType({ description: 'An order as its success webhook tells it: frozen with the booking. (contract §6)' })
export class OrderSuccess {
  @Field(() => ID, { description: "The quote's id." })
  id!: string;

  @Field(() => Person, { description: 'Who booked.' })
  customer!: Person;

  @Field(() => OrderBroker, { description: 'For which app.' })
  broker!: OrderBroker;

  @Field(() => [OrderItem], { description: 'The places as they were when it was booked.' })
  orderedItem!: OrderItem[];

  @Field(() => FrozenFacts, { description: 'With what its JSON is written.' })
  frozen!: FrozenFacts;
}

@ObjectType({ description: "That a customer's details changed, by anyone but the broker itself; it says whose, and the broker asks what. (contract §6)" })
export class CustomerChange {
  @Field(() => ID, { description: "The customer's id here." })
  id!: string;

  @Field(() => String, { description: 'Where the broker reads the customer.' })
  url!: string;

  @Field(() => FrozenFacts, { description: 'With what its JSON is written.' })
  frozen!: FrozenFacts;
}

export const WebhookEvent = createUnionType({ name: 'WebhookEvent', description: 'What a webhook tells.', types: () => [OrderSuccess, CustomerChange] as const, resolveType: nameOf });

@ObjectType({ description: 'A delivery that its claimer may send until the lease ends.' })
export class ClaimedDelivery {
  @Field(() => ID, { description: 'For webhook-id: the same on every attempt.' })
  id!: string;

  @Field(() => String, { description: 'Where it goes.' })
  url!: string;

  @Field(() => String, { description: 'For X-Api-Key. (contract §5.3)' })
  webhookKey!: string;

  @Field(() => [String], { description: 'What it is signed with, as in whsec_…: all that are live, the newest first.' })
  signingSecrets!: string[];

  @Field(() => String, { nullable: true, description: 'The bytes to send; null before anybody has rendered them.' })
  body!: string | null;

  @Field(() => Int, { description: 'How many attempts came before.' })
  attempts!: number;

  @Field(() => WebhookEvent, { description: 'What it tells.' })
  event!: OrderSuccess | CustomerChange;
}

@InputType({ description: 'How much a sender takes at a time.' })
export class ClaimWebhookDeliveriesInput {
  @Field(() => Int, { defaultValue: 50, description: 'At most so many, from 1 to 500.' })
  limit!: number;
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

  @Field(() => Int, { nullable: true, description: 'The status of HTTP; null when there was no answer.' })
  status?: number | null;

  @Field(() => String, { nullable: true, description: 'Why there was none, in a few words.' })
  error?: string | null;

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
