import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';

/** Why there is no copy, in a sentence for whoever asked. */
export class BackupError extends Error {}

/** Copies the database as it is at one moment, while others read and write, looks the copy over, and gives it its name last. Only its owner may read it. */
export function backupSqlite(path: string, file: string): void {
  if (!existsSync(path)) throw new BackupError(`There is no database at ${path}.`);
  if (existsSync(file)) throw new BackupError(`${file} is there already; a copy overwrites nothing.`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.prepare('vacuum into ?').run(part);
  } finally {
    database.close();
  }
  chmodSync(part, 0o600);
  requireWhole(part);
  renameSync(part, file);
}

/** Puts a copy in the place of the database, in one transaction of SQLite's own: who has it open sees all of the old one or all of the new. */
export async function restoreSqlite(path: string, file: string, mayOverwrite: boolean): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  requireWhole(file);
  if (existsSync(path) && !mayOverwrite) throw new BackupError(`There is a database at ${path}. Stop its gateways, and say --overwrite to lose what is in it.`);
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    await backup(source, path);
  } finally {
    source.close();
  }
  requireWhole(path);
}

function requireWhole(file: string): void {
  let problem: string | undefined;
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const { integrity_check: verdict } = database.prepare('pragma integrity_check').get() ?? {};
      const broken = database.prepare('pragma foreign_key_check').all();
      const known = database.prepare("select 1 from sqlite_master where name = 'mikro_orm_migrations'").get();
      problem = verdict !== 'ok' ? 'it is damaged' : broken.length > 0 ? 'its rows name others that are missing' : known ? undefined : 'it is not a database of Courtside';
    } finally {
      database.close();
    }
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  if (problem !== undefined) throw new BackupError(`${file} cannot be used: ${problem}.`);
}
