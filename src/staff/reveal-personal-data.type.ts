import { Field, InputType, ObjectType } from 'type-graphql';
import { Person } from '../order/order-quote.type.js';
import { resultUnion, UserErrorType } from '../shared/result.type.js';

@InputType({ description: 'Who is to be shown, and why.' })
export class RevealPersonalDataInput {
  @Field(() => String, { description: 'The address of an order, of an authenticated checkout session or of a customer.' })
  url!: string;

  @Field(() => String, { description: 'Why; it goes to the audit log, with who asked.' })
  reason!: string;
}

@ObjectType({ description: 'Who booked, or wants to. That it was shown is on record.' })
export class RevealPersonalDataPayload {
  @Field(() => Person, { description: 'The person, as the order or the customer’s record has them.' })
  person!: Person;
}

@ObjectType('UnknownPersonError', { implements: UserErrorType, description: 'The address leads to nobody.' })
export class UnknownPersonErrorType extends UserErrorType {}

export const RevealPersonalDataResult = resultUnion('RevealPersonalDataResult', 'How revealPersonalData ends.', () => [RevealPersonalDataPayload, UnknownPersonErrorType] as const);
