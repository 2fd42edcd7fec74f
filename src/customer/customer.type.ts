import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Broker } from '../broker/broker.type.js';
import { OrderItem } from '../order/order-quote.type.js';
import { connectionOf } from '../shared/connection.type.js';
import { NodeType } from '../shared/node.type.js';
import { DateTime } from '../shared/scalars.type.js';

@ObjectType({ implements: NodeType, description: 'A person whom a broker has registered with the platform. (contract §2 CustomerAccount)' })
export class Customer {
  @Field(() => ID, { description: "Our id for them, a UUID: the contract's CustomerAccount has it as its identifier." })
  id!: string;

  @Field(() => String, { description: "Their address, which a checkout takes as its customer. (contract §2 CustomerAccount `@id`)" })
  url!: string;

  @Field(() => String, { nullable: true, description: "Their id in the broker's own system, returned as it came; null when none was sent. (contract §2 Person)" })
  identifier!: string | null;

  @Field(() => String, { description: 'Given name; once they are erased, nothing that names anybody.' })
  givenName!: string;

  @Field(() => String, { description: 'Family name; once they are erased, nothing that names anybody.' })
  familyName!: string;

  @Field(() => String, { description: 'E-mail address; once they are erased, nobody’s.' })
  email!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether they are 13 or over; null when nobody has said, and then a checkout asks.' })
  is13OrOver!: boolean | null;

  @Field(() => DateTime, { description: 'When they were registered.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When a detail last changed; null while none has.' })
  changedAt!: Date | null;

  @Field(() => Boolean, { description: 'Whether they were erased: nothing here names them any more, and nothing can be booked for them.' })
  isErased!: boolean;

  @Field(() => Broker, { description: 'Whose customer it is.' })
  broker!: Broker;
}

@ObjectType({ description: 'A booked place of a customer that is not over yet.' })
export class UpcomingItem {
  @Field(() => ID, { description: 'The id of the order that it belongs to, an absolute URL.' })
  orderId!: string;

  @Field(() => Int, { description: "Which of the order's places it is, from 0, as cancelOrderItems counts." })
  position!: number;

  @Field(() => DateTime, { description: 'When it starts.' })
  startDate!: Date;

  @Field(() => OrderItem, { description: 'The place.' })
  item!: OrderItem;
}

export const CustomerConnection = connectionOf('Customer', 'customers', () => Customer);
export const UpcomingItemConnection = connectionOf('UpcomingItem', 'places to come', () => UpcomingItem);
