import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { enumType } from '../shared/enum.type.js';
import type { Money } from '../shared/money.js';
import { MoneyType } from '../shared/money.type.js';
import { DateTime } from '../shared/scalars.type.js';
import type { PaymentStatus } from './payment.lifecycle.js';
import { PaymentStatusEnum } from './payment.type.js';
import type { PaymentVerdict } from './payments.js';

export const PaymentVerdictEnum = enumType<PaymentVerdict>('PaymentVerdict', 'What a payment provider says of a payment.', {
  OPEN: 'The customer is not done.',
  DECLINED: 'It was declined.',
  AUTHORISED: 'The money is set aside.',
  CAPTURED: 'The money is taken.',
  VOIDED: 'The money was given back without having been taken.',
  ENDED: 'Its page is closed, and nothing was set aside.',
});

@ObjectType({ description: 'What one seller took and gave back on one day, in one currency.' })
export class ReconciliationRow {
  @Field(() => String, { description: 'The day in UTC, as in 2026-11-20.' })
  day!: string;

  @Field(() => String, { description: 'The seller, by its sellerId.' })
  sellerId!: string;

  @Field(() => Int, { description: 'How many orders were paid.' })
  orders!: number;

  @Field(() => MoneyType, { description: 'What was taken.' })
  captured!: Money;

  @Field(() => MoneyType, { description: 'What was given back.' })
  refunded!: Money;

  @Field(() => MoneyType, { description: 'What the provider kept of what was taken, as far as it has said.' })
  fees!: Money;
}

@ObjectType({ description: 'A payment of which we and the provider do not say the same, or of whose money not the same has gone back.' })
export class PaymentDifference {
  @Field(() => ID, { description: 'Our id of the payment.' })
  paymentId!: string;

  @Field(() => ID, { description: "The UUID of the payment's order." })
  orderId!: string;

  @Field(() => PaymentStatusEnum, { description: 'What we say.' })
  ours!: PaymentStatus;

  @Field(() => PaymentVerdictEnum, { nullable: true, description: 'What the provider says; null when it does not answer.' })
  theirs!: PaymentVerdict | null;

  @Field(() => MoneyType, { description: 'What we have given back of it.' })
  ourRefunds!: Money;

  @Field(() => MoneyType, { nullable: true, description: 'What the provider says has gone back, by whomever; null when nothing was taken or it does not answer.' })
  theirRefunds!: Money | null;
}

@ObjectType({ description: 'What was taken and given back in a period.' })
export class Reconciliation {
  @Field(() => [ReconciliationRow], { description: 'By day, then by seller.' })
  rows!: ReconciliationRow[];

  @Field(() => String, { description: 'The same as CSV. (RFC 4180)' })
  csv!: string;
}

@ArgsType()
export class PeriodArgs {
  @Field(() => DateTime, { description: 'From this moment on.' })
  from!: Date;

  @Field(() => DateTime, { description: 'Before this moment.' })
  before!: Date;
}
