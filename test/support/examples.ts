import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DEMO, loadDemoData } from '../../src/store/demo-data.js';
import { askOver } from './book.js';
import { startTestGateway, type TestGateway } from './gateway.js';

/** A gateway in the time of the machine, which is what the examples go by. */
export async function startGatewayOfToday(): Promise<TestGateway> {
  const gateway = await startTestGateway({ store: 'sqlite', adapter: 'in process' });
  gateway.clock.advance((Date.now() - gateway.clock.now().getTime()) / 1000);
  await loadDemoData(gateway.store.fork(), gateway.clock.now());
  return gateway;
}

/** A file of docs/examples. */
const pathOf = (name: string): string => fileURLToPath(new URL(`../../docs/examples/${name}`, import.meta.url));

export interface RunningExample {
  readonly url: string;
  /** What it has printed since it listens. */
  readonly lines: readonly string[];
  stop(): void;
}

/** Starts an example as it is, in a process of its own, on a port of its own unless it is given one. */
export async function startExample(name: string, settings: Readonly<Record<string, string>>): Promise<RunningExample> {
  const child = spawn(process.execPath, [pathOf(name)], { env: { PATH: process.env['PATH'], PORT: '0', ...settings }, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(output, 'line');
  const [, url] = /^listening on (http\S+)$/.exec(lines.shift() ?? '') ?? [];
  if (url === undefined) throw new Error(`${name} does not listen`);
  return { url, lines, stop: () => void child.kill() };
}

export interface ShellAnswer {
  readonly code: number;
  readonly stdout: string;
}

/** Runs an example in the shell of the machine, with the Node that runs the tests. */
export async function runShell(name: string, args: readonly string[], settings: Readonly<Record<string, string>>): Promise<ShellAnswer> {
  const env = { PATH: `${fileURLToPath(new URL('.', `file://${process.execPath}`))}:${process.env['PATH']}`, ...settings };
  return new Promise((resolve) => {
    execFile('sh', [pathOf(name), ...args], { env }, (error, stdout) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout }));
  });
}

/** The latest deliveries of the demo broker, the newest first, as its key sees them. */
export async function deliveriesOf(gateway: TestGateway): Promise<readonly { readonly id: string; readonly state: string; readonly body: string; readonly attempts: readonly { readonly status: number | null }[] }[]> {
  const { webhookDeliveries } = await askOver(gateway)('{ webhookDeliveries(first: 20) { nodes { id state body attempts { status } } } }', {}, { apiKey: DEMO.apiKeys.fitnessFinder });
  return webhookDeliveries.nodes;
}
