import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { requireStaff } from '../access/require-caller.js';
import type { Context } from '../context.js';
import { findDifferences, reconcile, reconciliationCsv } from './reconciliation.store.js';
import { PaymentDifference, PeriodArgs, Reconciliation } from './reconciliation.type.js';

@Resolver()
export class ReconciliationResolver {
  @Query(() => Reconciliation, { description: 'What sellers took and gave back in a period. Needs a staff token.' })
  async reconciliation(@Ctx() context: Context, @Args(() => PeriodArgs) period: PeriodArgs) {
    requireStaff(context, 'support');
    const rows = await reconcile(period, context.reads);
    return { rows, csv: reconciliationCsv(rows) };
  }

  @Query(() => [PaymentDifference], { description: 'Where we and the payment provider differ about payments of a period; it asks the provider about at most 200, the newest first. Needs a staff token.' })
  async paymentDifferences(@Ctx() context: Context, @Args(() => PeriodArgs) period: PeriodArgs) {
    requireStaff(context, 'support');
    return findDifferences(period, context.reads, context.payments);
  }
}
