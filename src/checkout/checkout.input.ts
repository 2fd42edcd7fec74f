import { Field, ID, InputType, Int } from 'type-graphql';
import { OrderedItemInput, OrderItemInput } from '../checkout-session/checkout-session.input.js';

@InputType({ description: 'Where a checkout starts: exactly one of secret and item.' })
export class CheckoutTargetInput {
  @Field(() => String, { nullable: true, description: "The last segment of a session's target." })
  secret?: string | null;

  @Field(() => OrderedItemInput, { nullable: true, description: 'An item of the catalogue. A key puts its broker’s name on the checkout.' })
  item?: OrderedItemInput | null;

  @Field(() => [String], { defaultValue: [], description: 'The tokens of the checkouts that this browser is in, at most 20: it is let back into what it has under way.' })
  heldTokens!: string[];
}

@InputType({ description: 'Where a checkout starts: exactly one of secret and item.' })
export class StartCheckoutInput extends CheckoutTargetInput {}

@InputType({ description: 'Which ticket.' })
export class ChooseTicketInput {
  @Field(() => ID, { nullable: true, description: "One of the checkout's ticketChoices; null to choose again." })
  offerId?: string | null;
}

@InputType({ description: 'Who is booking.' })
export class CheckoutDetailsInput {
  @Field(() => String, { description: 'Given name.' })
  givenName!: string;

  @Field(() => String, { description: 'Family name.' })
  familyName!: string;

  @Field(() => String, { description: 'E-mail address, for the confirmation.' })
  email!: string;
}

@InputType({ description: 'The details, or the agreement to those that the broker sent.' })
export class SubmitDetailsInput {
  @Field(() => CheckoutDetailsInput, { nullable: true, description: 'Who is booking; of no interest where the broker has said it.' })
  customer?: CheckoutDetailsInput | null;
}

@InputType({ description: 'An answer to whether the customer is 13 or over.' })
export class ConfirmAgeInput {
  @Field(() => Boolean, { description: 'false ends the checkout.' })
  is13OrOver!: boolean;
}

@InputType({ description: 'What is agreed to.' })
export class AcceptPricesInput {
  @Field(() => Int, { description: 'The currentTotal that was shown, in the minor unit: another one is not agreed to.' })
  totalMinor!: number;
}

@InputType({ description: 'What an order would be.' })
export class DryQuoteInput {
  @Field(() => [OrderItemInput], { description: 'From 1 to 20 places, all of one seller and in one currency.' })
  orderedItem!: OrderItemInput[];
}
