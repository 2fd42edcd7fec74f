import { Field, ObjectType } from 'type-graphql';

@ObjectType('Problem', { description: 'One thing that is wrong with an input.' })
export class Problem {
  @Field(() => [String], { description: "Where: member names and list positions (from 0) below `input`, as in ['initialOrder', 'customer', 'person', 'email']." })
  path!: string[];

  @Field(() => String, { description: "What is wrong with that member, to be read after its name, as in 'must be an e-mail address'." })
  message!: string;
}
