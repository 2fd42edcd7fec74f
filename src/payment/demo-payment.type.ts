import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { enumType } from '../shared/enum.type.js';
import type { Money } from '../shared/money.js';
import { MoneyType } from '../shared/money.type.js';
import { resultUnion, UserErrorType } from '../shared/result.type.js';
import type { DemoPaymentState } from './demo-payment.entity.js';
import type { DemoPaymentOutcome } from './choose-demo-payment.js';

export const DemoPaymentStateEnum = enumType<DemoPaymentState>('DemoPaymentState', 'Where a payment with the demo provider stands.', {
  OPEN: 'The customer is to choose.',
  FURTHER_STEP: 'The customer is to confirm, as with a bank.',
  DECLINED: 'It was declined.',
  AUTHORISED: 'The money is set aside.',
  CAPTURED: 'The money is taken.',
  VOIDED: 'The money was given back without having been taken.',
  ENDED: 'Its time is over.',
});

export const DemoPaymentOutcomeEnum = enumType<DemoPaymentOutcome>('DemoPaymentOutcome', 'What the demo provider can be told to do.', {
  PAID: 'It sets the money aside, and the customer comes back.',
  DECLINED: 'It declines.',
  FURTHER_STEP: 'It asks the customer to confirm, as a bank does.',
  TOO_SLOW: 'The customer comes back before it has decided.',
  PAID_AND_LEFT: 'It sets the money aside, and the customer does not come back.',
});

@ObjectType({ description: 'A payment with the demo provider, which moves no money.' })
export class DemoPayment {
  @Field(() => ID, { description: 'What the demo provider calls it.' })
  id!: string;

  @Field(() => String, { description: 'What it is for.' })
  description!: string;

  @Field(() => MoneyType, { description: 'How much.' })
  amount!: Money;

  @Field(() => DemoPaymentStateEnum, { description: 'Where it stands.' })
  state!: DemoPaymentState;

  @Field(() => String, { description: 'Where the customer goes on.' })
  returnUrl!: string;

  @Field(() => String, { description: 'Where the customer goes who does not want to pay.' })
  cancelUrl!: string;
}

@InputType({ description: 'What the demo provider shall do.' })
export class ChooseDemoPaymentInput {
  @Field(() => ID, { description: 'With which payment.' })
  id!: string;

  @Field(() => DemoPaymentOutcomeEnum, { description: 'What it does.' })
  outcome!: DemoPaymentOutcome;
}

@ObjectType({ description: 'The demo provider has done it.' })
export class ChooseDemoPaymentPayload {
  @Field(() => DemoPayment, { description: 'The payment as it is now.' })
  payment!: DemoPayment;
}

@ObjectType('UnknownDemoPaymentError', { implements: UserErrorType, description: 'The demo provider knows no such payment.' })
export class UnknownDemoPaymentErrorType extends UserErrorType {}

export const ChooseDemoPaymentResult = resultUnion('ChooseDemoPaymentResult', 'How chooseDemoPayment ends.', () => [ChooseDemoPaymentPayload, UnknownDemoPaymentErrorType] as const);
