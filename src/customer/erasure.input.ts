import { ArgsType, Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'Who is erased.' })
export class EraseCustomerInput {
  @Field(() => ID, { description: 'A registered customer, by its address or the UUID at its end.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Why, without naming the person. Staff must say it, and it goes to the audit log.' })
  reason?: string | null;
}

@InputType({ description: 'Who is erased: exactly one of email and orderId.' })
export class EraseGuestInput {
  @Field(() => String, { nullable: true, description: 'The e-mail address that they booked with, in whatever case: everything that bears it.' })
  email?: string | null;

  @Field(() => ID, { nullable: true, description: 'One order alone, by its id or the UUID at its end.' })
  orderId?: string | null;

  @Field(() => String, { description: 'Why, without naming the person; it goes to the audit log.' })
  reason!: string;
}

@ArgsType()
export class PersonalDataArgs {
  @Field(() => ID, { nullable: true, description: 'A registered customer, by its address or the UUID at its end.' })
  customerId?: string | null;

  @Field(() => String, { nullable: true, description: 'Whoever has booked with this address without being registered, in whatever case. For staff.' })
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'Why, without naming the person. Staff must say it, and it goes to the audit log.' })
  reason?: string | null;
}
