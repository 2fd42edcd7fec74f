import { createUnionType, Field, ID, InterfaceType, ObjectType } from 'type-graphql';
import { FrozenFacts } from '../checkout-session/checkout-session.type.js';
import { OrderBroker, OrderItem, Person } from '../order/order-quote.type.js';
import { enumType } from '../shared/enum.type.js';
import { nameOf } from '../shared/result.type.js';
import type { SellerChangeEvent } from './webhook-facts.js';
import { WebhookKindEnum } from './webhook-kind.type.js';
import type { WebhookKind } from './webhook-kinds.js';

@InterfaceType('WebhookOrder', { description: 'An order as a webhook tells it: frozen with what happened to it. (contract §6)', resolveType: nameOf })
export abstract class WebhookOrder {
  @Field(() => ID, { description: "The quote's id." })
  id!: string;

  @Field(() => Person, { description: 'Who booked.' })
  customer!: Person;

  @Field(() => OrderBroker, { description: 'For which app.' })
  broker!: OrderBroker;

  @Field(() => [OrderItem], { description: 'All of its places as they were at that moment.' })
  orderedItem!: OrderItem[];

  @Field(() => FrozenFacts, { description: 'With what its JSON is written.' })
  frozen!: FrozenFacts;
}

@ObjectType({ implements: WebhookOrder, description: 'An order that is confirmed. (contract §6)' })
export class OrderSuccess extends WebhookOrder {}

@ObjectType({ implements: WebhookOrder, description: 'A confirmed order of which places were cancelled.' })
export class OrderChange extends WebhookOrder {}

const SellerChangeEventEnum = enumType<SellerChangeEvent>('SellerChangeEvent', 'What happened to a seller. (contract §3)', {
  ONBOARDED_FREE: 'It completed onboarding as a Free Seller.',
  ONBOARDED_PAID: 'It completed onboarding as a Paid Seller.',
  MOVED_TO_PAID: 'It completed an update to Paid.',
  MOVED_TO_FREE: 'It completed an update to Free.',
  TERMS_ACCEPTED: 'It completed an update that left its plan as it was, and accepted the terms again.',
  OPTED_OUT: 'It was opted out.',
});

@ObjectType({ description: 'A change of a seller, told to the broker that manages it.' })
export class SellerChange {
  @Field(() => String, { description: "The contract's sellerId." })
  sellerId!: string;

  @Field(() => SellerChangeEventEnum, { description: 'What happened to it.' })
  event!: SellerChangeEvent;

  @Field(() => FrozenFacts, { description: 'With what its JSON is written.' })
  frozen!: FrozenFacts;
}

@ObjectType({ description: "That a customer's details changed, by anyone but the broker itself; it says whose, and the broker asks what. (contract §6)" })
export class CustomerChange {
  @Field(() => ID, { description: "The customer's id here." })
  id!: string;

  @Field(() => String, { description: 'Where the broker reads the customer.' })
  url!: string;

  @Field(() => FrozenFacts, { description: 'With what its JSON is written.' })
  frozen!: FrozenFacts;
}

@ObjectType({ description: 'A test of an endpoint: nothing has happened.' })
export class TestEvent {
  @Field(() => ID, { description: 'Which endpoint is tested.' })
  endpointId!: string;

  @Field(() => WebhookKindEnum, { description: 'What that endpoint is registered for.' })
  endpointKind!: WebhookKind;

  @Field(() => FrozenFacts, { description: 'With what its JSON is written.' })
  frozen!: FrozenFacts;
}

export const WebhookEvent = createUnionType({ name: 'WebhookEvent', description: 'What a webhook tells.', types: () => [OrderSuccess, OrderChange, CustomerChange, SellerChange, TestEvent] as const, resolveType: nameOf });
export type WebhookEvent = OrderSuccess | OrderChange | CustomerChange | SellerChange | TestEvent;
