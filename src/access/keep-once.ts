import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The text of a file in the data folder; made and written by the first who asks, readable by its owner only. Of two that
 * start at once, one wins and both read the same.
 */
export async function keepOnce(folder: string, name: string, make: () => Promise<string>): Promise<string> {
  const path = join(folder, name);
  const known = read(path);
  if (known !== undefined) return known;
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(path, await make(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  return readFileSync(path, 'utf8');
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
