import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { resultUnion, UserErrorType } from '../shared/result.type.js';
import { Order } from './order.type.js';

@InputType({ description: 'What is cancelled.' })
export class CancelOrderItemsInput {
  @Field(() => ID, { nullable: true, description: 'Which order, by its id or the UUID at its end; a customer leaves it out.' })
  orderId?: string | null;

  @Field(() => [Int], { nullable: true, description: 'Which places, from 0 in the order of orderedItem; null for all.' })
  positions?: number[] | null;

  @Field(() => String, { nullable: true, description: 'Why. Staff must say it, and it goes to the audit log.' })
  reason?: string | null;
}

@ObjectType({ description: 'The places are cancelled, now or by an earlier call.' })
export class CancelOrderItemsPayload {
  @Field(() => Order, { description: 'The order as it is now.' })
  order!: Order;
}

@ObjectType('UnknownOrderError', { implements: UserErrorType, description: 'There is no such order within reach.' })
export class UnknownOrderErrorType extends UserErrorType {}

@ObjectType('CancellationNotPermittedError', { implements: UserErrorType, description: 'It cannot be cancelled by whoever asks; the message can be shown to the customer. Nothing was cancelled.' })
export class CancellationNotPermittedErrorType extends UserErrorType {}

export const CancelOrderItemsResult = resultUnion('CancelOrderItemsResult', 'How cancelOrderItems ends.', () => [CancelOrderItemsPayload, UnknownOrderErrorType, CancellationNotPermittedErrorType] as const);
