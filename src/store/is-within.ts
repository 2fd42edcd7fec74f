import type { Expression, ExpressionBuilder, ReferenceExpression, SqlBool } from 'kysely';
import type { Reach } from '../access/require-caller.js';

/** Whether what names its broker in this column is within reach. */
export function isWithin<DB, TB extends keyof DB>(is: ExpressionBuilder<DB, TB>, brokerColumn: ReferenceExpression<DB, TB>, reach: Reach): Expression<SqlBool> {
  return reach === 'EVERYBODY' ? is.lit(true) : is(brokerColumn, '=', reach.brokerId as never); // the columns asked for here are all text
}
