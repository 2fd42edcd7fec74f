import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { freePort } from './postgres.js';
import { freshFolder } from './run-folder.js';

const DIST = fileURLToPath(new URL('../../dist/bundle/', import.meta.url));
const SOON = { timeout: 60_000, interval: 20 };
const ADAPTER_TOKEN = 'the-token-of-the-adapters-in-the-fleet';

/** One process, as `npm start` or `npm run start:adapter` runs it. Killed and started again it is at the same address. */
export class Member {
  /** Where it listens. */
  readonly url: string;
  #up = Promise.withResolvers<void>();
  #child: ChildProcess | undefined;
  #said = '';

  constructor(
    readonly script: 'gateway.js' | 'adapter.js',
    readonly port: number,
    readonly folder: string,
    readonly settings: Readonly<Record<string, string>>,
    /** Without whom it has no answer: an adapter's gateway. */
    readonly behind?: Member,
  ) {
    this.url = `http://localhost:${port}`;
  }

  get graphqlUrl(): string {
    return `${this.url}/graphql`;
  }

  /** Comes true as soon as it answers; after a kill, as soon as it answers again. */
  get up(): Promise<unknown> {
    return Promise.all([this.#up.promise, this.behind?.up]);
  }

  /** What all of its processes have logged: failures that nobody expected. */
  get failures(): readonly string[] {
    return this.#said.split('\n').filter((line) => line.startsWith('{'));
  }

  /** Does nothing when it runs. */
  async start(): Promise<void> {
    if (this.#child) return;
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], PORT: String(this.port), ADAPTER_TOKEN, TRUST_PROXY: 'true', LOG_LEVEL: 'error', ...this.settings };
    const child = spawn(process.execPath, [join(DIST, this.script)], { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let hasEnded = false;
    child.once('exit', () => (hasEnded = true));
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (this.#said += text));
    this.#child = child;
    await vi.waitFor(async () => hasEnded || fetch(`${this.url}/livez`), SOON); // fetch throws until somebody listens
    if (hasEnded) throw new Error(`${this.script} ended at its start: ${this.#said}`);
    this.#up.resolve();
  }

  /** SIGKILL: nothing is finished, nothing is handed back. Resolves when it is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return;
    this.#up = Promise.withResolvers();
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}

/** Gateways with an adapter apart before each, all of them sending webhooks, on one PostgreSQL. */
export interface Fleet {
  readonly gateways: readonly Member[];
  readonly adapters: readonly Member[];
  readonly all: readonly Member[];
  /** The address that all of them hand out. */
  readonly publicUrl: string;
  /** Where the gateways keep the keys that they made. */
  readonly dataFolder: string;
  stop(): Promise<void>;
}

/** Starts two of each. The first gateway fills the database with the demo world. */
export async function startFleet(settings: Readonly<Record<string, string>>): Promise<Fleet> {
  const folder = freshFolder();
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()] as const;
  const publicUrl = `http://localhost:${ports[2]}`;
  const gateway = (port: number) => new Member('gateway.js', port, folder, { PUBLIC_URL: publicUrl, DEMO: 'true', RATE_KEY_PER_MINUTE: '1000000', ...settings });
  const adapter = (port: number, behind: Member) => new Member('adapter.js', port, folder, { PUBLIC_URL: publicUrl, GATEWAY_URL: behind.url }, behind);
  const [first, second] = [gateway(ports[0]), gateway(ports[1])];
  const adapters = [adapter(ports[2], first), adapter(ports[3], second)];
  const all = [first, second, ...adapters];
  const stop = async () => void (await Promise.all(all.map((member) => member.kill())));
  try {
    await first.start();
    await Promise.all([second, ...adapters].map((member) => member.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { gateways: [first, second], adapters, all, publicUrl, dataFolder: join(folder, 'data'), stop };
}
