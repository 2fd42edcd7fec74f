import { Field, InputType, ObjectType } from 'type-graphql';
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
}

@ObjectType('DemoWebhookRefusedError', { implements: UserErrorType, description: 'The key, the time or the signature is wrong; nothing was kept.' })
export class DemoWebhookRefusedErrorType extends UserErrorType {}

export const ReceiveDemoWebhookResult = resultUnion('ReceiveDemoWebhookResult', 'How receiveDemoWebhook ends.', () => [ReceiveDemoWebhookPayload, DemoWebhookRefusedErrorType] as const);
