import { existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder that goes away with the test run, and all that is in it. */
    runFolder: string;
  }
}

/** Makes the folder for whatever the run writes, and removes it in the end. */
export default async function makeRunFolder(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(placeToWrite(), 'courtside-test-'));
  project.provide('runFolder', folder);
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled'); // what one process of ours has compiled the next need not
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Several times what a whole run writes. */
const ENOUGH_BYTES = 3e9;

/** Memory where Linux has plenty of it and runs programs there, since a commit to a file waits for its disk; elsewhere, or where TMPDIR says so, the usual place. */
function placeToWrite(): string {
  if (process.env['TMPDIR'] !== undefined || !existsSync('/proc/mounts')) return tmpdir();
  const [, options = 'noexec'] = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8')) ?? [];
  if (options.split(',').includes('noexec')) return tmpdir();
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize < ENOUGH_BYTES ? tmpdir() : '/dev/shm';
}

/** A new, empty folder, which lives as long as the run. */
export function freshFolder(): string {
  return mkdtempSync(join(inject('runFolder'), 'folder-'));
}

/** One folder for the whole run, where keys outlive the gateway that made them. */
export function sharedFolder(): string {
  return join(inject('runFolder'), 'shared');
}
