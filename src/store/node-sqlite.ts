import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CompiledQuery, SqliteDialect, SqliteDriver, type DatabaseConnection, type Driver, type SqliteDatabase } from 'kysely';
import { requireTime } from '../shared/time-limit.js';
import type { Topic } from './bell.js';
import { readTogether } from './read-together.js';

const BUSY_TIMEOUT_MS = 5_000;
const STATEMENTS_KEPT = 500;
/** Of 4 KiB: a log that has so many is taken over into the file. A page that was written again and again is so once. */
const LOG_PAGES = 8_000;

export interface NodeSqliteOptions {
  readonly path: string;
  /** A read-only connection never sees the uncommitted half of somebody's transaction. */
  readonly isReadOnly?: boolean;
  /** Done before each statement. */
  readonly before?: () => void;
  /** Told of each topic for which work was committed. */
  readonly committed?: (topic: Topic) => void;
}

/** Node's own SQLite behind Kysely: WAL, every commit on disk, what is deleted overwritten with zeros, statements prepared once, Date bound as milliseconds. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #options: NodeSqliteOptions;
  #database: OpenDatabase | undefined;

  constructor(options: NodeSqliteOptions) {
    super({ database: async () => open(options) });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: async () => this.database });
  }

  /** The one connection itself, for what is done at once. */
  get database(): OpenDatabase {
    this.#database ??= open(this.#options);
    return this.#database;
  }

  /** On a connection that only reads: ends the look that the reads of this turn share. */
  part(): void {
    this.#database?.part();
  }
}

/** Takes the write lock at once: a transaction that reads first and writes later would fail as busy beside another process. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** A commit is on disk when it returns. */
const FULL = 'pragma synchronous = full';

export interface OpenDatabase extends SqliteDatabase {
  readonly part: () => void;
  /** What is committed within is in the log, and on disk only once somebody has seen to that. */
  readonly inLogOnly: <T>(work: () => T) => T;
  run(sql: string, parameters: readonly unknown[]): readonly unknown[];
  readonly isTransaction: boolean;
}

function open({ path, isReadOnly = false, before = () => {}, committed = () => {} }: NodeSqliteOptions): OpenDatabase {
  const database = new DatabaseSync(path, { readOnly: isReadOnly, timeout: BUSY_TIMEOUT_MS });
  if (!isReadOnly) database.exec(`pragma journal_mode = wal; ${FULL}; pragma foreign_keys = on; pragma secure_delete = on; pragma wal_autocheckpoint = ${LOG_PAGES}`);
  const together = isReadOnly ? readTogether(database) : undefined;
  const first = together?.join ?? before;
  const inTime = (): void => {
    requireTime();
    first();
  };
  const statements = new Map<string, Bridge>();
  const touched = new Set<Topic>();
  /** After a statement: what it brings waits for the end of its transaction, if it is in one. */
  const ran = (text: string, topic: Topic | undefined): void => {
    if (topic) touched.add(topic);
    if (touched.size === 0 || database.isTransaction) return;
    const topics = [...touched];
    touched.clear();
    if (!/^\s*rollback/i.test(text)) topics.forEach(committed);
  };
  const prepare = (sql: string): Bridge => {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= STATEMENTS_KEPT) statements.clear();
    const topic = topicOf(sql);
    const statement = bridge(database.prepare(sql), () => ran(sql, topic), ENDS.test(sql) ? first : inTime);
    statements.set(sql, statement);
    return statement;
  };
  return {
    prepare,
    part: () => together?.part(),
    inLogOnly: (work) => {
      database.exec('pragma synchronous = normal');
      try {
        return work();
      } finally {
        database.exec(FULL);
      }
    },
    run: (sql, parameters) => {
      const statement = prepare(sql);
      if (statement.reader) return statement.all(parameters);
      statement.run(parameters);
      return [];
    },
    get isTransaction() {
      return database.isTransaction;
    },
    close: () => void (database.isOpen && database.close()), // its Kysely closes it only if it has used it
  };
}

/** What is waited for on PostgreSQL by triggers: new rows of these two tables, and deliveries that are queued again. */
function topicOf(sql: string): Topic | undefined {
  const [, table] = /^\s*(?:insert into|update) [`"](webhook_delivery|outbox_task)[`"]/i.exec(sql) ?? [];
  if (table === undefined || (/^\s*update/i.test(sql) && !sql.includes('queued_at'))) return undefined;
  return table === 'outbox_task' ? 'outbox' : 'webhook';
}

/** What ends a transaction must always get through. */
const ENDS = /^\s*(rollback|commit|release)/i;

type Bridge = ReturnType<typeof bridge>;

function bridge(statement: StatementSync, ran: () => void, mayRun: () => void) {
  const toRow = rowsFrom(statement);
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => {
      mayRun();
      const rows = statement.all(...parameters.map(bindable));
      ran();
      return rows.map(toRow);
    },
    run: (parameters: readonly unknown[]) => {
      mayRun();
      const result = statement.run(...parameters.map(bindable));
      ran();
      return result;
    },
    *iterate(parameters: readonly unknown[]) {
      for (const values of statement.iterate(...parameters.map(bindable))) yield toRow(values);
    },
  };
}

type Row = Record<string, unknown>;

/** Has rows come as arrays and names their values here: node:sqlite's own objects are dictionaries, which take twice as long to make and to read. */
function rowsFrom(statement: StatementSync): (values: unknown) => Row {
  statement.setReturnArrays(true);
  let names: readonly string[] = [];
  return (values) => {
    const row: Row = {};
    const members = values as readonly unknown[]; // as was asked for
    if (names.length !== members.length) names = statement.columns().map(({ name }) => name); // also when a migration has changed what `*` means
    for (let index = 0; index < members.length; index += 1) row[names[index] ?? ''] = members[index];
    return row;
  };
}

type Bindable = null | number | bigint | string | Uint8Array;

function bindable(value: unknown): Bindable {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'boolean') return Number(value);
  if (value === undefined) return null;
  return value as Bindable; // whatever else arrives, node:sqlite itself refuses what it cannot bind
}
