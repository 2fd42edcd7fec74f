import { Field, ID, ObjectType } from 'type-graphql';
import { ScheduledSession } from '../catalogue/opportunity.type.js';
import { NodeType } from '../shared/node.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { CheckoutSessionState } from './checkout-session.lifecycle.js';
import { CheckoutSessionStateEnum, FrozenFacts, OrderAction } from './checkout-session.type.js';
import { OrderBroker } from '../order/order-quote.type.js';

@ObjectType({ implements: NodeType, description: 'A public book button for one ScheduledSession: everybody who opens it gets a checkout of their own. (contract §4 row 7)' })
export class StandaloneCheckoutSession {
  @Field(() => ID, { description: 'Its address: its Location, with the address of the checkout before it.' })
  id!: string;

  @Field(() => String, { description: 'Its short identifier, the last segment of its Location.' })
  identifier!: string;

  @Field(() => CheckoutSessionStateEnum, { description: 'OPEN until its item can no longer be booked, then EXPIRED.' })
  state!: CheckoutSessionState;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => OrderBroker, { description: 'Under whose name the checkout runs: the broker whose key came along, else the platform.' })
  broker!: OrderBroker;

  @Field(() => String, { description: "The ScheduledSession's id in open data, as sent." })
  scheduledSessionId!: string;

  @Field(() => ScheduledSession, { nullable: true, description: 'The ScheduledSession as it is now; null when it has left the catalogue.' })
  scheduledSession!: ScheduledSession | null;

  @Field(() => [OrderAction], { description: 'The next steps; the target of the first is the address of the book button.' })
  potentialAction!: OrderAction[];

  @Field(() => FrozenFacts, { description: 'With what its JSON is written.' })
  frozen!: FrozenFacts;
}
