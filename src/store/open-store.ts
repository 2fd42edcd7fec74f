import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, SqliteDriver, type EntityManager, type Options } from '@mikro-orm/sql';
import { Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { Bell } from './bell.js';
import { ENTITIES } from './entities.js';
import { logOnDisk } from './log-on-disk.js';
import { lockedPostgres, lockedSqlite } from './migration-lock.js';
import { POSTGRES_MIGRATIONS } from './migrations/postgres/list.js';
import { SQLITE_MIGRATIONS } from './migrations/sqlite/list.js';
import { NodeSqliteDialect } from './node-sqlite.js';
import { shortcut } from './prepared.js';
import type { Tables } from './tables.js';
import { WriteLane, type WritingConnection } from './write-lane.js';

/** The one store, on either database. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  readonly orm: MikroORM;
  /** Plain reads. On SQLite a connection of its own, which sees only what is committed. */
  readonly reads: Kysely<Tables>;
  /** Wakes who waits for work: on PostgreSQL for what any process commits, on SQLite for what this one does. */
  readonly bell: Bell;
  /** On SQLite, for writes that share a commit. */
  readonly lane?: WriteLane;
  /** How the connections to PostgreSQL stand. */
  readonly pool?: () => { readonly busy: number; readonly idle: number; readonly waiting: number };
  /** Does what only one process may do at a time: migrate. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** A unit of work for one operation. */
  fork(): EntityManager;
  close(): Promise<void>;
}

const SQLITE_SCHEME = 'sqlite:';

/** Opens `sqlite:<path>` or `postgres://…`, and listens for commits at the same address or at `listenUrl`. It migrates nothing: see `migrate`. */
export async function openStore(databaseUrl: string, listenUrl = databaseUrl): Promise<Store> {
  return databaseUrl.startsWith(SQLITE_SCHEME) ? openSqlite(databaseUrl.slice(SQLITE_SCHEME.length)) : openPostgres(databaseUrl, listenUrl);
}

/** Brings the tables up to date and says which migrations that took. Twice is the same as once, also at the same time: the second waits for the first and finds nothing to do. */
export async function migrate(store: Store): Promise<readonly string[]> {
  const done = await store.alone(() => store.orm.migrator.up());
  return done.map(({ name }) => name);
}

export async function pendingMigrations(store: Store): Promise<readonly string[]> {
  const pending = await store.orm.migrator.getPending();
  return pending.map(({ name }) => name);
}

/** The same in one small read, to be asked often. */
export async function lackedMigrations({ kind, reads }: Store): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from mikro_orm_migrations`.execute(reads);
  const applied = new Set(rows.map(({ name }) => name));
  return (kind === 'sqlite' ? SQLITE_MIGRATIONS : POSTGRES_MIGRATIONS).map(({ name }) => name).filter((name) => !applied.has(name));
}

const COMMON = {
  entities: ENTITIES,
  extensions: [Migrator],
  forceUtcTimezone: true,
  discovery: { warnWhenNoEntities: true, checkDuplicateTableNames: true },
  debug: false,
  migrations: { silent: true, snapshot: false },
  schemaGenerator: { ignoreTriggers: true }, // they differ by dialect, so the migrations alone make them
} satisfies Options;

async function openSqlite(path: string): Promise<Store> {
  mkdirSync(dirname(path), { recursive: true });
  const bell = new Bell();
  const readDialect = new NodeSqliteDialect({ path, isReadOnly: true });
  const writeDialect = new NodeSqliteDialect({ path, before: () => readDialect.part(), committed: (topic) => bell.ring(topic) });
  const writes = new Kysely<Tables>({ dialect: writeDialect });
  const orm = await MikroORM.init({
    ...COMMON,
    driver: SqliteDriver,
    dbName: path,
    driverOptions: writes,
    migrations: { ...COMMON.migrations, migrationsList: SQLITE_MIGRATIONS },
  });
  await orm.connect(); // the file must exist before a read-only connection can open it
  const reads = new Kysely<Tables>({ dialect: readDialect });
  shortcut(reads, (text, parameters) => readDialect.database.run(text, parameters));
  const onceOpen: WritingConnection = {
    kysely: writes,
    run: (text, parameters) => writeDialect.database.run(text, parameters),
    isTransaction: () => writeDialect.database.isTransaction,
    inLogOnly: (work) => writeDialect.database.inLogOnly(work),
  };
  const log = logOnDisk(path);
  return {
    kind: 'sqlite',
    orm,
    reads,
    bell,
    lane: new WriteLane(writes, onceOpen, log),
    alone: (work) => lockedSqlite(path, work),
    fork: () => orm.em.fork(),
    close: async () => {
      await bell.close();
      await log.close();
      await reads.destroy();
      readDialect.database.close();
      await orm.close(true);
    },
  };
}

/** Its client is loaded only where it is used. */
async function openPostgres(clientUrl: string, listenUrl: string): Promise<Store> {
  const [{ PostgreSqlDriver }, { cancelOverTime }, { listenPostgres }] = await Promise.all([import('@mikro-orm/postgresql'), import('./cancel-postgres.js'), import('./listen-postgres.js')]);
  const pools: Pool[] = []; // one
  const orm = await MikroORM.init({
    ...COMMON,
    driver: PostgreSqlDriver,
    clientUrl,
    driverOptions: {
      connectionString: clientUrl, // with what MikroORM reads no further: `sslmode`
      onPoolCreated: (created: Pool) => {
        pools.push(created);
        cancelOverTime(created, clientUrl);
      },
    },
    migrations: { ...COMMON.migrations, migrationsList: POSTGRES_MIGRATIONS },
  });
  await orm.connect();
  const bell = new Bell((heard) => listenPostgres(listenUrl, heard));
  const reads = orm.em.getKysely<Tables>();
  shortcut(reads, (text, parameters) => query(pools[0], text, parameters));
  return {
    kind: 'postgres',
    orm,
    pool: () => {
      const [{ totalCount, idleCount, waitingCount } = { totalCount: 0, idleCount: 0, waitingCount: 0 }] = pools;
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    reads,
    bell,
    alone: (work) => lockedPostgres(listenUrl, work),
    fork: () => orm.em.fork(),
    close: async () => {
      await bell.close();
      await orm.close(true);
    },
  };
}

async function query(pool: Pool | undefined, text: string, parameters: unknown[]): Promise<readonly unknown[]> {
  if (!pool) throw new Error('the store is not open');
  const client = await pool.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, parameters)).rows;
  } finally {
    client.release();
  }
}
