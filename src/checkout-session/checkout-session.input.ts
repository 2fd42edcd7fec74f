import { ArgsType, Field, ID, InputType } from 'type-graphql';
import type { OpportunityType } from '../catalogue/opportunity.entity.js';
import { OpportunityTypeEnum } from '../catalogue/opportunity.type.js';
import { OrderDirection, PageArgs } from '../shared/connection.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { CheckoutSessionState } from './checkout-session.lifecycle.js';
import { CheckoutSessionStateEnum } from './checkout-session.type.js';

@InputType({ description: 'A customer in person. (contract §2 Person)' })
export class PersonInput {
  @Field(() => String, { nullable: true, description: "The customer's id in the broker's own system; it comes back in the success webhook." })
  identifier?: string | null;

  @Field(() => String, { description: 'Given name.' })
  givenName!: string;

  @Field(() => String, { description: 'Family name.' })
  familyName!: string;

  @Field(() => String, { description: 'E-mail address.' })
  email!: string;

  @Field(() => Boolean, { nullable: true, description: 'Customers must be 13 or over. Left out, the checkout asks; false is refused.' })
  is13OrOver?: boolean | null;
}

@InputType({ description: 'Who is booking: exactly one of the two.' })
class CustomerInput {
  @Field(() => String, { nullable: true, description: 'The address of a customer whom the calling broker has registered.' })
  url?: string | null;

  @Field(() => PersonInput, { nullable: true, description: 'The customer in person.' })
  person?: PersonInput | null;
}

@InputType({ description: 'The app that the checkout is branded for. (contract §2 Organization)' })
class OrderBrokerInput {
  @Field(() => String, { description: 'The name of the app.' })
  name!: string;

  @Field(() => String, { description: 'The home page of the organisation behind it, http or https.' })
  url!: string;
}

@InputType({ description: 'What is booked. (contract §2 OrderItem)' })
export class OrderedItemInput {
  @Field(() => OpportunityTypeEnum, { description: 'Which kind of thing.' })
  type!: OpportunityType;

  @Field(() => String, { description: 'Its identifier.' })
  identifier!: string;
}

@InputType({ description: 'One place at one opportunity. (contract §2 OrderItem)' })
export class OrderItemInput {
  @Field(() => String, { description: "The id of one of the opportunity's offers." })
  acceptedOffer!: string;

  @Field(() => OrderedItemInput, { description: 'What is booked.' })
  orderedItem!: OrderedItemInput;
}

@InputType({ description: 'What is about to be booked. (contract §2 OrderQuote)' })
class OrderQuoteInput {
  @Field(() => CustomerInput, { description: 'Who is booking.' })
  customer!: CustomerInput;

  @Field(() => OrderBrokerInput, { description: 'For which app.' })
  broker!: OrderBrokerInput;

  @Field(() => [OrderItemInput], { description: 'From 1 to 20 places, all of one seller and in one currency; the same item twice is two places.' })
  orderedItem!: OrderItemInput[];
}

@InputType({ description: 'A way back for the customer. (contract §2 NavigationLink)' })
class NavigationLinkInput {
  @Field(() => String, { description: 'What the link says.' })
  name!: string;

  @Field(() => String, { description: 'What it is for: an address that ends in BackToBrokerLink or BackToBrokerUserProfileLink; any other is kept and may not be shown.' })
  linkType!: string;

  @Field(() => String, { description: 'Where it leads, http or https.' })
  url!: string;
}

@InputType({ description: 'A checkout for one customer. (contract §4 row 5)' })
export class CreateCheckoutSessionInput {
  @Field(() => OrderQuoteInput, { description: 'What is about to be booked.' })
  initialOrder!: OrderQuoteInput;

  @Field(() => [NavigationLinkInput], { nullable: true, description: 'At most 10 ways back.' })
  navigationLinks?: NavigationLinkInput[] | null;

  @Field(() => String, { nullable: true, description: 'Your own name for this request, from 1 to 255 characters: for a day, a repeat with the same input gives the same session.' })
  idempotencyKey?: string | null;
}

@InputType({ description: 'A public book button for one ScheduledSession. (contract §4 row 7)' })
export class CreateStandaloneCheckoutSessionInput {
  @Field(() => String, { description: "The ScheduledSession's id in open data, an absolute URL." })
  scheduledSessionId!: string;

  @Field(() => String, { nullable: true, description: 'Your own name for this request: for a day, a repeat with the same input gives the same session. Without a key of yours it is ignored.' })
  idempotencyKey?: string | null;
}

@InputType({ description: 'Narrows a list of checkout sessions; every member given must hold.' })
export class CheckoutSessionFilter {
  @Field(() => [CheckoutSessionStateEnum], { nullable: true, description: 'Only sessions in one of these states.' })
  state?: CheckoutSessionState[] | null;

  @Field(() => DateTime, { nullable: true, description: 'Only sessions created at this moment or later.' })
  createdFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only sessions created before this moment.' })
  createdBefore?: Date | null;

  @Field(() => String, { nullable: true, description: 'Only sessions of this seller, by sellerId.' })
  sellerId?: string | null;

  @Field(() => ID, { nullable: true, description: 'For staff: only sessions of this broker. A broker sees its own in any case.' })
  brokerId?: string | null;
}

@ArgsType()
export class CheckoutSessionsArgs extends PageArgs {
  @Field(() => CheckoutSessionFilter, { nullable: true, description: "Which sessions; without it, all of the broker's." })
  filter?: CheckoutSessionFilter | null;

  @Field(() => OrderDirection, { defaultValue: 'DESC', description: 'By creation: DESC puts the newest first.' })
  direction!: 'ASC' | 'DESC';
}
