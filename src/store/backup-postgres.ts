import { spawn } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { Client } from 'pg';
import { BackupError } from './backup-sqlite.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Through `pg_dump`, which must be as new as the server. What callers have spent of their minute is left out. */
export async function backupPostgres(url: string, file: string, environment: Environment): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} is there already; a copy overwrites nothing.`);
  await run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', '--exclude-table-data=rate_minute', `--file=${file}`], url, environment);
  chmodSync(file, 0o600);
}

/** Through `pg_restore`, in one transaction: all of it or nothing. */
export async function restorePostgres(url: string, file: string, mayOverwrite: boolean, environment: Environment): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  if (!mayOverwrite && (await hasTables(url))) throw new BackupError('The database has tables. Stop its gateways, and say --overwrite to lose what is in them.');
  await run('pg_restore', ['--clean', '--if-exists', '--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', '--dbname=$', file], url, environment);
}

async function hasTables(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_tables where schemaname = 'public' limit 1");
    return rowCount === 1;
  } finally {
    await client.end();
  }
}

/** Runs PostgreSQL's own tool. The password goes along in the environment, where other users of the machine do not see it. */
async function run(tool: string, options: readonly string[], url: string, environment: Environment): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const target = address.toString();
  const given = options.includes('--dbname=$') ? options.map((option) => (option === '--dbname=$' ? `--dbname=${target}` : option)) : [...options, target];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(tool, given, { env: { ...environment, ...(password !== '' && { PGPASSWORD: password }) }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const byHand = `Run it where PostgreSQL's tools are as new as the server: ${[tool, ...given].join(' ')}`;
  child.once('error', () => reject(new BackupError(`${tool} cannot be run on this machine. ${byHand}`)));
  child.once('close', (code) => (code === 0 ? resolve() : reject(new BackupError(`${tool} has failed: ${said.trim()}\n${byHand}`))));
  return promise;
}
