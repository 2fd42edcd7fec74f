import { Field, InputType } from 'type-graphql';
import type { RefundChoice } from './seller-flow.entity.js';
import { RefundChoiceEnum, SellerLinkPurposeEnum } from './seller-flow.type.js';
import type { SellerLinkPurpose } from './seller-link.entity.js';

@InputType({ description: 'A link that a browser has opened.' })
export class OpenSellerLinkInput {
  @Field(() => String, { description: 'The JWT of the link.' })
  jwt!: string;

  @Field(() => SellerLinkPurposeEnum, { description: 'The page on which it was opened; a link opens on its own page only.' })
  purpose!: SellerLinkPurpose;

  @Field(() => [String], { description: 'The tokens of the flows that this browser is in already, at most 20: whoever opened the link is let in again.' })
  heldTokens!: string[];
}

@InputType({ description: 'Which terms are accepted.' })
export class AcceptSellerTermsInput {
  @Field(() => String, { description: 'Their version, as it was shown.' })
  version!: string;
}

@InputType({ description: 'Who refunds.' })
export class ChooseRefundsInput {
  @Field(() => RefundChoiceEnum, { description: 'Who refunds the paid bookings for times to come.' })
  choice!: RefundChoice;
}
