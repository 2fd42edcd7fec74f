import { sql, type RawBuilder } from 'kysely';
import type { Store } from './open-store.js';

/** What a column of given rows is: both stores are told, since JSON carries neither instants nor 64-bit integers. */
export type RowColumn = 'text' | 'uuid' | 'integer' | 'bigint' | 'boolean' | 'double' | 'instant' | 'json';
export type RowColumns = Readonly<Record<string, RowColumn>>;

type ValueOf = { text: string; uuid: string; integer: number; bigint: string; boolean: boolean; double: number; instant: Date; json: object };
export type RowOf<C extends RowColumns> = { readonly [K in keyof C]: ValueOf[C[K]] | null };

const POSTGRES_TYPES = { text: 'text', uuid: 'uuid', integer: 'int', bigint: 'bigint', boolean: 'boolean', double: 'double precision', instant: 'timestamptz', json: 'json' } as const satisfies Record<RowColumn, string>;

/**
 * Any number of rows as a table that a statement can select from, `(…) as given`, with one parameter: the statement is the
 * same for a row and for a thousand, so that it is prepared once and no limit on parameters is met.
 */
export function rowsOf<C extends RowColumns>(kind: Store['kind'], columns: C, rows: readonly RowOf<C>[]): RawBuilder<unknown> {
  const names = Object.keys(columns);
  const text = JSON.stringify(rows, kind === 'sqlite' ? instantsAsNumbers(columns) : undefined);
  if (kind === 'postgres') {
    const types = names.map((name) => `"${name}" ${POSTGRES_TYPES[columns[name] ?? 'text']}`).join(', ');
    return sql`(select ${namesOf(columns)} from json_to_recordset(${text}::json) as r(${sql.raw(types)})) as given`; // named: a text with an asterisk is never prepared
  }
  const members = names.map((name) => (columns[name] === 'bigint' ? `cast(value ->> '${name}' as integer) as "${name}"` : `value ->> '${name}' as "${name}"`)).join(', ');
  return sql`(select ${sql.raw(members)} from json_each(${text})) as given`;
}

/** SQLite keeps an instant as milliseconds. */
function instantsAsNumbers(columns: RowColumns) {
  return function (this: Record<string, unknown>, key: string, value: unknown): unknown {
    const original = this[key]; // JSON.stringify has made text of a Date already
    return columns[key] === 'instant' && original instanceof Date ? original.getTime() : value;
  };
}

/** The same names, to select or to insert. */
export function namesOf(columns: RowColumns): RawBuilder<unknown> {
  return sql.join(Object.keys(columns).map((name) => sql.ref(name)));
}
