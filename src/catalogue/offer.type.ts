import { Field, ID, ObjectType } from 'type-graphql';
import type { Money } from '../shared/money.js';
import { MoneyType } from '../shared/money.type.js';

@ObjectType({ description: 'A ticket type of an opportunity. (contract §2 OrderItem, acceptedOffer)' })
export class Offer {
  @Field(() => ID, { nullable: true, description: 'What an order item names as its acceptedOffer; null when the publisher gave none, and then it cannot be booked.' })
  id!: string | null;

  @Field(() => String, { description: 'What the ticket is called, as in Adult.' })
  name!: string;

  @Field(() => MoneyType, { nullable: true, description: 'The price of one place; null when the published price cannot be represented exactly.' })
  price!: Money | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601 duration before the start at which booking opens; null when it is open from the beginning.' })
  validFromBeforeStartDate!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601 duration before the start at which booking closes; null when it stays open until the end.' })
  validThroughBeforeStartDate!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601 duration before the start until which a customer may cancel; null when until the start.' })
  latestCancellationBeforeStartDate!: string | null;

  @Field(() => Boolean, { description: 'Whether a customer who cancels in time gets the money back; without it a paid place cannot be cancelled by the customer.' })
  allowCustomerCancellationFullRefund!: boolean;
}
