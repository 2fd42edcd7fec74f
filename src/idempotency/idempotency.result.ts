import { Field, Int, ObjectType } from 'type-graphql';
import { UserErrorType } from '../shared/result.type.js';

@ObjectType('IdempotencyKeyReusedError', { implements: UserErrorType, description: 'The idempotency key was used for a different input within the last day; nothing was stored.' })
export class IdempotencyKeyReusedErrorType extends UserErrorType {}

@ObjectType('IdempotencyKeyInUseError', { implements: UserErrorType, description: 'The first request with this idempotency key is still running.' })
export class IdempotencyKeyInUseErrorType extends UserErrorType {
  @Field(() => Int, { description: 'When to repeat the request, in seconds.' })
  retryAfterSeconds!: number;
}
