import { Field, ID, ObjectType } from 'type-graphql';
import { resultUnion, UserErrorType } from '../shared/result.type.js';
import { ApiKey } from './broker.type.js';

@ObjectType({ description: 'A new key is live beside the one that made the call; any other is retired.' })
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

@ObjectType('ApiKeyNotRetirableError', { implements: UserErrorType, description: 'The broker has no such key, or it is the key that makes the call.' })
export class ApiKeyNotRetirableErrorType extends UserErrorType {
  @Field(() => ID, { description: 'The id that was named.' })
  id!: string;
}

export const RotateApiKeyResult = resultUnion('RotateApiKeyResult', 'How rotateApiKey ends.', () => [RotateApiKeyPayload] as const);
export const RetireApiKeyResult = resultUnion('RetireApiKeyResult', 'How retireApiKey ends.', () => [RetireApiKeyPayload, ApiKeyNotRetirableErrorType] as const);
