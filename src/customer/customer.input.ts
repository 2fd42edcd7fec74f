import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { PersonInput } from '../checkout-session/checkout-session.input.js';
import { OrderDirection, PageArgs } from '../shared/connection.type.js';
import { DateTime } from '../shared/scalars.type.js';

@InputType({ description: 'A customer to be registered. (contract §2 Person)' })
export class RegisterCustomerInput extends PersonInput {
  @Field(() => String, { nullable: true, description: 'Your own name for this request, from 1 to 255 characters: for a day, a repeat with the same input gives the same customer.' })
  idempotencyKey?: string | null;
}

@InputType({ description: 'What is to be different about a customer: what is left out stays.' })
export class ChangeCustomerInput {
  @Field(() => ID, { description: 'Which customer, by id or by address.' })
  id!: string;

  @Field(() => String, { nullable: true, description: "The customer's id in the broker's own system; null takes it away." })
  identifier?: string | null;

  @Field(() => String, { nullable: true, description: 'Given name; null is refused.' })
  givenName?: string | null;

  @Field(() => String, { nullable: true, description: 'Family name; null is refused.' })
  familyName?: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address; null is refused.' })
  email?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Customers must be 13 or over: false is refused; null takes back what was said, and a checkout asks.' })
  is13OrOver?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Why. Staff must say it, and it goes to the audit log; brokers leave it out.' })
  reason?: string | null;
}

@InputType({ description: 'Narrows a list of customers; every member given must hold.' })
export class CustomerFilter {
  @Field(() => ID, { nullable: true, description: "Only customers of this broker, by its id here; a broker's own list has no others." })
  brokerId?: string | null;

  @Field(() => String, { nullable: true, description: "Only customers with this id in the broker's own system, letter for letter." })
  identifier?: string | null;

  @Field(() => String, { nullable: true, description: 'Only customers with this e-mail address, letter for letter.' })
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'Only customers whose given name, family name and e-mail address, in this order with a space between them, have this in them; A and a are the same.' })
  query?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Only customers registered at this moment or later.' })
  createdFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only customers registered before this moment.' })
  createdBefore?: Date | null;

  @Field(() => Boolean, { nullable: true, description: 'Only customers who are erased, or with false only those who are not.' })
  isErased?: boolean | null;
}

@ArgsType()
export class CustomersArgs extends PageArgs {
  @Field(() => CustomerFilter, { nullable: true, description: "Which customers; without it, all of the broker's." })
  filter?: CustomerFilter | null;

  @Field(() => OrderDirection, { defaultValue: 'DESC', description: 'By registration: DESC puts the newest first.' })
  direction!: 'ASC' | 'DESC';
}
