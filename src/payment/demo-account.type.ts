import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { enumType } from '../shared/enum.type.js';
import { resultUnion, UserErrorType } from '../shared/result.type.js';
import type { ProviderVerdict } from './payment-accounts.js';

export const DemoOutcomeEnum = enumType<ProviderVerdict | 'DISCONNECTED'>('DemoOutcome', 'What the demo provider says of an account.', {
  PENDING: 'The seller has left before it was done.',
  ACCEPTED: 'All is well: it takes charges.',
  INFORMATION_NEEDED: 'More information is needed.',
  REFUSED: 'The seller is turned down.',
  DISCONNECTED: 'The connection has ended.',
});

@ObjectType({ description: 'An account with the demo provider, which moves no money.' })
export class DemoAccount {
  @Field(() => ID, { description: 'What the demo provider calls it.' })
  id!: string;

  @Field(() => String, { description: 'Whose it is.' })
  sellerName!: string;

  @Field(() => DemoOutcomeEnum, { description: 'What the provider says of it.' })
  outcome!: ProviderVerdict | 'DISCONNECTED';
}

@InputType({ description: 'What the demo provider shall say.' })
export class ChooseDemoOutcomeInput {
  @Field(() => ID, { description: 'Of which account.' })
  id!: string;

  @Field(() => DemoOutcomeEnum, { description: 'What it shall say.' })
  outcome!: ProviderVerdict | 'DISCONNECTED';
}

@ObjectType({ description: 'The demo provider says so from now on.' })
export class ChooseDemoOutcomePayload {
  @Field(() => DemoAccount, { description: 'The account as it is now.' })
  account!: DemoAccount;
}

@ObjectType('UnknownDemoAccountError', { implements: UserErrorType, description: 'The demo provider knows no such account.' })
export class UnknownDemoAccountErrorType extends UserErrorType {}

export const ChooseDemoOutcomeResult = resultUnion('ChooseDemoOutcomeResult', 'How chooseDemoOutcome ends.', () => [ChooseDemoOutcomePayload, UnknownDemoAccountErrorType] as const);
