import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'An organisation as it publishes itself in open data: who runs an activity.' })
export class Organization {
  @Field(() => ID, { description: "Its id in open data, an absolute URL. Where a seller is meant, this is the contract's sellerId, and node leads to the seller itself." })
  id!: string;

  @Field(() => String, { description: 'The name that customers know.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Its home page, when it publishes one.' })
  url!: string | null;
}
