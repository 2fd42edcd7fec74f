import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { resultUnion, UserErrorType } from '../shared/result.type.js';
import { DateTime } from '../shared/scalars.type.js';

@ObjectType({ description: 'A webhook that the demo broker has accepted.' })
export class DemoWebhook {
  @Field(() => String, { description: 'Its webhook-id: the same one again is a repeat.' })
  webhookId!: string;

  @Field(() => String, { description: 'The bytes that arrived.' })
  body!: string;

  @Field(() => DateTime, { description: 'When it arrived.' })
  receivedAt!: Date;
}

@InputType({ description: 'A webhook as it arrived, with what shows who sent it.' })
export class ReceiveDemoWebhookInput {
  @Field(() => String, { description: 'The header X-Api-Key.' })
  apiKey!: string;

  @Field(() => String, { description: 'The header webhook-id.' })
  webhookId!: string;

  @Field(() => String, { description: 'The header webhook-timestamp.' })
  timestamp!: string;

  @Field(() => String, { description: 'The header webhook-signature.' })
  signature!: string;

  @Field(() => String, { description: 'The body.' })
  body!: string;
}

@ObjectType({ description: 'The demo broker has it.' })
export class ReceiveDemoWebhookPayload {
  @Field(() => DemoWebhook, { description: 'What it keeps of it.' })
  webhook!: DemoWebhook;

  @Field(() => Int, { description: 'For how many seconds it lets the sender wait for its answer.' })
  answersAfterSeconds!: number;
}

@ObjectType('DemoWebhookRefusedError', { implements: UserErrorType, description: 'The key, the time or the signature is wrong; nothing was kept.' })
export class DemoWebhookRefusedErrorType extends UserErrorType {}

@ObjectType('DemoWebhookFailedError', { implements: UserErrorType, description: 'It is about a customer for whom the demo broker fails on purpose; nothing was kept.' })
export class DemoWebhookFailedErrorType extends UserErrorType {}

export const ReceiveDemoWebhookResult = resultUnion('ReceiveDemoWebhookResult', 'How receiveDemoWebhook ends.', () => [ReceiveDemoWebhookPayload, DemoWebhookRefusedErrorType, DemoWebhookFailedErrorType] as const);
