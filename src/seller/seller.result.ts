import { Field, ObjectType } from 'type-graphql';
import { resultUnion, UserErrorType, ValidationErrorType } from '../shared/result.type.js';
import { Seller } from './seller.type.js';

@ObjectType({ description: 'A link that opts a seller in. (contract §4 row 1)' })
export class IssueOnboardTokenPayload {
  @Field(() => String, { description: 'Send the seller there in a browser, soon: it opens once and expires after a few minutes.' })
  url!: string;
}

@ObjectType({ description: "A link that changes a seller's plan. (contract §4 row 2)" })
export class IssueUpdateTokenPayload {
  @Field(() => String, { description: 'Send the seller there in a browser, soon: it opens once and expires after a few minutes.' })
  url!: string;
}

@ObjectType({ description: 'A link that shows a seller its details. (contract §4 row 3)' })
export class IssueViewTokenPayload {
  @Field(() => String, { description: 'Send the seller there in a browser, soon: it opens once and expires after a few minutes.' })
  url!: string;
}

@ObjectType({ description: 'The seller is not bookable any more. (contract §4 row 4)' })
export class OptOutSellerPayload {
  @Field(() => Seller, { description: 'The seller as it is now.' })
  seller!: Seller;
}

@ObjectType('UnknownSellerError', { implements: UserErrorType, description: "The calling broker manages no such seller, or it is not onboarded; another broker's seller reads the same." })
export class UnknownSellerErrorType extends UserErrorType {
  @Field(() => String, { description: 'The sellerId that was named.' })
  sellerId!: string;
}

export const IssueOnboardTokenResult = resultUnion('IssueOnboardTokenResult', 'How issueOnboardToken ends.', () => [IssueOnboardTokenPayload, ValidationErrorType] as const);
export const IssueUpdateTokenResult = resultUnion('IssueUpdateTokenResult', 'How issueUpdateToken ends.', () => [IssueUpdateTokenPayload, ValidationErrorType, UnknownSellerErrorType] as const);
export const IssueViewTokenResult = resultUnion('IssueViewTokenResult', 'How issueViewToken ends.', () => [IssueViewTokenPayload, ValidationErrorType, UnknownSellerErrorType] as const);
export const OptOutSellerResult = resultUnion('OptOutSellerResult', 'How optOutSeller ends.', () => [OptOutSellerPayload, UnknownSellerErrorType] as const);
