import { Field, ObjectType } from 'type-graphql';
import type { BookabilityReason } from '../catalogue/bookability.js';
import { BookabilityReasonEnum } from '../catalogue/opportunity.type.js';
import { resultUnion, UserErrorType, ValidationErrorType } from '../shared/result.type.js';
import { DateTime } from '../shared/scalars.type.js';
import { IdempotencyKeyInUseErrorType, IdempotencyKeyReusedErrorType } from '../idempotency/idempotency.result.js';
import { CheckoutSession } from './checkout-session.type.js';
import { StandaloneCheckoutSession } from './standalone-session.type.js';

@ObjectType({ description: 'The session is open: send the customer to its first potentialAction.' })
export class CreateCheckoutSessionPayload {
  @Field(() => CheckoutSession, { description: 'The new session.' })
  checkoutSession!: CheckoutSession;

  @Field(() => Boolean, { description: 'Whether an earlier request with the same idempotency key had created it already.' })
  isReplayed!: boolean;
}

@ObjectType({ description: 'The book button is ready.' })
export class CreateStandaloneCheckoutSessionPayload {
  @Field(() => StandaloneCheckoutSession, { description: 'The new session.' })
  checkoutSession!: StandaloneCheckoutSession;

  @Field(() => Boolean, { description: 'Whether an earlier request with the same idempotency key had created it already.' })
  isReplayed!: boolean;
}

@ObjectType('WebhookNotRegisteredError', { implements: UserErrorType, description: 'The broker has registered no success webhook, so it could never hear of the order. (contract §5.4)' })
export class WebhookNotRegisteredErrorType extends UserErrorType {}

@ObjectType('ItemNotBookableError', { implements: UserErrorType, description: 'An item cannot be booked at this moment; the message can be shown to the customer. (contract §7)' })
export class ItemNotBookableErrorType extends UserErrorType {
  @Field(() => String, { description: 'Which item, by its identifier.' })
  identifier!: string;

  @Field(() => [BookabilityReasonEnum], { description: 'Everything that stands in the way, the weightiest first.' })
  reasons!: BookabilityReason[];

  @Field(() => DateTime, { nullable: true, description: 'When it becomes bookable by waiting alone; null when waiting does not help.' })
  opensAt!: Date | null;
}

export const CreateCheckoutSessionResult = resultUnion(
  'CreateCheckoutSessionResult',
  'How createCheckoutSession ends.',
  () => [CreateCheckoutSessionPayload, ValidationErrorType, ItemNotBookableErrorType, WebhookNotRegisteredErrorType, IdempotencyKeyReusedErrorType, IdempotencyKeyInUseErrorType] as const,
);

export const CreateStandaloneCheckoutSessionResult = resultUnion(
  'CreateStandaloneCheckoutSessionResult',
  'How createStandaloneCheckoutSession ends.',
  () => [CreateStandaloneCheckoutSessionPayload, ValidationErrorType, ItemNotBookableErrorType, IdempotencyKeyReusedErrorType, IdempotencyKeyInUseErrorType] as const,
);
