import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionOf, OrderDirection, PageArgs } from '../shared/connection.type.js';
import type { Money } from '../shared/money.js';
import { MoneyType } from '../shared/money.type.js';
import { NodeType } from '../shared/node.type.js';
import { resultUnion, UserErrorType } from '../shared/result.type.js';
import { DateTime } from '../shared/scalars.type.js';
import { RefundStatusEnum } from './payment.type.js';
import type { RefundStatus } from './refund.entity.js';

@ObjectType({ implements: NodeType, description: 'Money on its way back for one cancelled place, with the order that it belongs to.' })
export class OrderRefund {
  @Field(() => ID, { description: 'Our id for it, a UUID.' })
  id!: string;

  @Field(() => RefundStatusEnum, { description: 'Where it stands.' })
  status!: RefundStatus;

  @Field(() => MoneyType, { description: 'How much.' })
  amount!: Money;

  @Field(() => ID, { description: 'The order, by its id, an absolute URL.' })
  orderId!: string;

  @Field(() => String, { description: 'The order as it is said on the phone.' })
  reference!: string;

  @Field(() => Int, { description: 'Which of its places, from 0.' })
  position!: number;

  @Field(() => ID, { nullable: true, description: 'Whose order it is; null when it came through no broker.' })
  brokerId!: string | null;

  @Field(() => String, { description: 'Who took the money.' })
  provider!: string;

  @Field(() => DateTime, { description: 'When the place was cancelled.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it came to its end; null until then.' })
  endedAt!: Date | null;
}

export const OrderRefundConnection = connectionOf('OrderRefund', 'refunds', () => OrderRefund);

@InputType({ description: 'A refund that failed.' })
export class RetryRefundInput {
  @Field(() => ID, { description: 'Which refund, by its id.' })
  id!: string;

  @Field(() => String, { description: 'Why; it goes to the audit log.' })
  reason!: string;
}

@ObjectType({ description: 'The refund is on its way again.' })
export class RetryRefundPayload {
  @Field(() => ID, { description: 'Which refund.' })
  id!: string;
}

@ObjectType('RefundNotFailedError', { implements: UserErrorType, description: 'There is no such refund, or it has not failed; nothing was changed.' })
export class RefundNotFailedErrorType extends UserErrorType {}

export const RetryRefundResult = resultUnion('RetryRefundResult', 'How retryRefund ends.', () => [RetryRefundPayload, RefundNotFailedErrorType] as const);

@InputType({ description: 'Narrows a list of refunds; every member given must hold.' })
export class RefundFilter {
  @Field(() => [RefundStatusEnum], { nullable: true, description: 'Only refunds in one of these states.' })
  status?: RefundStatus[] | null;

  @Field(() => ID, { nullable: true, description: 'Only refunds of orders of this broker.' })
  brokerId?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Only refunds of places cancelled at this moment or later.' })
  createdFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only refunds of places cancelled before this moment.' })
  createdBefore?: Date | null;
}

@ArgsType()
export class RefundsArgs extends PageArgs {
  @Field(() => RefundFilter, { nullable: true, description: 'Which refunds; without it, all.' })
  filter?: RefundFilter | null;

  @Field(() => OrderDirection, { defaultValue: 'DESC', description: 'By creation: DESC puts the newest first.' })
  direction!: 'ASC' | 'DESC';
}
