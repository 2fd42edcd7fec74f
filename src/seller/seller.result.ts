import { Field, ObjectType } from 'type-graphql';
import { resultUnion, ValidationErrorType } from '../shared/result.type.js';

@ObjectType({ description: 'A link is ready: send the seller there in a browser, soon. (contract §4 row 1)' })
export class IssueOnboardTokenPayload {
  @Field(() => String, { description: 'Opens once and expires after a few minutes.' })
  url!: string;
}

export const IssueOnboardTokenResult = resultUnion('IssueOnboardTokenResult', 'How issueOnboardToken ends.', () => [IssueOnboardTokenPayload, ValidationErrorType] as const);
