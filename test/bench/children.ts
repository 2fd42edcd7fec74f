import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A process of the bench that answers requests. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** From its start to its first answer. */
  readonly startMs: number;
  stop(): Promise<void>;
}

interface ServerParts {
  /** From the repository's root. */
  readonly script: string;
  readonly flags?: readonly string[];
  readonly argument?: object;
  readonly environment?: Readonly<Record<string, string>>;
  readonly port: number;
  /** Where what it prints goes, as on a server. */
  readonly folder: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOOK_EVERY_MS = 5;
const LONGEST_START_MS = 60_000;
/** Of a log, in characters. */
const MOST_SHOWN = 3_000;

/** Starts a server and waits for its first answer. It has nothing of our environment but the path. */
export async function startServer({ script, flags = [], argument, environment = {}, port, folder }: ServerParts): Promise<Server> {
  const log = openSync(join(folder, `${port}.log`), 'a');
  const start = performance.now();
  const child = spawn(process.execPath, [...profiling(folder), ...flags, script, ...(argument ? [JSON.stringify(argument)] : [])], { cwd: ROOT, env: { PATH: process.env['PATH'], ...environment }, stdio: ['ignore', log, log] });
  endWithUs(child);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswered(child, port, join(folder, `${port}.log`));
  const startMs = performance.now() - start;
  return { url, pid: child.pid ?? 0, startMs, stop: () => stop(child) };
}

const alive = new Set<ChildProcess>();
process.once('exit', () => alive.forEach((child) => child.kill('SIGKILL')));

/** However this process ends, by a key or an error too, no server of its outlives it. */
function endWithUs(child: ChildProcess): void {
  alive.add(child);
  child.once('exit', () => alive.delete(child));
}

/** With BENCH_PROFILE every server leaves a CPU profile in that folder when it ends. */
function profiling(folder: string): readonly string[] {
  const into = process.env['BENCH_PROFILE'];
  return into === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${into}`, `--cpu-prof-name=${folder.split('/').at(-1)}-${performance.now()}.cpuprofile`];
}

async function untilAnswered(child: ChildProcess, port: number, log: string): Promise<void> {
  const latest = performance.now() + LONGEST_START_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > latest) throw new Error(`a server did not start:\n${readFileSync(log, 'utf8').slice(-MOST_SHOWN)}`);
    await pause(LOOK_EVERY_MS);
  }
}

/** Whether anything comes back for a request, whatever it is. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/checkout-sessions/none HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n'));
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
    socket.once('error', () => resolve(false));
    socket.once('data', () => socket.destroy());
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  const gone = once(child, 'exit');
  const isGone = await Promise.race([gone.then(() => true), pause(15_000, false, { ref: false })]);
  if (!isGone) child.kill('SIGKILL');
  await gone;
}

/** Runs one of the bench's own files to its end, and gives what it said. */
export async function runChild<T>(file: string, argument: object): Promise<T> {
  const child = fork(join(ROOT, 'test/bench', file), [JSON.stringify(argument)], { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  const said: T[] = [];
  child.on('message', (message) => said.push(message as T)); // what that file sends
  const [code] = await once(child, 'close');
  const [first] = said;
  if (code !== 0 || first === undefined) throw new Error(`${file} ended with ${String(code)}`);
  return first;
}
