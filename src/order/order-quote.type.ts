import { createUnionType, Field, ID, ObjectType } from 'type-graphql';
import type { OpportunityType } from '../catalogue/opportunity.entity.js';
import { Opportunity, OpportunityTypeEnum } from '../catalogue/opportunity.type.js';
import type { OrderItemStatus } from './order-item.entity.js';
import type { Money } from '../shared/money.js';
import { MoneyType } from '../shared/money.type.js';
import { Refund } from '../payment/payment.type.js';
import { enumType } from '../shared/enum.type.js';
import { DateTime } from '../shared/scalars.type.js';
import { nameOf } from '../shared/result.type.js';

@ObjectType({ description: 'A customer by the address under which the broker has registered them.' })
export class CustomerReference {
  @Field(() => String, { description: 'The address, as the broker sent it.' })
  url!: string;
}

@ObjectType({ description: 'A customer in person, as the broker sent them. To staff names, address and identifier read •••: see revealPersonalData. (contract §2 Person)' })
export class Person {
  @Field(() => String, { nullable: true, description: "The customer's id in the broker's own system, returned as it came; null when none was sent." })
  identifier!: string | null;

  @Field(() => String, { description: 'Given name.' })
  givenName!: string;

  @Field(() => String, { description: 'Family name.' })
  familyName!: string;

  @Field(() => String, { description: 'E-mail address.' })
  email!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether the customer is 13 or over; null when nobody has said, and then the checkout asks.' })
  is13OrOver!: boolean | null;
}

export const OrderQuoteCustomer = createUnionType({
  name: 'OrderQuoteCustomer',
  description: 'Who is booking: a registered customer by address, or a person. (contract §2 OrderQuote)',
  types: () => [CustomerReference, Person] as const,
  resolveType: nameOf,
});

@ObjectType({ description: 'The app that a checkout is branded for, as the broker sent it. (contract §2 Organization)' })
export class OrderBroker {
  @Field(() => String, { description: 'The name of the app.' })
  name!: string;

  @Field(() => String, { description: 'The home page of the organisation behind it.' })
  url!: string;
}

export const OrderItemStatusEnum = enumType<OrderItemStatus>('OrderItemStatus', 'What has become of a booked place. (contract §2 Order)', {
  ORDER_CONFIRMED: 'It is booked.',
  CUSTOMER_CANCELLED: 'The customer has cancelled it, or the broker for the customer.',
  SELLER_CANCELLED: 'The seller has cancelled it.',
});

@ObjectType({ description: 'A pass to be shown as a barcode. (contract §2 Order)' })
export class Barcode {
  @Field(() => String, { description: 'What the barcode says: unique for each place, and unguessable.' })
  text!: string;
}

@ObjectType({ description: 'A pass to be typed or said. (contract §2 Order)' })
export class PropertyValue {
  @Field(() => String, { description: 'What it is called, as in PIN.' })
  name!: string;

  @Field(() => String, { description: 'The code.' })
  value!: string;
}

@ObjectType({ description: 'What an order item names. (contract §2 OrderItem)' })
export class OrderedItem {
  @Field(() => OpportunityTypeEnum, { description: 'Which kind of thing is booked.' })
  type!: OpportunityType;

  @Field(() => String, { description: 'Its identifier: what, where and when.' })
  identifier!: string;

  @Field(() => String, { nullable: true, description: 'Its id in open data, where the request named it by that; else null.' })
  id!: string | null;
}

@ObjectType({ description: 'One place at one opportunity. (contract §2 OrderItem)' })
export class OrderItem {
  @Field(() => String, { description: 'The id of the Offer chosen for it, as sent.' })
  acceptedOffer!: string;

  @Field(() => OrderedItem, { description: 'What is booked, as sent.' })
  orderedItem!: OrderedItem;

  @Field(() => MoneyType, { description: 'What it costs, frozen when the ticket was chosen.' })
  price!: Money;

  @Field(() => OrderItemStatusEnum, { nullable: true, description: 'What has become of it; null while it is only quoted.' })
  orderItemStatus!: OrderItemStatus | null;

  @Field(() => DateTime, { nullable: true, description: 'Until when the customer may cancel it and gets back what it cost; null when not at all, and while it is only quoted.' })
  cancellableUntil!: Date | null;

  @Field(() => Refund, { nullable: true, description: 'What goes back for it; null unless it was paid for and cancelled.' })
  refund!: Refund | null;

  @Field(() => [Barcode], { description: 'What opens the door to whoever shows it; none while it is only quoted.' })
  accessToken!: Barcode[];

  @Field(() => [PropertyValue], { description: 'What opens the door to whoever types or says it; none while it is only quoted.' })
  accessCode!: PropertyValue[];

  @Field(() => Opportunity, { nullable: true, description: 'The opportunity as it is now; null when it has left the catalogue.' })
  opportunity!: Opportunity | null;
}

@ObjectType({ description: 'What somebody is about to book, at prices that no longer move. (contract §2 OrderQuote)' })
export class OrderQuote {
  @Field(() => ID, { description: 'Identifies the quote, and later the Order that comes of it; an absolute URL that need not be navigable.' })
  id!: string;

  @Field(() => OrderQuoteCustomer, { description: 'Who is booking.' })
  customer!: CustomerReference | Person;

  @Field(() => OrderBroker, { description: 'For which app.' })
  broker!: OrderBroker;

  @Field(() => [OrderItem], { description: 'The places, from 1 to 20.' })
  orderedItem!: OrderItem[];

  @Field(() => MoneyType, { description: 'The sum of the prices.' })
  totalPaymentDue!: Money;
}
