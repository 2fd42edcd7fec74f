import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { MikroORM, SqliteDriver, type EntityManager, type Options } from '@mikro-orm/sql';
import { Kysely } from 'kysely';
import { ENTITIES } from './entities.js';
import { POSTGRES_MIGRATIONS } from './migrations/postgres/list.js';
import { SQLITE_MIGRATIONS } from './migrations/sqlite/list.js';
import { NodeSqliteDialect } from './node-sqlite.js';
import type { Tables } from './tables.js';

/** The one store, on either database. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  readonly orm: MikroORM;
  /** Plain reads. On SQLite a connection of its own, which sees only what is committed. */
  readonly reads: Kysely<Tables>;
  /** A unit of work for one operation. */
  fork(): EntityManager;
  close(): Promise<void>;
}

const SQLITE_SCHEME = 'sqlite:';

/** Opens `sqlite:<path>` or `postgres://…`. It migrates nothing: see `migrate`. */
export async function openStore(databaseUrl: string): Promise<Store> {
  return databaseUrl.startsWith(SQLITE_SCHEME) ? openSqlite(databaseUrl.slice(SQLITE_SCHEME.length)) : openPostgres(databaseUrl);
}

/** Brings the tables up to date and says which migrations that took. Twice is the same as once. */
export async function migrate(store: Store): Promise<readonly string[]> {
  const done = await store.orm.migrator.up();
  return done.map(({ name }) => name);
}

export async function pendingMigrations(store: Store): Promise<readonly string[]> {
  const pending = await store.orm.migrator.getPending();
  return pending.map(({ name }) => name);
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
  const writes = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ path }) });
  const orm = await MikroORM.init({
    ...COMMON,
    driver: SqliteDriver,
    dbName: path,
    driverOptions: writes,
    migrations: { ...COMMON.migrations, migrationsList: SQLITE_MIGRATIONS },
  });
  await orm.connect(); // the file must exist before a read-only connection can open it
  const reads = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ path, isReadOnly: true }) });
  return {
    kind: 'sqlite',
    orm,
    reads,
    fork: () => orm.em.fork(),
    close: async () => {
      await reads.destroy();
      await orm.close(true);
    },
  };
}

async function openPostgres(clientUrl: string): Promise<Store> {
  const orm = await MikroORM.init({
    ...COMMON,
    driver: PostgreSqlDriver,
    clientUrl,
    migrations: { ...COMMON.migrations, migrationsList: POSTGRES_MIGRATIONS },
  });
  await orm.connect();
  return {
    kind: 'postgres',
    orm,
    reads: orm.em.getKysely<Tables>(),
    fork: () => orm.em.fork(),
    close: () => orm.close(true),
  };
}
