import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The text of a file in the data folder; made and written by the first who asks, readable by its owner only. Of several
 * that start at once, one wins and all read the same: the file gets its name when it is whole and on disk, and never loses
 * it to another.
 */
export async function keepOnce(folder: string, name: string, make: () => Promise<string>): Promise<string> {
  const path = join(folder, name);
  const known = read(path);
  if (known !== undefined) return known;
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `.${name}.${randomUUID()}`);
  try {
    writeFileSync(temporary, await make(), { flag: 'wx', mode: 0o600, flush: true });
    linkSync(temporary, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error; // somebody else was first
  } finally {
    rmSync(temporary, { force: true });
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
