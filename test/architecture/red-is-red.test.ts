import { execFile } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshFolder } from '../support/run-folder.js';
import { ROOT } from '../support/source-files.js';

it('a run with a failed test exits with 1, so that nobody takes it for a good one, and leaves no file behind', async () => {
  const temporary = freshFolder();
  for (const folder of [join(temporary, '..'), temporary]) chmodSync(folder, 0o755); // as root, the run's PostgreSQL belongs to a user of its own
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'test/fixtures/red/vitest.config.ts'];
  const env = { ...process.env, NO_COLOR: '1', TMPDIR: temporary, TMP: temporary, TEMP: temporary };
  const { exitCode, output } = await new Promise<{ exitCode: unknown; output: string }>((resolve) => {
    execFile(process.execPath, vitest, { cwd: ROOT, env }, (error, stdout) => resolve({ exitCode: error?.code ?? 0, output: stdout }));
  });
  expect(output).toMatch(/Tests +1 failed \(1\)/);
  expect(exitCode).toBe(1);
  expect(readdirSync(temporary)).toEqual([]);
});
