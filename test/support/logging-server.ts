import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './postgres.js';
import { freshFolder } from './run-folder.js';

export interface LoggingServer extends AsyncDisposable {
  readonly url: string;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** The product as `npm start` runs it, here or where it has been copied to, with everything that it prints. */
export async function startLoggingServer(settings: Readonly<Record<string, string>> = {}, folder = process.cwd()): Promise<LoggingServer> {
  return startLogging('gateway.js', { DATABASE_URL: `sqlite:${join(freshFolder(), 'log.db')}`, ...settings }, folder);
}

/** The adapter as `npm run start:adapter` runs it, before a gateway elsewhere, with everything that it prints. */
export async function startLoggingAdapter(settings: Readonly<Record<string, string>>): Promise<LoggingServer> {
  return startLogging('adapter.js', settings);
}

async function startLogging(script: string, settings: Readonly<Record<string, string>>, folder = process.cwd()): Promise<LoggingServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const environment = { PATH: process.env['PATH'], PORT: String(port), LOG_LEVEL: 'info', ...settings };
  const child = spawn(process.execPath, [`dist/bundle/${script}`], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let log = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (log.includes('Server listening')) resolve();
      });
    }
    void ended.then(() => reject(new Error(log)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, log: () => log, stop, [Symbol.asyncDispose]: stop };
}
