import { Field, ID, ObjectType } from 'type-graphql';
import { connectionOf } from '../shared/connection.type.js';
import { enumType } from '../shared/enum.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { SellerStatus } from './seller.lifecycle.js';

export const SellerStatusEnum = enumType<SellerStatus>('SellerStatus', 'Where a seller stands. (contract §3)', {
  NOT_ONBOARDED: 'Known from open data, and has not opted in.',
  FREE: 'Onboarded without a payment account: only free items can be booked.',
  PAID: 'Onboarded with a payment account: free and paid items can be booked.',
  OPTED_OUT: 'Was onboarded and is not bookable any more.',
});

@ObjectType({ description: 'An organisation that the calling broker manages as a seller. (contract §2 Seller)' })
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

  @Field(() => DateTime, { description: 'Since when it is known here.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it last completed onboarding; null when it never has.' })
  onboardedAt!: Date | null;
}

export const SellerConnection = connectionOf('Seller', 'sellers', () => Seller);
