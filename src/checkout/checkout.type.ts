import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { BookabilityReason } from '../catalogue/bookability.js';
import { Offer } from '../catalogue/offer.type.js';
import { BookabilityReasonEnum, Opportunity } from '../catalogue/opportunity.type.js';
import { Organization } from '../catalogue/organization.type.js';
import { Order } from '../order/order.type.js';
import { enumType } from '../shared/enum.type.js';
import type { Money } from '../shared/money.js';
import { MoneyType } from '../shared/money.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { CheckoutSessionState } from '../checkout-session/checkout-session.lifecycle.js';
import { PaymentStatusEnum } from '../payment/payment.type.js';
import type { PaymentStatus } from '../payment/payment.lifecycle.js';
import { CheckoutSessionStateEnum, NavigationLink } from '../checkout-session/checkout-session.type.js';
import type { CheckoutStep } from './checkout-step.js';
import { Person } from '../order/order-quote.type.js';

export const CheckoutStepEnum = enumType<CheckoutStep>('CheckoutStep', 'What a checkout needs next.', {
  TICKET: 'A ticket is to be chosen: chooseTicket.',
  DETAILS: 'Details are to be given or agreed to: submitDetails. From then on places are held.',
  AGE: 'Somebody has to say whether the customer is 13 or over: confirmAge.',
  PRICE_CHANGED: 'A price is another one now than when it was shown: acceptPrices, or cancelCheckout.',
  CHECK: 'Everything is there: bookCheckout.',
  PAYING: 'Money is on its way: refreshPayment finds out how far, payCheckout leads back to the page of the payment.',
  DONE: 'It is booked.',
  FAILED: 'The places had gone when the money came, and it goes back.',
  NOT_BOOKABLE: 'What was chosen cannot be booked at this moment: see obstacle and alternatives.',
  UNDER_13: 'The customer is under 13, so it has ended.',
  CANCELLED: 'It was given up.',
  EXPIRED: 'Its time is over.',
});

@ObjectType({ description: 'Under whose name a checkout runs.' })
export class CheckoutBroker {
  @Field(() => String, { description: 'The name of the app.' })
  name!: string;

