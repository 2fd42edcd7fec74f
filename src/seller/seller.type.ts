import { Field, ID, ObjectType } from 'type-graphql';
import { connectionOf } from '../shared/connection.type.js';
import { enumType } from '../shared/enum.type.js';
import { NodeType } from '../shared/node.type.js';
import { DateTime } from '../shared/scalars.type.js';
import { PaymentAccount } from '../payment/payment-account.type.js';
import type { SellerTrigger } from './seller-event.entity.js';
import type { SellerBookability, SellerPlan, SellerStatus } from './seller.lifecycle.js';

export const SellerStatusEnum = enumType<SellerStatus>('SellerStatus', 'Where a seller stands. (contract §3)', {
  NOT_ONBOARDED: 'Known from open data, and has not opted in.',
  FREE: 'Onboarded without a payment account: only free items can be booked.',
  PAID: 'Onboarded with a payment account: free and paid items can be booked.',
  OPTED_OUT: 'Was onboarded and is not bookable any more.',
});

const SellerPlanEnum = enumType<SellerPlan>('SellerPlan', 'What an onboarded seller sells. (contract §1.1)', {
  FREE: 'Free places only; no payment account.',
  PAID: 'Paid places too, through its own payment account.',
});

const SellerBookabilityEnum = enumType<SellerBookability>('SellerBookability', "What can be booked of a seller's at this moment.", {
  BOOKABLE: 'Everything that its plan allows.',
  FREE_ONLY: 'Free places only: its payment account takes no charges.',
  NOT_BOOKABLE: 'Nothing: it has not opted in, or has opted out.',
});

const SellerTriggerEnum = enumType<SellerTrigger>('SellerTrigger', 'What moved a seller. (contract §3)', {
  ONBOARDED_FREE: 'It completed onboarding as a Free Seller.',
  ONBOARDED_PAID: 'It completed onboarding as a Paid Seller.',
  MOVED_TO_PAID: 'It completed an update to Paid.',
  MOVED_TO_FREE: 'It completed an update to Free.',
  OPTED_OUT: 'It was opted out.',
});

@ObjectType({ description: 'One act of accepting the terms.' })
export class TermsAcceptance {
  @Field(() => String, { description: 'Which version of the terms.' })
  version!: string;

  @Field(() => DateTime, { description: 'When they were accepted.' })
  acceptedAt!: Date;
}

@ObjectType({ description: 'One move of a seller from a status to another.' })
class SellerEvent {
  @Field(() => SellerTriggerEnum, { description: 'What moved it.' })
  trigger!: SellerTrigger;

  @Field(() => SellerStatusEnum, { description: 'Where it stood afterwards.' })
  status!: SellerStatus;

  @Field(() => DateTime, { description: 'When it moved.' })
  at!: Date;
}

@ObjectType({ implements: NodeType, description: 'An organisation that the calling broker manages as a seller. (contract §2 Seller)' })
export class Seller {
  @Field(() => ID, { description: 'Our id for it, a UUID.' })
  id!: string;

  @Field(() => String, { description: "The contract's sellerId, an absolute URL, exactly as it was first named." })
  sellerId!: string;

  @Field(() => String, { description: 'The name that customers see.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Its home page, when it publishes one.' })
  url!: string | null;

  @Field(() => SellerStatusEnum, { description: 'Whether it is onboarded, and as what.' })
  status!: SellerStatus;

  @Field(() => SellerPlanEnum, { nullable: true, description: 'What it sells; null unless it is onboarded.' })
  plan!: SellerPlan | null;

  @Field(() => SellerBookabilityEnum, { description: 'What can be booked of it at this moment.' })
  bookability!: SellerBookability;

  @Field(() => TermsAcceptance, { nullable: true, description: 'When the terms were last accepted; null when never.' })
  acceptedTerms!: TermsAcceptance | null;

  @Field(() => PaymentAccount, { nullable: true, description: 'Its latest payment account, also while it is being disconnected and afterwards; null when it never had one.' })
  paymentAccount!: PaymentAccount | null;

  @Field(() => [SellerEvent], { description: 'Its moves, the latest first.' })
  history!: SellerEvent[];

  @Field(() => DateTime, { description: 'Since when it is known here.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it last completed onboarding; null when it never has.' })
  onboardedAt!: Date | null;
}

export const SellerConnection = connectionOf('Seller', 'sellers', () => Seller);
