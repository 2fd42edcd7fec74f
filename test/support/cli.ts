import { execFile } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const BINARY = fileURLToPath(new URL('../../dist/bundle/courtside.js', import.meta.url));

/** Runs the built `courtside` in a process of its own, with these settings and no others, in a folder. It needs what `npm run build` makes. */
export async function runCli(args: readonly string[], settings: Readonly<Record<string, string>>, cwd = emptyFolder()): Promise<CliResult> {
  return new Promise((resolve) => {
    execFile(process.execPath, [BINARY, ...args], { cwd, env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...settings } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
}

/** A folder in which a command finds the keys that a gateway has made for itself. */
export function folderBeside(dataFolder: string): string {
  const folder = emptyFolder();
  symlinkSync(dataFolder, join(folder, 'data'));
  return folder;
}

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'courtside-cli-'));
}
