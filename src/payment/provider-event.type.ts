import { Field, InputType, ObjectType } from 'type-graphql';
import { resultUnion, UserErrorType } from '../shared/result.type.js';

@InputType({ description: 'An event of the payment provider, as it arrived.' })
export class ReceiveProviderEventInput {
  @Field(() => String, { description: 'The body, byte for byte.' })
  body!: string;

  @Field(() => String, { description: 'Its signature.' })
  signature!: string;
}

@ObjectType({ description: 'The event is kept, now or by an earlier delivery.' })
export class ReceiveProviderEventPayload {
  @Field(() => Boolean, { description: 'Always true.' })
  isKept!: boolean;
}

@ObjectType('ProviderEventRefusedError', { implements: UserErrorType, description: 'The signature is wrong or too old; nothing was kept.' })
export class ProviderEventRefusedErrorType extends UserErrorType {}

export const ReceiveProviderEventResult = resultUnion('ReceiveProviderEventResult', 'How receiveProviderEvent ends.', () => [ReceiveProviderEventPayload, ProviderEventRefusedErrorType] as const);
