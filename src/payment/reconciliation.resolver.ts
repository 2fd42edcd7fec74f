import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { requireStaff } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { findDifferences, reconcile, reconciliationCsv } from './reconciliation.store.js';
import { listRefunds } from './refund.store.js';
import { OrderRefundConnection, RefundsArgs } from './refund.type.js';
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

  @Query(() => [PaymentDifference], { description: 'Where we and the payment provider differ about payments of a period; it asks the provider about at most 200, the newest first. Needs a staff token.' })
  async paymentDifferences(@Ctx() context: Context, @Args(() => PeriodArgs) period: PeriodArgs) {
    requireStaff(context, 'support');
    return findDifferences(period, context.reads, context.payments);
  }
}
