import { Field, ObjectType } from 'type-graphql';
import { enumType } from '../shared/enum.type.js';
import type { Money } from '../shared/money.js';
import { MoneyType } from '../shared/money.type.js';
import type { PaymentStatus } from './payment.lifecycle.js';
import type { RefundStatus } from './refund.entity.js';

export const PaymentStatusEnum = enumType<PaymentStatus>('PaymentStatus', 'Where an attempt to pay stands.', {
  STARTED: 'The customer is with the payment provider.',
  DECLINED: 'The provider has declined it; another attempt can be made.',
  ENDED: 'Its time is over, and nothing was set aside; another attempt can be made.',
  AUTHORISED: 'The money is set aside and not taken yet.',
  CAPTURED: 'The money is taken.',
  VOIDING: 'The money goes back, without having been taken.',
  VOIDED: 'The money has gone back, without having been taken.',
});

export const RefundStatusEnum = enumType<RefundStatus>('RefundStatus', 'Where a refund stands.', {
  PENDING: 'It is on its way.',
  DONE: 'The money has gone back.',
  FAILED: 'The provider could not give it back.',
  REFUND_BY_SELLER: 'The seller has disconnected the account, and gives the money back itself.',
});

@ObjectType({ description: 'Money on its way back for one cancelled place.' })
export class Refund {
  @Field(() => RefundStatusEnum, { description: 'Where it stands.' })
  status!: RefundStatus;

  @Field(() => MoneyType, { description: 'How much.' })
  amount!: Money;
}
