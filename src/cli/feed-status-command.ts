import type { Command } from 'commander';
import { CommandError } from './command-error.js';
import type { ReadSettings } from './command-parts.js';
import { feedStatusText } from './feed-status-text.js';
import type { FeedStatusFactsFragment } from './generated/operations.js';
import { withStaffSdk, type StaffSdk } from './staff-sdk.js';

/** As many as one page of the list has. */
const MOST_LISTED = 100;

/** `feed status`: how feeds fare, as a table with what is wrong below it. */
export function addFeedStatusCommand(program: Command, feed: Command, print: (text: string) => void, settings: ReadSettings): void {
  feed
    .command('status')
    .description('print how feeds fare: how far behind, what is shown of them, what waits, and what is wrong')
    .option('--feed <id>', 'this feed alone')
    .action(async ({ feed: id }: { feed?: string }) => {
      const feeds = await withStaffSdk(settings(), (sdk) => (id === undefined ? readAll(sdk) : readOne(sdk, id)));
      print(program.opts<{ json?: boolean }>().json ? JSON.stringify(feeds) : feedStatusText(feeds));
    });
}

async function readOne(sdk: StaffSdk, id: string): Promise<readonly FeedStatusFactsFragment[]> {
  const { feed } = await sdk.OneFeedStatus({ id });
  if (!feed) throw new CommandError(`There is no feed ${id}: see \`courtside feed list\`.`);
  return [feed];
}

async function readAll(sdk: StaffSdk): Promise<readonly FeedStatusFactsFragment[]> {
  const all: FeedStatusFactsFragment[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const { feeds: page }: Awaited<ReturnType<StaffSdk['FeedStatus']>> = await sdk.FeedStatus({ first: MOST_LISTED, after });
    all.push(...page.nodes);
    ({ endCursor: after, hasNextPage: more } = page.pageInfo);
  }
  return all;
}
