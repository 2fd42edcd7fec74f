import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/run-folder.js';
import { ROOT } from '../support/source-files.js';

const STATUS = 'rest-adapter/http/status.ts';
/** The build's own rules for the table alone and what it imports: all else is compiled by the build itself. */
const PROJECT = 'status-table.json';
const ROW = /^ *WebhookNotRegisteredError: \d+,\n/m;

describe('the table of statuses', () => {
  let copy: string;
  beforeAll(async () => {
    copy = freshFolder();
    for (const part of ['package.json', 'tsconfig.json', 'rest-adapter']) await cp(join(ROOT, part), join(copy, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
    await writeFile(join(copy, PROJECT), JSON.stringify({ extends: './tsconfig.json', include: [], files: [STATUS] }));
  });

  it('compiles when every named error has its status', async () => {
    expect(await compile()).toEqual({ exitCode: 0, output: '' });
  });

  it('stops the build, by name, when a named error has none', async () => {
    const whole = await readFile(join(copy, STATUS), 'utf8');
    expect(whole).toMatch(ROW);
    await writeFile(join(copy, STATUS), whole.replace(ROW, ''));
    const { exitCode, output } = await compile();
    expect(exitCode).not.toBe(0);
    expect(output).toMatch(/^rest-adapter\/http\/status\.ts.*WebhookNotRegisteredError/m);
  });

  function compile(): Promise<{ exitCode: number | string; output: string }> {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    return new Promise((resolve) => {
      execFile(process.execPath, [tsc, '--noEmit', '--pretty', 'false', '-p', join(copy, PROJECT)], { cwd: copy }, (error, stdout, stderr) => resolve({ exitCode: error?.code ?? 0, output: `${stdout}${stderr}` }));
    });
  }
});
