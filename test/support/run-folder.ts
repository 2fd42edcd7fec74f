import { mkdtempSync } from 'node:fs';
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
  const folder = await mkdtemp(join(tmpdir(), 'courtside-test-'));
  project.provide('runFolder', folder);
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled'); // what one process of ours has compiled the next need not
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** A new, empty folder, which lives as long as the run. */
export function freshFolder(): string {
  return mkdtempSync(join(inject('runFolder'), 'folder-'));
}

/** One folder for the whole run, where keys outlive the gateway that made them. */
export function sharedFolder(): string {
  return join(inject('runFolder'), 'shared');
}
