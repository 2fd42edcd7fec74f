import type { EntityManager } from '@mikro-orm/sql';
import { isUuid } from '../shared/ids.js';
import type { Store } from '../store/open-store.js';
import { retryDeadlock } from '../store/retry-deadlock.js';
import type { Tables } from '../store/tables.js';
import { isFileUrl, readFilePage } from './read-file-page.js';
import { lockCatalogue } from './lock-catalogue.js';
import { nextPollAt } from './poll-schedule.js';
import { readItem } from './read-item.js';
import { readPage, type Page } from './read-page.js';
import { stopFeed } from './report-feed-failure.js';
import { saidAt } from './said-at.js';
import type { IncomingItem } from './incoming.js';
import { keepBadItems, storeItems } from './store-items.js';

export interface FetchedPage {
  readonly feedId: string;
  /** Where it was asked for. */
  readonly url: string;
  /** As it came. */
  readonly text: string;
  /** When it was asked for. */
  readonly askedAt: Date;
}

/** What became of a page. */
export interface StoredPage {
  /** False when somebody else has stored it before, or nobody reads this feed any more: nothing has changed. */
  readonly isStored: boolean;
  readonly items: number;
  readonly rejected: number;
  /** Whether the feed has nothing more to tell for now. */
  readonly isLast: boolean;
  /** Why the feed was stopped, when this was no page. */
  readonly problem: string | null;
}

interface Parts {
  readonly em: EntityManager;
  readonly storeKind: Store['kind'];
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: () => number;
}

/**
 * Keeps a page's items and, in the same transaction, which page is next: killed at any point, the feed goes on where it was.
 * What the catalogue makes of them is derived afterwards. Twice is the same as once. (RPDE 1.0)
 */
export async function storeFeedPage({ feedId, url, text, askedAt }: FetchedPage, parts: Parts): Promise<StoredPage> {
  if (!isUuid(feedId)) return { isStored: false, items: 0, rejected: 0, isLast: true, problem: null };
  const page = isFileUrl(url) ? readFilePage(text) : readPage(text, url);
  if ('cause' in page) {
    await stopFeed(feedId, url, 'FOUND_BROKEN', page.detail, parts);
    return { isStored: false, items: 0, rejected: 0, isLast: true, problem: page.detail };
  }
  const incoming = page.items.map((item) => understand(item, askedAt));
  const isStored = await retryDeadlock(() =>
    parts.em.fork().transactional(async (tx) => {
      const db = tx.getKysely<Tables>();
      await lockCatalogue(db, parts.storeKind);
      const isOurs = await moveOn(tx, feedId, url, page, parts);
      const into = { db, kind: parts.storeKind, feedId, now: parts.now };
      if (isOurs) await storeItems(incoming, into);
      if (isOurs) await keepBadItems(page.badItems, into);
      return isOurs;
    }),
  );
  const rejected = page.badItems.length + incoming.filter(({ rejection }) => rejection !== null).length;
  return { isStored, items: incoming.length + page.badItems.length, rejected, isLast: page.isLast, problem: null };
}

function understand({ id, modified, kind, state, data }: Page['items'][number], askedAt: Date): IncomingItem {
  const common = { itemId: id, modified, kind, saidAt: saidAt(modified, askedAt) };
  if (state === 'DELETED') return { ...common, isDeleted: true, data: null, read: null, rejection: null };
  const read = readItem(kind, data);
  const isRead = 'own' in read;
  return { ...common, isDeleted: false, data: JSON.stringify(data), read: isRead ? read : null, rejection: isRead ? null : read };
}

/** The one statement that decides who stores a page. A file's pages may be stored in any order, and again. */
async function moveOn(tx: EntityManager, feedId: string, url: string, { next, licence, isLast, items, badItems }: Page, { now, random }: Parts): Promise<boolean> {
  const hasItems = items.length + badItems.length > 0;
  const moved = await tx
    .getKysely<Tables>()
    .updateTable('feed')
    .set((is) => ({
      ...(!isFileUrl(url) && { next_url: next }),
      polled_at: now,
      failures: 0,
      last_failure: null,
      leased_until: null,
      due_at: nextPollAt(isLast, now, random()),
      pages_read: is('pages_read', '+', 1),
      items_read: is('items_read', '+', items.length + badItems.length),
      ...(licence !== null && { licence }),
      ...(isLast && { caught_up_at: now }),
      ...(hasItems && { changed_at: now }),
    }))
    .where('id', '=', feedId)
    .where('next_url', '=', url)
    .where('state', '=', isFileUrl(url) ? 'FILE' : 'ACTIVE')
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}
