import { Field, ID, ObjectType } from 'type-graphql';
import { OrderQuote } from '../checkout/order-quote.type.js';
import { connectionOf } from '../shared/connection.type.js';
import { enumType } from '../shared/enum.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { OrderState } from './order.lifecycle.js';

export const OrderStateEnum = enumType<OrderState>('OrderState', 'Where an order stands. (the contract shows only that it was confirmed)', {
  CREATED: 'The customer has asked for it; nothing is booked yet.',
  PENDING_PAYMENT: 'The customer is paying.',
  AUTHORISED: 'The money is set aside, the places are not booked yet.',
  BOOKED: 'The places are booked, the money is not taken yet.',
  CONFIRMED: 'Everything is done, and the broker hears of it.',
  PARTLY_CANCELLED: 'Some of its places have been cancelled.',
  CANCELLED: 'All of its places have been cancelled.',
  FAILED: 'It came to nothing; no place and no money is held.',
});

@ObjectType({ description: 'A quote that somebody set out to book. (contract §2 Order)' })
export class Order {
  @Field(() => ID, { description: "The quote's id, an absolute URL: it links quote, order and success webhook." })
  id!: string;

  @Field(() => OrderStateEnum, { description: 'Where it stands.' })
  state!: OrderState;

  @Field(() => DateTime, { description: 'When the customer asked for it.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was confirmed; null until then.' })
  confirmedAt!: Date | null;

  @Field(() => OrderQuote, { description: 'What was booked, for whom, at which prices.' })
  quote!: OrderQuote;
}

export const OrderConnection = connectionOf('Order', 'orders', () => Order);
