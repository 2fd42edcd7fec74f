import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PaymentAccount } from '../payment/payment-account.type.js';
import { enumType } from '../shared/enum.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { RefundChoice } from './seller-flow.entity.js';
import type { SellerFlowStep } from './seller-flow-step.js';
import type { SellerLinkPurpose } from './seller-link.entity.js';
import type { SellerStatus } from './seller.lifecycle.js';
import { SellerStatusEnum, TermsAcceptance } from './seller.type.js';

export const SellerLinkPurposeEnum = enumType<SellerLinkPurpose>('SellerLinkPurpose', 'What a link is for, and so on which page it opens.', {
  ONBOARD: 'To opt in. (contract §4 row 1)',
  UPDATE: 'To change the plan. (contract §4 row 2)',
  VIEW: 'To look. (contract §4 row 3)',
});

export const SellerFlowStepEnum = enumType<SellerFlowStep>('SellerFlowStep', 'What a flow needs next.', {
  TERMS: 'The seller reads and accepts the terms.',
  CONNECT_PAYMENTS: 'The seller connects a payment account.',
  DISCONNECT_PAYMENTS: 'The seller says who refunds the bookings to come.',
  CHECK: 'The seller checks the answers and completes the flow.',
  DONE: 'Nothing: it is complete.',
  VIEW: 'Nothing: the seller only looks.',
  REPRESENTED: 'Nothing: another broker manages this seller; it may ask to be moved.',
  NOT_ONBOARDED: 'Nothing: the seller is not onboarded any more, or not through this broker.',
});

export const RefundChoiceEnum = enumType<RefundChoice>('RefundChoice', 'Who refunds paid bookings for times to come when a seller leaves the paid plan.', {
  REFUND_NOW: 'They are all refunded before the account is disconnected.',
  REFUND_MYSELF: "The seller refunds from its own account's dashboard.",
});

@ObjectType({ description: 'One part of the terms.' })
class TermsClause {
  @Field(() => String, { description: 'What it is about.' })
  heading!: string;

  @Field(() => String, { description: 'What it says, as plain text.' })
  text!: string;
}

@ObjectType({ description: 'The terms that a seller accepts to be bookable.' })
class SellerTerms {
  @Field(() => String, { description: 'Which version: hand it back when they are accepted.' })
  version!: string;

  @Field(() => [TermsClause], { description: 'What they say, in order.' })
  clauses!: TermsClause[];
}

@ObjectType({ description: 'The broker whose link a seller opened.' })
class FlowBroker {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { description: 'Its home page, the way back.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'Its colour for pages, as #rrggbb; null when it has none.' })
  accentColor!: string | null;
}

@ObjectType({ description: 'A session or slot to come with paid places in it.' })
export class SellerUpcomingSession {
  @Field(() => String, { description: 'What was booked.' })
  name!: string;

  @Field(() => DateTime, { description: 'When it starts.' })
  startDate!: Date;

  @Field(() => String, { description: "IANA name of the venue's time zone." })
  timeZone!: string;

  @Field(() => Int, { description: 'How many places people have paid for.' })
  places!: number;
}

@ObjectType({ description: 'One booked place, as the seller who runs it needs it at the door.' })
export class SellerBooking {
  @Field(() => String, { description: 'What was booked.' })
  name!: string;

  @Field(() => DateTime, { description: 'When it starts.' })
  startDate!: Date;

  @Field(() => String, { description: "IANA name of the venue's time zone." })
  timeZone!: string;

  @Field(() => String, { description: "The booking's reference." })
  reference!: string;

  @Field(() => String, { description: 'Given name of whoever booked.' })
  givenName!: string;

  @Field(() => String, { description: 'Family name of whoever booked.' })
  familyName!: string;

  @Field(() => String, { description: 'E-mail address of whoever booked.' })
  email!: string;

  @Field(() => String, { description: 'The six digits that the customer says or types at the door.' })
  accessCode!: string;
}

@ObjectType({ description: 'What one seller does in one browser between opening a link and being done.' })
export class SellerFlow {
  @Field(() => ID, { description: 'Our id for it, a UUID.' })
  id!: string;

  @Field(() => SellerLinkPurposeEnum, { description: 'What it is for.' })
  purpose!: SellerLinkPurpose;

  @Field(() => SellerFlowStepEnum, { description: 'What it needs next.' })
  step!: SellerFlowStep;

  @Field(() => String, { description: 'The sellerId that it is about.' })
  sellerId!: string;

  @Field(() => String, { description: "The seller's name; for one that nobody has published, the site in its sellerId." })
  sellerName!: string;

  @Field(() => SellerStatusEnum, { description: 'Where the seller stands now; it moves only when the flow is completed.' })
  sellerStatus!: SellerStatus;

  @Field(() => Boolean, { nullable: true, description: 'The plan that it leads to: true for Paid, false for Free; null when it only looks.' })
  stripe!: boolean | null;

  @Field(() => FlowBroker, { description: 'Who asked.' })
  broker!: FlowBroker;

  @Field(() => SellerTerms, { description: 'The terms as they are now.' })
  terms!: SellerTerms;

  @Field(() => TermsAcceptance, { nullable: true, description: 'When the terms were last accepted for this seller; null when never.' })
  acceptedTerms!: TermsAcceptance | null;

  @Field(() => PaymentAccount, { nullable: true, description: 'The payment account; null when there is none.' })
  paymentAccount!: PaymentAccount | null;

  @Field(() => RefundChoiceEnum, { nullable: true, description: 'Who refunds, as far as it was chosen.' })
  refundChoice!: RefundChoice | null;

  @Field(() => Int, { description: 'How many paid places people have booked for times to come.' })
  upcomingPaidBookings!: number;

  @Field(() => [SellerUpcomingSession], { description: 'What they are for, the next first, at most 1,000.' })
  upcomingPaidSessions!: SellerUpcomingSession[];

  @Field(() => [SellerBooking], { description: 'Places that people have booked for times to come, the next first, at most 1,000; none unless the flow looks at a seller of its own broker.' })
  upcomingBookings!: SellerBooking[];

  @Field(() => DateTime, { nullable: true, description: 'When the seller last completed onboarding; null when it never has.' })
  onboardedAt!: Date | null;

  @Field(() => DateTime, { description: 'Until when it can be completed.' })
  expiresAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was completed; null until then.' })
  completedAt!: Date | null;
}
