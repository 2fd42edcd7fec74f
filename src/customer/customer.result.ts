import { Field, ObjectType } from 'type-graphql';
import { IdempotencyKeyInUseErrorType, IdempotencyKeyReusedErrorType } from '../idempotency/idempotency.result.js';
import { resultUnion, UserErrorType, ValidationErrorType } from '../shared/result.type.js';
import { Customer } from './customer.type.js';

@ObjectType({ description: 'The customer is registered: their address can be the customer of a checkout.' })
export class RegisterCustomerPayload {
  @Field(() => Customer, { description: 'The new customer.' })
  customer!: Customer;

  @Field(() => Boolean, { description: 'Whether an earlier request with the same idempotency key had registered them already.' })
  isReplayed!: boolean;
}

@ObjectType({ description: 'The customer is as it was asked for, now or already before.' })
export class ChangeCustomerPayload {
  @Field(() => Customer, { description: 'The customer as they are now.' })
  customer!: Customer;
}

@ObjectType('UnknownCustomerError', { implements: UserErrorType, description: 'There is no such customer within reach.' })
export class UnknownCustomerErrorType extends UserErrorType {}

@ObjectType('CustomerErasedError', { implements: UserErrorType, description: 'The customer was erased, for good; nothing was changed.' })
export class CustomerErasedErrorType extends UserErrorType {}

export const RegisterCustomerResult = resultUnion(
  'RegisterCustomerResult',
  'How registerCustomer ends.',
  () => [RegisterCustomerPayload, ValidationErrorType, IdempotencyKeyReusedErrorType, IdempotencyKeyInUseErrorType] as const,
);
export const ChangeCustomerResult = resultUnion('ChangeCustomerResult', 'How changeCustomer ends.', () => [ChangeCustomerPayload, ValidationErrorType, UnknownCustomerErrorType, CustomerErasedErrorType] as const);
