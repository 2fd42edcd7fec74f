import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { enumType } from '../shared/enum.type.js';
import { OrderDirection, PageArgs } from '../shared/connection.type.js';
import type { SellerStatus } from './seller.lifecycle.js';
import { SellerStatusEnum } from './seller.type.js';

@InputType({ description: 'For which seller a link is wanted, and for which plan. (contract §4 row 1)' })
export class IssueOnboardTokenInput {
  @Field(() => String, { description: 'Identifies the seller: an absolute http or https URL, kept exactly as given.' })
  sellerId!: string;

  @Field(() => Boolean, { description: 'true for a Paid Seller, who connects a payment account; false for a Free Seller.' })
  stripe!: boolean;
}

@InputType({ description: 'For which seller a link is wanted, and to which plan it leads. (contract §4 row 2)' })
export class IssueUpdateTokenInput {
  @Field(() => String, { description: 'The sellerId, exactly as it was first named.' })
  sellerId!: string;

  @Field(() => Boolean, { description: 'true to move to Paid, false to move to Free; the present plan keeps it and shows terms and account again.' })
  stripe!: boolean;
}

@InputType({ description: 'For which seller a link is wanted. (contract §4 row 3)' })
export class IssueViewTokenInput {
  @Field(() => String, { description: 'The sellerId, exactly as it was first named.' })
  sellerId!: string;
}

@InputType({ description: 'Which seller opts out. (contract §4 row 4)' })
export class OptOutSellerInput {
  @Field(() => String, { description: 'The sellerId, exactly as it was first named.' })
  sellerId!: string;
}

@InputType({ description: 'Narrows a list of sellers; every member given must hold.' })
export class SellerFilter {
  @Field(() => [SellerStatusEnum], { nullable: true, description: 'Only sellers in one of these states.' })
  status?: SellerStatus[] | null;

  @Field(() => String, { nullable: true, description: 'Only sellers with this in their name, in capitals or not.' })
  nameContains?: string | null;

  @Field(() => ID, { nullable: true, description: 'For staff: only sellers that this broker manages. A broker sees its own in any case.' })
  brokerId?: string | null;
}

export type SellerOrderField = 'CREATED_AT' | 'NAME';

export const SellerOrderFieldEnum = enumType<SellerOrderField>('SellerOrderField', 'What a list of sellers can be ordered by.', {
  CREATED_AT: 'Since when they are known here.',
  NAME: 'Their names.',
});

@InputType({ description: 'The order of a list of sellers.' })
export class SellerOrder {
  @Field(() => SellerOrderFieldEnum, { description: 'What to compare.' })
  field!: SellerOrderField;

  @Field(() => OrderDirection, { description: 'Which end comes first.' })
  direction!: 'ASC' | 'DESC';
}

@ArgsType()
export class SellersArgs extends PageArgs {
  @Field(() => SellerFilter, { nullable: true, description: 'Which sellers; without it, all that the broker manages.' })
  filter?: SellerFilter | null;

  @Field(() => SellerOrder, { nullable: true, description: 'In which order; without it, the newest first.' })
  orderBy?: SellerOrder | null;
}
