import { CompiledQuery, type Compilable, type Kysely } from 'kysely';
import type { Awaitable } from '../shared/awaitable.js';
import type { Tables } from './tables.js';

/** Stands in a query for a value that each call brings along. */
class Parameter {
  constructor(readonly name: string) {}
}

/** For wherever a value may stand in a query that is prepared, whatever its type. */
export function parameter(name: string): never {
  return new Parameter(name) as never; // Kysely hands on whatever stands for a value
}

/** A connection that answers at once: SQLite's. Its Kysely compiles for it. */
export interface ImmediateConnection {
  readonly kysely: Kysely<Tables>;
  readonly run: (sql: string, parameters: readonly unknown[]) => readonly unknown[];
}

/** A shorter way to a database than through its Kysely. */
type Run = (sql: string, parameters: unknown[]) => Awaitable<readonly unknown[]>;

const shortcuts = new WeakMap<Kysely<Tables>, Run>();

/** Lets prepared statements on this Kysely go past it. */
export function shortcut(kysely: Kysely<Tables>, run: Run): void {
  shortcuts.set(kysely, run);
}

type Values = Readonly<Record<string, unknown>>;

interface Constant {
  readonly sql: string;
  readonly slots: readonly unknown[];
}

/**
 * A statement whose text never changes: it is built and compiled once for each database, and afterwards only its values are
 * handed over. To build one anew costs several times what it takes to run it.
 */
export class Prepared<V extends Values, R> {
  readonly #build: (on: Kysely<Tables>) => Compilable<R>;
  readonly #constants = new WeakMap<Kysely<Tables>, Constant>();

  constructor(build: (on: Kysely<Tables>) => Compilable<R>) {
    this.#build = build;
  }

  /** Where the database answers at once, so does this. */
  rows(on: Kysely<Tables>, values: V): Awaitable<readonly R[]> {
    const { sql, slots } = this.#constantFor(on);
    const run = shortcuts.get(on);
    if (!run) return on.executeQuery<R>(CompiledQuery.raw(sql, filled(slots, values))).then(({ rows }) => rows);
    return run(sql, filled(slots, values)) as Awaitable<readonly R[]>; // what `build` selects
  }

  rowsNow({ kysely, run }: ImmediateConnection, values: V): readonly R[] {
    const { sql, slots } = this.#constantFor(kysely);
    return run(sql, filled(slots, values)) as readonly R[]; // what `build` selects
  }

  #constantFor(on: Kysely<Tables>): Constant {
    const known = this.#constants.get(on);
    if (known) return known;
    const { sql, parameters } = this.#build(on).compile();
    const constant = { sql, slots: parameters };
    this.#constants.set(on, constant);
    return constant;
  }
}

function filled(slots: readonly unknown[], values: Values): unknown[] {
  return slots.map((slot) => (slot instanceof Parameter ? values[slot.name] : slot));
}

/** How many statements of one kind are kept. */
const KEPT = 200;

/** Statements of one kind that differ in what cannot be a value: the direction of a list, say. They are told apart by a key. */
export function preparedByKey<K extends string, V extends Values, R>(build: (key: K) => Prepared<V, R>): (key: K) => Prepared<V, R> {
  const known = new Map<K, Prepared<V, R>>();
  return (key) => {
    const statement = known.get(key) ?? build(key);
    if (known.size >= KEPT) known.clear();
    known.set(key, statement);
    return statement;
  };
}
