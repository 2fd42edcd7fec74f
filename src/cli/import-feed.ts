import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { CommandError, failed } from './command-error.js';
import type { ReadFeedQuery } from './generated/operations.js';
import type { Harvester, StoredPage } from './harvester.js';
import type { ImportProgress } from './import-progress.js';
import type { StaffSdk } from './staff-sdk.js';

export interface ImportParts {
  readonly sdk: StaffSdk;
  readonly harvester: Harvester;
  readonly progress: ImportProgress;
  /** Begins no further page. */
  readonly signal: AbortSignal;
}

/** What an import has come to, for a person or a program. */
export interface Tally {
  readonly feedId: string;
  readonly pages: number;
  readonly items: number;
  /** Items that were left out for a problem. */
  readonly rejected: number;
  readonly derived: number;
  /** False when it was stopped before its end. */
  readonly isComplete: boolean;
}

export type Feed = NonNullable<ReadFeedQuery['feed']>;

interface About {
  readonly publisher?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly reason: string;
}

/** The feed with this address, added if nobody has. */
export async function feedAt(source: string, isUrl: boolean, about: About, { sdk }: ImportParts): Promise<Feed> {
  const url = isUrl ? source : pathToFileURL(source).href;
  const { addFeed } = await sdk.AddFeed({ input: { url, isFile: !isUrl, ...about } });
  if (addFeed.__typename === 'AddFeedPayload') return addFeed.feed;
  if (addFeed.__typename !== 'FeedExistsError') throw failed(addFeed);
  return readFeed(addFeed.feedId, sdk);
}

async function readFeed(id: string, sdk: StaffSdk): Promise<Feed> {
  const { feed } = await sdk.ReadFeed({ id });
  if (!feed) throw new CommandError('The feed is not there any more.');
  return feed;
}

/** How often to look whether a page can be asked for that cannot be yet. */
const LOOK_EVERY_MS = 1_000;

/** Harvests page after page until the feed has nothing more to tell, whoever stores the last of them. */
export async function importFeed({ id, caughtUpAt }: Feed, parts: ImportParts): Promise<Tally> {
  const { sdk, harvester, progress, signal } = parts;
  for (let isLast = false; !isLast && !signal.aborted; ) {
    const page = await harvester.harvestPage(id);
    if (page.outcome === 'STORED') {
      isLast = take(page, progress);
    } else {
      const feed = await readFeed(id, sdk);
      if (feed.state !== 'ACTIVE') throw new CommandError(`The feed is ${feed.state}: ${feed.stateReason ?? 'no reason was given'}. Once that is mended, \`courtside feed resume ${id}\` has it asked again.`);
      isLast = page.outcome === 'NOTHING_DUE' && feed.caughtUpAt !== caughtUpAt; // by somebody else, meanwhile
      if (!isLast) await waitFor(feed, progress, signal);
    }
  }
  return finish(id, parts);
}

/** Somebody else has the page, or its publisher is not to be asked yet. */
async function waitFor({ failures, lastFailure, dueAt }: Feed, progress: ImportProgress, signal: AbortSignal): Promise<void> {
  progress.say(failures > 0 ? `${lastFailure}; asking again at ${dueAt}` : 'waiting for another harvester, which has the page that is next');
  await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => {}); // woken by being stopped
}

/** Reads a page, or one page a line. Read again, what has not changed stays as it is. */
export async function importFile(path: string, { id, url, state }: Feed, parts: ImportParts): Promise<Tally> {
  if (state !== 'FILE') throw new CommandError(`The feed ${id} has this address and is ${state}.`);
  const { harvester, progress, signal } = parts;
  for await (const { line, text } of pagesIn(path)) {
    const page = await harvester.storePage(id, url, text);
    if (page.problem !== null) throw new CommandError(`${path}, line ${line}: ${page.problem}`);
    take(page, progress);
    if (signal.aborted) break;
  }
  return finish(id, parts);
}

interface FilePage {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

async function* pagesIn(path: string): AsyncGenerator<FilePage> {
  if (await isOnePage(path)) yield { line: 1, text: await readFile(path, 'utf8') };
  else yield* linesOf(path);
}

/** A page on one line is one either way; of one on many lines the first is not JSON by itself. */
async function isOnePage(path: string): Promise<boolean> {
  for await (const { text } of linesOf(path)) {
    try {
      JSON.parse(text);
      return false;
    } catch {
      return true;
    }
  }
  throw new CommandError(`${path} is empty.`);
}

async function* linesOf(path: string): AsyncGenerator<FilePage> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== '') yield { line, text };
  }
}

function take({ isStored, items, rejected, isLast, problem }: StoredPage, progress: ImportProgress): boolean {
  if (isStored) progress.page(items, rejected);
  return isLast && problem === null;
}

async function finish(feedId: string, { harvester, progress, signal }: ImportParts): Promise<Tally> {
  const derived = await harvester.derive((soFar) => progress.derived(soFar));
  return { feedId, ...progress.counts, derived, isComplete: !signal.aborted };
}
