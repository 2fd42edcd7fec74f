import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/run-folder.ts', 'test/support/postgres.ts'],
    setupFiles: ['test/support/fast-check.ts'],
    isolate: false, // the files of one worker share what they import: a third of the time went on importing it anew
    execArgv: ['--single-threaded-gc', '--max-semi-space-size=64'], // the cores are busy anyway: helper threads and small generations cost more than they bring
    maxWorkers: 3, // some tests wait for processes and browsers, so two cores carry three
    retry: 1, // browsers and processes on a loaded machine fail once in a while by themselves; the report names what was tried again
    testTimeout: 60_000, // a guard against hanging, not a measurement
    hookTimeout: 120_000,
  },
  // graphql has a second copy of itself for bundlers; two copies in one process refuse each other's schemas
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
});
