import type { Command } from 'commander';
import { systemClock } from '../shared/clock.js';
import { CommandError } from './command-error.js';
import type { ReadSettings } from './command-parts.js';
import { examineBroker } from './doctor/examine-broker.js';
import { asReport } from './doctor/finding.js';

/** `courtside doctor`: whether a broker's integration works, and what to do where it does not. */
export function addDoctorCommand(program: Command, print: (text: string) => void, settings: ReadSettings): void {
  program
    .command('doctor')
    .description("put a broker's integration through its paces: sends its success webhook a handful of tests, never an order, and looks at its keys")
    .requiredOption('--broker <id>', "the broker's id")
    .option('--url <url>', 'try this address instead of the registered one')
    .action(async ({ broker: brokerId, url }: { broker: string; url?: string }) => {
      if (url !== undefined && !(/^https?:\/\//.test(url) && URL.canParse(url))) throw new CommandError('--url is an http or https URL.');
      const { signal } = new AbortController(); // Ctrl-C ends the process
      const examination = await examineBroker(settings(), { brokerId, url, now: () => systemClock.now(), signal });
      const { broker, findings, isHealthy } = examination;
      print(program.opts<{ json?: boolean }>().json ? JSON.stringify(examination) : asReport(`${broker.name} (${broker.id})`, findings));
      if (!isHealthy) throw new CommandError(`${findings.filter(({ outcome }) => outcome === 'FAILED').length} of the checks failed.`);
    });
}
