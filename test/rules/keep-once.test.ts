import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepOnce } from '../../src/access/keep-once.js';
import { freshFolder } from '../support/run-folder.js';
import { runTogether } from '../support/run-together.js';

describe('a text that is made once and kept', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(freshFolder(), 'data');
  });

  it('is one and whole for all of several processes that start at once, and nothing else stays', async () => {
    const TIMES = 200;
    const job = { job: 'keep-once', folder, times: TIMES } as const;
    const [first = [], ...others] = await runTogether(job, job, job, job);
    const names = Array.from({ length: TIMES }, (_, time) => `kept-${time}`);
    expect(first).toEqual(names.map((name) => createHash('sha256').update(readFileSync(join(folder, name))).digest('hex')));
    for (const other of others) expect(other).toEqual(first);
    for (const name of names) expect(statSync(join(folder, name)).size).toBe(400_000);
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
  });

  it('is not made again where it is known, whatever it is', async () => {
    mkdirSync(folder);
    for (const text of ['kept', '']) {
      writeFileSync(join(folder, 'key'), text);
      expect(await keepOnce(folder, 'key', () => Promise.reject(new Error('made again')))).toBe(text);
    }
  });

  it('leaves nothing behind when making it fails, and is made by the next who asks', async () => {
    await expect(keepOnce(folder, 'key', () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck');
    expect(await keepOnce(folder, 'key', async () => 'made')).toBe('made');
    expect(readdirSync(folder)).toEqual(['key']);
  });

  it('says so when the folder cannot be used, instead of making a text that nobody keeps', async () => {
    writeFileSync(folder, 'a file in its place');
    await expect(keepOnce(folder, 'key', async () => 'made')).rejects.toThrow(/EEXIST|ENOTDIR/);
  });
});
