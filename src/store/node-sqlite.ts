import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CompiledQuery, SqliteDialect, SqliteDriver, type DatabaseConnection, type Driver, type SqliteDatabase } from 'kysely';

const BUSY_TIMEOUT_MS = 5_000;
const STATEMENTS_KEPT = 500;

export interface NodeSqliteOptions {
  readonly path: string;
  /** A read-only connection never sees the uncommitted half of somebody's transaction. */
  readonly isReadOnly?: boolean;
}

/** Node's own SQLite behind Kysely: WAL, every commit on disk, what is deleted overwritten with zeros, statements prepared once, Date bound as milliseconds. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #options: NodeSqliteOptions;

  constructor(options: NodeSqliteOptions) {
    super({ database: async () => open(options) });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: async () => open(this.#options) });
  }
}

/** Takes the write lock at once: a transaction that reads first and writes later would fail as busy beside another process. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

function open({ path, isReadOnly = false }: NodeSqliteOptions): SqliteDatabase {
  const database = new DatabaseSync(path, { readOnly: isReadOnly, timeout: BUSY_TIMEOUT_MS });
  if (!isReadOnly) database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on');
  const statements = new Map<string, ReturnType<typeof bridge>>();
  return {
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      if (statements.size >= STATEMENTS_KEPT) statements.clear();
      const statement = bridge(database.prepare(sql));
      statements.set(sql, statement);
      return statement;
    },
    close: () => database.close(),
  };
}

function bridge(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...parameters.map(bindable)),
    run: (parameters: readonly unknown[]) => statement.run(...parameters.map(bindable)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters.map(bindable)),
  };
}

type Bindable = null | number | bigint | string | Uint8Array;

function bindable(value: unknown): Bindable {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'boolean') return Number(value);
  if (value === undefined) return null;
  return value as Bindable; // whatever else arrives, node:sqlite itself refuses what it cannot bind
}
