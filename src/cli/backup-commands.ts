import type { Command } from 'commander';
import { backupPostgres, restorePostgres } from '../store/backup-postgres.js';
import { BackupError, backupSqlite, restoreSqlite } from '../store/backup-sqlite.js';
import { CommandError } from './command-error.js';
import type { Print, ReadSettings } from './command-parts.js';

const SQLITE_SCHEME = 'sqlite:';

/** `backup` and `restore`: the whole database, and nothing of the settings; without the keys in them a copy cannot be read in full. */
export function addBackupCommands(program: Command, print: Print, settings: ReadSettings, environment: NodeJS.ProcessEnv): void {
  program
    .command('backup <file>')
    .description('copy the whole database into a new file, while gateways go on; PostgreSQL needs pg_dump')
    .action(async (file: string) => {
      const { databaseUrl: url, listenUrl } = settings();
      await told(async () => (url.startsWith(SQLITE_SCHEME) ? backupSqlite(url.slice(SQLITE_SCHEME.length), file) : backupPostgres(listenUrl, file, environment)));
      print({ backup: file });
    });
  program
    .command('restore <file>')
    .description('put such a copy in the place of the database, whose gateways must have been stopped; PostgreSQL needs pg_restore')
    .option('--overwrite', 'although there is a database, which is lost')
    .action(async (file: string, { overwrite = false }: { overwrite?: boolean }) => {
      const { databaseUrl: url, listenUrl } = settings();
      await told(() => (url.startsWith(SQLITE_SCHEME) ? restoreSqlite(url.slice(SQLITE_SCHEME.length), file, overwrite) : restorePostgres(listenUrl, file, overwrite, environment)));
      print({ restored: file });
    });
}

async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof BackupError ? new CommandError(error.message) : error;
  }
}
