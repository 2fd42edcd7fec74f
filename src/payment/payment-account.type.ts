import { Field, ID, ObjectType } from 'type-graphql';
import { enumType } from '../shared/enum.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { PaymentAccountStatus } from './payment-account.lifecycle.js';

export const PaymentAccountStatusEnum = enumType<PaymentAccountStatus>('PaymentAccountStatus', "Where a seller's account with its payment provider stands.", {
  ONBOARDING: 'The seller has not given the provider all of its details yet.',
  CONNECTED: 'It takes charges.',
  INFORMATION_NEEDED: 'The provider asks the seller for more, and takes no charges until it has it.',
  REFUSED: 'The provider has turned the seller down.',
  DISCONNECTING: 'The seller has left; the provider is being told.',
  DISCONNECTED: 'It is not connected any more.',
});

@ObjectType({ description: "A seller's account with a payment provider." })
export class PaymentAccount {
  @Field(() => ID, { description: 'Our id for it, a UUID.' })
  id!: string;

  @Field(() => String, { description: 'Which provider, as in demo.' })
  provider!: string;

  @Field(() => PaymentAccountStatusEnum, { description: 'Where it stands.' })
  status!: PaymentAccountStatus;

  @Field(() => DateTime, { nullable: true, description: 'When it first took charges; null when it never has.' })
  connectedAt!: Date | null;
}
