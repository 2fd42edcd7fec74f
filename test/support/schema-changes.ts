import { findBreakingChanges, findDangerousChanges, type GraphQLSchema } from 'graphql';

export interface SchemaChanges {
  /** What would break a client, and nobody has allowed. */
  readonly breaking: readonly string[];
  /** What was allowed, and is no change any more. */
  readonly idle: readonly string[];
  /** What a client notices only if it did not expect more to come, as a union with a new member. */
  readonly dangerous: readonly string[];
}

/** What has happened to a schema since it was released. */
export function schemaChanges(released: GraphQLSchema, now: GraphQLSchema, allowed: readonly string[]): SchemaChanges {
  const found = findBreakingChanges(released, now).map(({ description }) => description);
  return {
    breaking: found.filter((change) => !allowed.includes(change)),
    idle: allowed.filter((change) => !found.includes(change)),
    dangerous: findDangerousChanges(released, now).map(({ description }) => description),
  };
}

/** The changes that a list like docs/released/allowed.md names with a reason. */
export function allowedIn(text: string): readonly string[] {
  const rows = text.split('\n').filter((line) => line.startsWith('| ')).slice(1);
  return rows.flatMap((row) => {
    const [, change = '', reason = ''] = row.split('|').map((cell) => cell.trim());
    return reason === '' ? [] : [change];
  });
}
