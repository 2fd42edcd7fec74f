import { Field, ID, ObjectType } from 'type-graphql';
import { OrderBroker, OrderItem, Person } from './order-quote.type.js';
import { connectionOf } from '../shared/connection.type.js';
import { enumType } from '../shared/enum.type.js';
import type { Money } from '../shared/money.js';
import { MoneyType } from '../shared/money.type.js';
import { NodeType } from '../shared/node.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { OrderState, OrderTrigger } from './order.lifecycle.js';

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

export const OrderTriggerEnum = enumType<OrderTrigger>('OrderTrigger', 'What moves an order.', {
  FREE_PLACES_BOOKED: 'Its free places were booked.',
  PAYMENT_STARTED: 'The customer went to pay.',
  PAYMENT_AUTHORISED: 'The money was set aside.',
  PLACES_BOOKED: 'Its places were booked.',
  PAYMENT_CAPTURED: 'The money was taken.',
  GIVEN_UP: 'It came to nothing.',
  SOME_ITEMS_CANCELLED: 'Some of its places were cancelled.',
  ALL_ITEMS_CANCELLED: 'The last of its places was cancelled.',
});

@ObjectType({ description: "One step in an order's life." })
export class OrderEvent {
  @Field(() => OrderTriggerEnum, { nullable: true, description: 'What happened; null for the first, which is that it was asked for.' })
  trigger!: OrderTrigger | null;

  @Field(() => OrderStateEnum, { description: 'Where the order stood from then on.' })
  state!: OrderState;

  @Field(() => DateTime, { description: 'When it happened.' })
  at!: Date;
}

@ObjectType({ implements: NodeType, description: 'A quote that somebody set out to book. (contract §2 Order)' })
export class Order {
  @Field(() => ID, { description: "The quote's id, an absolute URL: it links quote, order and success webhook." })
  id!: string;

  @Field(() => String, { description: 'Eight letters and digits that can be said on the phone.' })
  reference!: string;

  @Field(() => OrderStateEnum, { description: 'Where it stands.' })
  state!: OrderState;

  @Field(() => DateTime, { description: 'When the customer asked for it.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was confirmed; null until then.' })
  confirmedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Since when it names nobody: customer is then a stand-in. Null while it does.' })
  erasedAt!: Date | null;

  @Field(() => Person, { description: 'Who booked, in person, as they were then.' })
  customer!: Person;

  @Field(() => OrderBroker, { description: 'For which app.' })
  broker!: OrderBroker;

  @Field(() => [OrderItem], { description: 'The places, from 1 to 20.' })
  orderedItem!: OrderItem[];

  @Field(() => MoneyType, { description: 'The sum of the prices, frozen with the booking.' })
  totalPaymentDue!: Money;

  @Field(() => String, { description: 'Everything booked, as an iCalendar file. (RFC 5545)' })
  calendar!: string;

  @Field(() => [OrderEvent], { description: 'What has happened to it, the oldest first.' })
  timeline!: OrderEvent[];
}

export const OrderConnection = connectionOf('Order', 'orders', () => Order);