  @Field(() => String, { description: 'The home page of the organisation behind it.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'Its colour on our pages, as in #0b6e4f; null for the usual one.' })
  accentColor!: string | null;
}

@ObjectType({ description: 'Why something cannot be booked at this moment.' })
export class CheckoutObstacle {
  @Field(() => String, { description: 'For the customer, in English.' })
  message!: string;

  @Field(() => [BookabilityReasonEnum], { description: 'The same for programs, the weightiest first.' })
  reasons!: BookabilityReason[];

  @Field(() => DateTime, { nullable: true, description: 'When it can be booked by waiting alone; null when waiting does not help.' })
  opensAt!: Date | null;
}

@ObjectType({ description: 'One place that is being booked.' })
export class CheckoutItem {
  @Field(() => String, { description: 'The id of the Offer chosen for it.' })
  acceptedOffer!: string;

  @Field(() => String, { nullable: true, description: 'What the ticket is called; null when its offer is gone.' })
  ticketName!: string | null;

  @Field(() => MoneyType, { description: 'What it costs, frozen when the ticket was chosen.' })
  price!: Money;

  @Field(() => MoneyType, { nullable: true, description: 'What it costs now; null when its offer is gone.' })
  currentPrice!: Money | null;

  @Field(() => Opportunity, { nullable: true, description: 'What is booked, as it is now; null when it has left the catalogue.' })
  opportunity!: Opportunity | null;
}

@ObjectType({ description: "One browser's way from a book button to an order. Only its own token opens it." })
export class Checkout {
  @Field(() => ID, { description: 'A UUID. It opens nothing without the token.' })
  id!: string;

  @Field(() => CheckoutSessionStateEnum, { description: 'Where it stands.' })
  state!: CheckoutSessionState;

  @Field(() => CheckoutStepEnum, { description: 'What it needs next.' })
  step!: CheckoutStep;

  @Field(() => DateTime, { description: 'When it was started.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'Until when it can be completed.' })
  expiresAt!: Date;

  @Field(() => CheckoutBroker, { description: 'Under whose name it runs.' })
  broker!: CheckoutBroker;

  @Field(() => Organization, { nullable: true, description: 'Who sells it; null when it has left the catalogue.' })
  seller!: Organization | null;

  @Field(() => Opportunity, { nullable: true, description: 'What is booked, or the first of it, as it is now; null when it has left the catalogue.' })
  opportunity!: Opportunity | null;

  @Field(() => [CheckoutItem], { description: 'The places, from 1 to 20; none before the ticket is chosen.' })
  items!: CheckoutItem[];

  @Field(() => MoneyType, { nullable: true, description: 'The sum of the frozen prices; null before the ticket is chosen.' })
  totalPaymentDue!: Money | null;

  @Field(() => MoneyType, { nullable: true, description: 'The sum at the prices of this moment; null when it cannot be booked, and before the ticket is chosen.' })
  currentTotal!: Money | null;

  @Field(() => [Offer], { description: 'The tickets that can be booked now; none where the broker has chosen.' })
  ticketChoices!: Offer[];

  @Field(() => Person, { nullable: true, description: 'Who is booking; null before that is known, and after it has been forgotten.' })
  customer!: Person | null;

  @Field(() => Boolean, { description: 'Whether the broker has said who is booking, so that it cannot be changed here.' })
  isCustomerFixed!: boolean;

  @Field(() => [NavigationLink], { description: "The broker's ways back, as it sent them." })
  navigationLinks!: NavigationLink[];

  @Field(() => DateTime, { nullable: true, description: 'Until when its places are held; null while none are.' })
  holdExpiresAt!: Date | null;

  @Field(() => Int, { nullable: true, description: 'The same from now, in whole seconds, for a countdown; null while none are.' })
  holdSecondsLeft!: number | null;

  @Field(() => CheckoutObstacle, { nullable: true, description: 'What stands in the way; null unless the step is NOT_BOOKABLE.' })
  obstacle!: CheckoutObstacle | null;

  @Field(() => [Opportunity], { description: 'The nearest bookable ones of the same series or facility, at most 3, when this one cannot be booked.' })
  alternatives!: Opportunity[];

  @Field(() => PaymentStatusEnum, { nullable: true, description: 'How the latest attempt to pay stands; null before the first.' })
  paymentStatus!: PaymentStatus | null;

  @Field(() => Order, { nullable: true, description: 'What came of it; null until it is booked.' })
  order!: Order | null;
}

@ObjectType({ description: 'One thing that a target is about.' })
export class CheckoutTargetItem {
  @Field(() => Opportunity, { description: 'What can be booked.' })
  opportunity!: Opportunity;

  @Field(() => MoneyType, { nullable: true, description: 'The price of the ticket that is chosen already, else of the cheapest; null when none can be booked.' })
  price!: Money | null;
}

@ObjectType({ description: 'A checkout that this browser has started before.' })
export class HeldCheckout {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => CheckoutSessionStateEnum, { description: 'Where it stands.' })
  state!: CheckoutSessionState;
}

@ObjectType({ description: 'What can be started at an address: what it is about, and nothing about whom.' })
export class CheckoutTarget {
  @Field(() => CheckoutSessionStateEnum, { description: 'Whether it can still be started: OPEN, else how it ended.' })
  state!: CheckoutSessionState;

  @Field(() => CheckoutBroker, { description: 'Under whose name.' })
  broker!: CheckoutBroker;

  @Field(() => Organization, { nullable: true, description: 'Who sells it; null when it has left the catalogue.' })
  seller!: Organization | null;

  @Field(() => [NavigationLink], { description: "The broker's ways back, as it sent them." })
  navigationLinks!: NavigationLink[];

  @Field(() => [CheckoutTargetItem], { description: 'What it is about, from 1 to 20; none when it has left the catalogue.' })
  items!: CheckoutTargetItem[];

  @Field(() => MoneyType, { nullable: true, description: 'The sum of the prices; null while the ticket is to be chosen.' })
  totalPaymentDue!: Money | null;

  @Field(() => CheckoutObstacle, { nullable: true, description: 'What stands in the way; null when it can be booked.' })
  obstacle!: CheckoutObstacle | null;

  @Field(() => [Opportunity], { description: 'The nearest bookable ones of the same series or facility, at most 3, when it cannot be booked.' })
  alternatives!: Opportunity[];

  @Field(() => HeldCheckout, { nullable: true, description: 'What this browser has started here: what is under way, else the latest; null when nothing.' })
  heldCheckout!: HeldCheckout | null;

  @Field(() => Boolean, { description: "Whether it is one customer's, and another browser has started it." })
  isStartedElsewhere!: boolean;

  @Field(() => Boolean, { description: 'Whether it is for one customer whom the broker has named; else everybody who starts it gets a checkout of their own.' })
  isForOneCustomer!: boolean;
}

@ObjectType({ description: 'What an order would cost at this moment. Nothing was stored or held.' })
export class DryQuote {
  @Field(() => [CheckoutItem], { description: 'The places, in the order of the request.' })
  items!: CheckoutItem[];

  @Field(() => MoneyType, { description: 'The sum of the prices.' })
  totalPaymentDue!: Money;

  @Field(() => Organization, { description: 'Who sells all of it.' })
  seller!: Organization;
}
