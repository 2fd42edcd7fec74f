import type { Expression, ExpressionBuilder, ReferenceExpression, SqlBool } from 'kysely';

/** `column in (…)`, also for an empty list, which no SQL dialect writes and which matches nothing. */
export function isOneOf<DB, TB extends keyof DB>(is: ExpressionBuilder<DB, TB>, column: ReferenceExpression<DB, TB>, values: readonly string[]): Expression<SqlBool> {
  return values.length === 0 ? is.lit(false) : is(column, 'in', values as never); // the columns asked for here are all text
}
