import type { Command } from 'commander';
import { failed } from './command-error.js';
import type { Print, ReadSettings } from './command-parts.js';
import { withStaffSdk, type StaffSdk } from './staff-sdk.js';

interface Why {
  readonly reason: string;
}

/** `feed`: where the catalogue comes from. */
export function addFeedCommands(program: Command, print: Print, settings: ReadSettings): Command {
  const feed = program.command('feed').description('look after the feeds that the catalogue is harvested from');
  feed
    .command('add <url>')
    .description('have a feed harvested from its first page on, by a gateway that runs')
    .option('--publisher <name>', "whom its data is attributed to; without it, the URL's host")
    .option('--time-zone <name>', 'the zone in which its times without an offset are read, as in Europe/London')
    .option('--reason <text>', 'why; it goes to the audit log', 'added on the command line')
    .action(async (url: string, options: Why & { publisher?: string; timeZone?: string }) => {
      const { addFeed } = await withStaffSdk(settings(), (sdk) => sdk.AddFeed({ input: { url, ...options } }));
      if (addFeed.__typename !== 'AddFeedPayload') throw failed(addFeed);
      print(addFeed.feed);
    });
  feed
    .command('list')
    .description('print all feeds that were not removed, and how they fare')
    .action(async () => print(await withStaffSdk(settings(), listFeeds)));
  withReason(feed.command('pause <id>'))
    .description('ask a feed for no further page until it is resumed; what it has told stays')
    .action(async (id: string, { reason }: Why) => {
      const { pauseFeed } = await withStaffSdk(settings(), (sdk) => sdk.PauseFeed({ input: { id, reason } }));
      if (pauseFeed.__typename !== 'PauseFeedPayload') throw failed(pauseFeed);
      print(pauseFeed.feed);
    });
  withReason(feed.command('resume <id>'))
    .description('ask a feed again that was paused, gone or broken, for the page that is next')
    .action(async (id: string, { reason }: Why) => {
      const { resumeFeed } = await withStaffSdk(settings(), (sdk) => sdk.ResumeFeed({ input: { id, reason } }));
      if (resumeFeed.__typename !== 'ResumeFeedPayload') throw failed(resumeFeed);
      print(resumeFeed.feed);
    });
  withReason(feed.command('remove <id>'))
    .description('give a feed up; a gateway that runs takes what it has told out of the catalogue')
    .action(async (id: string, { reason }: Why) => {
      const { removeFeed } = await withStaffSdk(settings(), (sdk) => sdk.RemoveFeed({ input: { id, reason } }));
      if (removeFeed.__typename !== 'RemoveFeedPayload') throw failed(removeFeed);
      print(removeFeed.feed);
    });
  return feed;
}

/** As many as one page of the list has. */
const MOST_LISTED = 100;

async function listFeeds(sdk: StaffSdk): Promise<readonly object[]> {
  const all: object[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const { feeds: page }: Awaited<ReturnType<StaffSdk['ListFeeds']>> = await sdk.ListFeeds({ first: MOST_LISTED, after });
    all.push(...page.nodes);
    ({ endCursor: after, hasNextPage: more } = page.pageInfo);
  }
  return all;
}

function withReason(command: Command): Command {
  return command.requiredOption('--reason <text>', 'why; it goes to the audit log');
}
