import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireReason } from '../access/on-behalf.js';
import { requireStaff } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { payload } from '../shared/result.type.js';
import { findDifferences, reconcile, reconciliationCsv } from './reconciliation.store.js';
import { listRefunds } from './refund.store.js';
import { OrderRefundConnection, RefundsArgs, RetryRefundInput, RetryRefundResult } from './refund.type.js';
import { retryRefund } from './retry-refund.js';
import { PaymentDifference, PeriodArgs, Reconciliation } from './reconciliation.type.js';

@Resolver()
export class ReconciliationResolver {
  @Query(() => Reconciliation, { description: 'What sellers took and gave back in a period. Needs a staff token.' })
  async reconciliation(@Ctx() context: Context, @Args(() => PeriodArgs) period: PeriodArgs) {
    requireStaff(context, 'support');
    const rows = await reconcile(period, context.reads);
    return { rows, csv: reconciliationCsv(rows) };
  }

  @Query(() => OrderRefundConnection, { description: 'Refunds across all brokers; FAILED and REFUND_BY_SELLER are those that somebody has to see to. Needs a staff token.' })
  async refunds(@Ctx() context: Context, @Args(() => RefundsArgs) { filter, first, after, direction }: RefundsArgs) {
    requireStaff(context, 'support');
    return listRefunds(filter ?? {}, { first, after: after ?? null, direction }, context);
  }

  @Mutation(() => RetryRefundResult, { description: 'Has a refund that failed tried anew. A repeat finds it on its way and changes nothing. Needs a staff token with the role operator, and a reason.' })
  async retryRefund(@Ctx() context: Context, @Arg('input', () => RetryRefundInput, { description: 'Which, and why.' }) { id, reason }: RetryRefundInput) {
    const staff = requireStaff(context, 'operator');
    return (await retryRefund(id, requireReason(reason), { ...context, staff })) ?? payload('RetryRefundPayload', { id });
  }

  @Query(() => [PaymentDifference], { description: 'Where we and the payment provider differ about payments of a period; it asks the provider about at most 200, the newest first. Needs a staff token.' })
  async paymentDifferences(@Ctx() context: Context, @Args(() => PeriodArgs) period: PeriodArgs) {
    requireStaff(context, 'support');
    return findDifferences(period, context.reads, context.payments);
  }
}
