import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'Which key to end.' })
export class RetireApiKeyInput {
  @Field(() => ID, { description: "The key's id, the part between its second and third underscore." })
  id!: string;
}
