import * as fc from 'fast-check';

/**
 * A plain test run generates the same inputs every time, so that it is red or green for a reason and not by luck;
 * `FUZZ_RUNS` (`npm run test:deep`) draws new ones and prints the seed of what it finds.
 */
if (process.env['FUZZ_RUNS'] === undefined) fc.configureGlobal({ seed: 20_261_120 });
