import { Field, ID, ObjectType } from 'type-graphql';
import { resultUnion, UserErrorType, ValidationErrorType } from '../shared/result.type.js';
import { ApiKey } from './broker.type.js';

@ObjectType({ description: 'A broker is taken in. Its secrets are shown this once.' })
export class CreateBrokerPayload {
  @Field(() => ID, { description: "The broker's id." })
  id!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { description: 'The key for its server, whole; it cannot be read again.' })
  apiKey!: string;

  @Field(() => String, { description: 'The key for its front-ends.' })
  publishableKey!: string;

  @Field(() => String, { description: 'What its webhooks carry in X-Api-Key; it cannot be read again. (contract §5.3)' })
  webhookKey!: string;

  @Field(() => String, { description: 'What its webhooks are signed with, by Standard Webhooks; it cannot be read again.' })
  signingSecret!: string;
}

@ObjectType({ description: 'A new key is live beside the newest of the others; any further one is retired.' })
export class RotateApiKeyPayload {
  @Field(() => ID, { description: "The new key's id." })
  id!: string;

  @Field(() => String, { description: 'The new key, whole. It is shown this once and cannot be read again.' })
  apiKey!: string;
}

@ObjectType({ description: 'The key opens nothing any more.' })
export class RetireApiKeyPayload {
  @Field(() => ApiKey, { description: 'The key, with the time of its end.' })
  apiKey!: ApiKey;
}

@ObjectType('UnknownBrokerError', { implements: UserErrorType, description: 'There is no broker with this id.' })
export class UnknownBrokerErrorType extends UserErrorType {
  @Field(() => ID, { description: 'The id that was named.' })
  id!: string;
}

@ObjectType('ApiKeyNotRetirableError', { implements: UserErrorType, description: 'The broker has no such key, or it is the key that makes the call.' })
export class ApiKeyNotRetirableErrorType extends UserErrorType {
  @Field(() => ID, { description: 'The id that was named.' })
  id!: string;
}

export const CreateBrokerResult = resultUnion('CreateBrokerResult', 'How createBroker ends.', () => [CreateBrokerPayload, ValidationErrorType] as const);
export const RotateApiKeyResult = resultUnion('RotateApiKeyResult', 'How rotateApiKey ends.', () => [RotateApiKeyPayload, UnknownBrokerErrorType] as const);
export const RetireApiKeyResult = resultUnion('RetireApiKeyResult', 'How retireApiKey ends.', () => [RetireApiKeyPayload, ApiKeyNotRetirableErrorType] as const);
