import { UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/sql';
import type { StaffCaller } from '../access/caller.js';
import { Problems } from '../shared/checks.js';
import { newUuid } from '../shared/ids.js';
import { ValidationError } from '../shared/user-error.js';
import { recordStaffChange } from '../staff/audit.js';
import { FeedExistsError } from './feed-errors.js';
import { FeedItem } from './feed-item.entity.js';
import { FeedThing } from './feed-thing.entity.js';
import { Feed } from './feed.entity.js';
import { isFileUrl } from './read-file-page.js';
import { isTimeZone } from './read-schedule.js';

export interface NewFeed {
  readonly url: string;
  readonly publisher?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
  /** Whether it is a file that somebody has, which nobody asks for. */
  readonly isFile: boolean;
  readonly reason: string;
}

interface Parts {
  readonly em: EntityManager;
  readonly now: Date;
  readonly staff: StaffCaller;
}

const DEFAULT_TIME_ZONE = 'Europe/London';
const MOST_FILE_URL = 2_048;

/** Has a feed harvested from its first page on, at once; gives its id. One that was removed can be added again once nothing of it is left. */
export async function addFeed(request: NewFeed, parts: Parts): Promise<string | ValidationError | FeedExistsError> {
  const problems = problemsOf(request);
  if (problems.length > 0) return new ValidationError(problems);
  const address = addressOf(request.url);
  try {
    return await parts.em.fork().transactional((tx) => add(address, request, tx, parts));
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const { id } = await parts.em.fork().findOneOrFail(Feed, { url: address }); // added while we looked
    return new FeedExistsError(id);
  }
}

async function add(url: string, { publisher, timeZone, isFile, reason }: NewFeed, tx: EntityManager, { now, staff }: Parts): Promise<string | FeedExistsError> {
  const known = await tx.findOne(Feed, { url });
  if (known && !(await isForgotten(known, tx))) return new FeedExistsError(known.id);
  if (known) await tx.nativeDelete(Feed, { id: known.id });
  const feed = { url, publisher: publisher ?? nameIn(url), timeZone: timeZone ?? DEFAULT_TIME_ZONE, state: isFile ? 'FILE' : 'ACTIVE' } as const;
  const id = newUuid();
  tx.create(Feed, { id, ...feed, licence: null, stateReason: null, nextUrl: url, addedAt: now, dueAt: now, leasedUntil: null, lastFailure: null, polledAt: null, caughtUpAt: null, changedAt: null });
  recordStaffChange(tx, staff, { action: 'addFeed', subject: `feed ${id}`, reason, before: null, after: feed }, now);
  await tx.flush();
  return id;
}

async function isForgotten({ id, state }: Feed, tx: EntityManager): Promise<boolean> {
  return state === 'REMOVED' && (await tx.count(FeedItem, { feedId: id })) === 0 && (await tx.count(FeedThing, { feedId: id })) === 0;
}

function problemsOf({ url, publisher, timeZone, isFile }: NewFeed): Problems['found'] {
  const problems = new Problems();
  if (!isFile) problems.httpUrl(['url'], url);
  else if (!isFileUrl(url) || !URL.canParse(url) || url.length > MOST_FILE_URL) problems.add(['url'], `must be a file URL of at most ${MOST_FILE_URL} characters`);
  if (typeof publisher === 'string') problems.text(['publisher'], publisher);
  if (typeof timeZone === 'string' && !isTimeZone(timeZone)) problems.add(['timeZone'], 'must be the IANA name of a zone, as in Europe/London');
  return problems.found;
}

/** As the URL parser writes it, which is what a page's `next` is compared with. */
function addressOf(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}

/** The host; of a file, its name. */
function nameIn(url: string): string {
  return URL.parse(url)?.host || decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)) || url;
}
