import { Field, ID, ObjectType } from 'type-graphql';
import { connectionOf } from '../shared/connection.type.js';
import { NodeType } from '../shared/node.type.js';
import { DateTime } from '../shared/scalars.type.js';

@ObjectType({ description: "One key of a broker's server, without its secret." })
export class ApiKey {
  @Field(() => ID, { description: 'The part between the second and the third underscore of the key; safe in a log.' })
  id!: string;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'From when it opens nothing; null while it is live.' })
  retiredAt!: Date | null;
}

@ObjectType({ description: "A key for a broker's front-ends: public, and bound to the broker's origins." })
export class PublishableKey {
  @Field(() => ID, { description: 'The whole key; it is no secret.' })
  id!: string;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'From when it opens nothing; null while it is live.' })
  retiredAt!: Date | null;
}

@ObjectType({ implements: NodeType, description: 'A third-party app that sends sellers and customers here and hears about their orders.' })
export class Broker {
  @Field(() => ID, { description: 'Our id for it, a UUID.' })
  id!: string;

  @Field(() => String, { description: 'The name that sellers and customers see.' })
  name!: string;

  @Field(() => String, { description: 'Its home page.' })
  url!: string;

  @Field(() => DateTime, { description: 'Since when it is known here.' })
  createdAt!: Date;

  @Field(() => [ApiKey], { description: 'The keys of its servers, the newest first, retired ones included.' })
  apiKeys!: ApiKey[];

  @Field(() => [PublishableKey], { description: 'The keys of its front-ends, the newest first, retired ones included.' })
  publishableKeys!: PublishableKey[];

  @Field(() => [String], { description: 'The sites on which its publishable keys may be used, as browsers name them: https://app.example.' })
  origins!: string[];
}

export const BrokerConnection = connectionOf('Broker', 'brokers', () => Broker);
