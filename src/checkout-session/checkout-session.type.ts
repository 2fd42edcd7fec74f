import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Broker } from '../broker/broker.type.js';
import { Organization } from '../catalogue/organization.type.js';
import { connectionOf } from '../shared/connection.type.js';
import { enumType } from '../shared/enum.type.js';
import { NodeType } from '../shared/node.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { CheckoutSessionState } from './checkout-session.lifecycle.js';
import { OrderQuote } from '../order/order-quote.type.js';

export const CheckoutSessionStateEnum = enumType<CheckoutSessionState>('CheckoutSessionState', 'Where a checkout session stands.', {
  OPEN: 'The customer can still check out.',
  COMPLETED: 'An order has come of it.',
  EXPIRED: 'Its time is over.',
  CANCELLED: 'The customer has given it up.',
});

@ObjectType({ description: 'A way back that the checkout offers to the customer. (contract §2 NavigationLink)' })
export class NavigationLink {
  @Field(() => String, { description: 'What the link says, as sent.' })
  name!: string;

  @Field(() => String, { description: 'What the link is for, an address of the vocabulary, as sent.' })
  linkType!: string;

  @Field(() => String, { description: 'Where it leads, as sent.' })
  url!: string;
}

@ObjectType({ description: 'The next step. (contract §2 OrderAction)' })
export class OrderAction {
  @Field(() => String, { description: 'What the step is called: Checkout.' })
  name!: string;

  @Field(() => String, { description: 'Where to send the customer.' })
  target!: string;
}

@ObjectType({ description: 'With what a session’s JSON is written, so that it stays the same bytes for ever.' })
export class FrozenFacts {
  @Field(() => Int, { description: 'Which version of the writer.' })
  version!: number;

  @Field(() => String, { description: 'The vocabulary address of that day; it ends in a slash.' })
  vocabUrl!: string;

  @Field(() => String, { description: "The platform's own vocabulary address of that day." })
  platformUrl!: string;
}

@ObjectType({ implements: NodeType, description: "A broker's request to check somebody out, and where to send that person. (contract §2 Checkout session)" })
export class CheckoutSession {
  @Field(() => ID, { description: 'The address of the session; a GET there gives the JSON that its creation gave.' })
  id!: string;

  @Field(() => String, { description: 'Its short identifier, the last segment of its address.' })
  identifier!: string;

  @Field(() => CheckoutSessionStateEnum, { description: 'Where it stands.' })
  state!: CheckoutSessionState;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Until when the customer can complete it; null when it has no end of its own.' })
  expiresAt!: Date | null;

  @Field(() => OrderQuote, { description: 'What is about to be booked.' })
  initialOrder!: OrderQuote;

  @Field(() => [NavigationLink], { nullable: true, description: 'The ways back that the broker sent; null when it sent none.' })
  navigationLinks!: NavigationLink[] | null;

  @Field(() => [OrderAction], { description: 'The next steps; the first is the one to take.' })
  potentialAction!: OrderAction[];

  @Field(() => Broker, { description: 'Whose session it is.' })
  broker!: Broker;

  @Field(() => Organization, { description: 'Who sells all of its items.' })
  seller!: Organization;

  @Field(() => FrozenFacts, { description: 'With what its JSON is written.' })
  frozen!: FrozenFacts;
}

export const CheckoutSessionConnection = connectionOf('CheckoutSession', 'checkout sessions', () => CheckoutSession);
