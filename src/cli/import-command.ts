import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { CommandError } from './command-error.js';
import type { ReadSettings } from './command-parts.js';
import type { OpenHarvester } from './harvester.js';
import { feedAt, importFeed, importFile, type ImportParts, type Tally } from './import-feed.js';
import { ImportProgress } from './import-progress.js';
import { withStaffSdk } from './staff-sdk.js';

interface ImportOptions {
  readonly publisher?: string;
  readonly timeZone?: string;
  readonly reason: string;
}

/** `courtside import`: a feed up to its present end, or pages that somebody has kept in a file, in this process. */
export function addImportCommand(program: Command, print: (text: string) => void, settings: ReadSettings, openHarvester: OpenHarvester | undefined): void {
  program
    .command('import <file-or-url>')
    .description('harvest a feed up to its present end, or read a file of pages, one of them or one a line; run again, it goes on')
    .option('--publisher <name>', "whom the data is attributed to; without it, the URL's host or the file's name")
    .option('--time-zone <name>', 'the zone in which times without an offset are read, as in Europe/London')
    .option('--reason <text>', 'why; it goes to the audit log', 'imported on the command line')
    .action(async (source: string, options: ImportOptions) => {
      if (!openHarvester) throw new CommandError('Nobody here can ask for pages.');
      const isUrl = /^https?:\/\//i.test(source);
      if (!isUrl && !existsSync(source)) throw new CommandError(`${source} is neither an http or https URL nor a file.`);
      const isJson = program.opts<{ json?: boolean }>().json === true;
      const progress = new ImportProgress(isJson ? 'NOTHING' : process.stderr.isTTY ? 'BAR' : 'LINES', process.stderr);
      const config = settings();
      const tally = await untilInterrupted((signal) =>
        withStaffSdk(config, async (sdk, gateway) => {
          const harvester = openHarvester({ gateway, reach: config.webhookReach, signal });
          const parts: ImportParts = { sdk, harvester, progress, signal };
          try {
            const feed = await feedAt(source, isUrl, options, parts);
            return isUrl ? await importFeed(feed, parts) : await importFile(source, feed, parts);
          } finally {
            progress.end();
            await harvester.close();
          }
        }),
      );
      print(isJson ? JSON.stringify(tally) : asSentence(tally, source));
      if (!tally.isComplete) process.exitCode = INTERRUPTED;
    });
}

/** As shells have it: 128 and the number of SIGINT. */
const INTERRUPTED = 130;

/** Ctrl-C lets the page under way be stored and begins no further one; a second Ctrl-C ends the process, which loses nothing either. */
async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  try {
    return await work(stopping.signal);
  } finally {
    process.off('SIGINT', stop);
  }
}

function asSentence({ isComplete, pages, items, rejected, derived, feedId }: Tally, source: string): string {
  const what = `${pages} pages with ${items} items, ${rejected} of them left out; ${derived} entries of the catalogue written.`;
  if (isComplete) return `Imported ${what} Feed ${feedId}.`;
  return `Stopped after ${what} To go on, run \`courtside import ${source}\` again, or start the gateway.`;
}
