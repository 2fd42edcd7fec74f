import { Field, ID, Int, ObjectType } from 'type-graphql';
import { UnknownOrderErrorType } from '../order/order.result.js';
import { resultUnion } from '../shared/result.type.js';
import { DateTime } from '../shared/scalars.type.js';
import { UnknownCustomerErrorType } from './customer.result.js';

@ObjectType({ description: 'Nothing names the customer any more; orders, places and money stay.' })
export class EraseCustomerPayload {
  @Field(() => DateTime, { description: 'When it was done; a repeat says the same.' })
  erasedAt!: Date;
}

@ObjectType({ description: 'Nothing names the guest any more; orders, places and money stay.' })
export class EraseGuestPayload {
  @Field(() => Int, { description: 'How many orders name nobody since this call.' })
  erasedOrders!: number;

  @Field(() => [ID], { description: 'Customers whom brokers have registered with the same address, or the one of the order: they are left as they are, and erased by eraseCustomer.' })
  registeredCustomers!: string[];
}

export const EraseCustomerResult = resultUnion('EraseCustomerResult', 'How eraseCustomer ends.', () => [EraseCustomerPayload, UnknownCustomerErrorType] as const);
export const EraseGuestResult = resultUnion('EraseGuestResult', 'How eraseGuest ends.', () => [EraseGuestPayload, UnknownOrderErrorType] as const);
