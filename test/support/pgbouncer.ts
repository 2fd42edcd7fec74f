import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { vi } from 'vitest';
import { freePort } from './postgres.js';

/** The first that knows prepared statements in transaction mode. */
const OLDEST = [1, 21] as const;

/** Why nothing can be tested behind PgBouncer on this machine; undefined when it can. */
export function lackOfPgBouncer(): string | undefined {
  const { stdout, error } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  if (error) return 'there is no pgbouncer on the PATH';
  const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  const isOld = Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]);
  return isOld ? `pgbouncer is ${major}.${minor}, older than ${OLDEST.join('.')}` : undefined;
}

export interface PgBouncer {
  /** The address of the same database through it. */
  through(databaseUrl: string): string;
  /** Asks its console, such as `show servers`. */
  show(what: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  stop(): Promise<void>;
}

/** Starts one in transaction mode before a PostgreSQL, with so many connections to each database; `isPrivate` lets nobody in without TLS. */
export async function startPgBouncer(serverUrl: string, poolSize: number, isPrivate = false): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  for (const name of [KEY, CERTIFICATE]) copyFileSync(new URL(`../fixtures/${name}`, import.meta.url), join(folder, name)); // where the user that it runs as can read them
  writeFileSync(file, settingsOf(new URL(serverUrl), port, poolSize) + (isPrivate ? tlsOf(folder) : ''));
  const isRoot = process.getuid?.() === 0; // it refuses to run as root
  const child = spawn('pgbouncer', ['--quiet', file], { stdio: 'ignore', ...(isRoot && { uid: NOBODY, gid: NOBODY }) });
  const gone = once(child, 'exit');
  const suffix = isPrivate ? '?sslmode=no-verify' : '';
  const consoleUrl = `postgres://postgres@127.0.0.1:${port}/pgbouncer${suffix}`;
  await vi.waitFor(() => ask(consoleUrl, 'show version'), { timeout: 20_000, interval: 20 });
  return {
    through: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return `${url.toString()}${suffix}`;
    },
    show: (what) => ask(consoleUrl, what),
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const NOBODY = 65_534;
const KEY = 'localhost-key.pem';
const CERTIFICATE = 'localhost-cert.pem';

function tlsOf(folder: string): string {
  return `client_tls_sslmode = require\nclient_tls_key_file = ${join(folder, KEY)}\nclient_tls_cert_file = ${join(folder, CERTIFICATE)}\n`;
}

function settingsOf({ hostname, port: serverPort, username, password }: URL, port: number, poolSize: number): string {
  return `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 100
default_pool_size = ${poolSize}
`;
}

async function ask(url: string, what: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(what)).rows;
  } finally {
    await client.end();
  }
}
