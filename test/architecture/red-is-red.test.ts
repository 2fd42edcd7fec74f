import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/source-files.js';

it('a run with a failed test exits with 1, so that nobody takes it for a good one', async () => {
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'test/fixtures/red/vitest.config.ts'];
  const { exitCode, output } = await new Promise<{ exitCode: unknown; output: string }>((resolve) => {
    execFile(process.execPath, vitest, { cwd: ROOT, env: { ...process.env, NO_COLOR: '1' } }, (error, stdout) => resolve({ exitCode: error?.code ?? 0, output: stdout }));
  });
  expect(output).toMatch(/Tests +1 failed \(1\)/);
  expect(exitCode).toBe(1);
});
