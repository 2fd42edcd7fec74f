import { isDeeperThan } from './depth.js';
import { parseLossless, textOf } from './lossless-json.js';
import { isPublished, quote, readName, type Published } from './published-text.js';
import type { ItemProblem } from './thing.facts.js';

/** One page of a feed. (RPDE 1.0) */
export interface Page {
  /** Absolute: where to go on, or to look again later. */
  readonly next: string;
  readonly licence: string | null;
  readonly items: readonly PageItem[];
  /** Items that cannot be kept; they stop nobody from reading on. */
  readonly badItems: readonly BadItem[];
  /** Nothing more for now: no items, and `next` is this page. */
  readonly isLast: boolean;
}

export interface PageItem {
  /** Within its feed; distinct from the data's `@id`. */
  readonly id: string;
  /** A decimal integer of 64 bits: a higher one is newer. */
  readonly modified: string;
  readonly kind: string;
  readonly state: 'UPDATED' | 'DELETED';
  /** As published, to be written as JSON again without loss; null when deleted. */
  readonly data: unknown;
}

export interface BadItem {
  readonly id: string | null;
  readonly problem: ItemProblem;
}

export interface PageProblem {
  /** STUCK: it has items and leads to itself, so that its reader would never get on. */
  readonly cause: 'NOT_JSON' | 'NOT_A_PAGE' | 'BAD_NEXT' | 'STUCK';
  readonly detail: string;
}

const MAX_DEPTH = 100;
const MAX_ITEM_ID_LENGTH = 500;
const LOWEST = -(2n ** 63n);
const HIGHEST = 2n ** 63n - 1n;

/** Reads what came from an address, which a relative `next` starts from. */
export function readPage(text: string, url: string): Page | PageProblem {
  const page = parse(text);
  if (page === undefined) return { cause: 'NOT_JSON', detail: `The page is no JSON, or nested too deeply: ${quote(text)}.` };
  if (!isPublished(page) || !Array.isArray(page['items'])) return { cause: 'NOT_A_PAGE', detail: `The page has no list of items: ${quote(text)}.` };
  if (typeof page['next'] !== 'string' || page['next'].trim() === '') return { cause: 'NOT_A_PAGE', detail: `The page has no next: ${quote(page['next'])}.` };
  const next = resolve(page['next'], url);
  if (next === undefined) return { cause: 'BAD_NEXT', detail: `The page's next is ${quote(page['next'])}, which is no http or https URL.` };
  const leadsToItself = next === resolve(url, url);
  if (leadsToItself && page['items'].length > 0) return { cause: 'STUCK', detail: `The page has items, and its next is the page itself: ${quote(page['next'])}.` };
  return { next, licence: readName(page['license']), ...readItems(page['items']), isLast: leadsToItself };
}

function parse(text: string): unknown {
  try {
    return parseLossless(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Without the fragment, which is not sent. */
function resolve(address: string, base: string): string | undefined {
  const url = URL.parse(address.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}

function readItems(values: readonly unknown[]): Pick<Page, 'items' | 'badItems'> {
  const items: PageItem[] = [];
  const badItems: BadItem[] = [];
  for (const value of values) {
    const item = readPageItem(value);
    if ('problem' in item) badItems.push(item);
    else items.push(item);
  }
  return { items, badItems };
}

function readPageItem(value: unknown): PageItem | BadItem {
  if (!isPublished(value)) return { id: null, problem: { cause: 'NOT_AN_OBJECT', detail: `The item is ${quote(value)}, not an object.` } };
  const id = readItemId(value);
  if (id === undefined) return { id: null, problem: problemOfId(value) };
  const modified = readModified(value['modified']);
  if (modified === undefined) return { id, problem: { cause: 'BAD_MODIFIED', detail: `Its modified is ${quote(value['modified'])}, which is no integer of 64 bits.` } };
  const state = textOf(value['state'])?.trim().toUpperCase();
  if (state !== 'UPDATED' && state !== 'DELETED') return { id, problem: { cause: 'BAD_STATE', detail: `Its state is ${quote(value['state'])}, neither updated nor deleted.` } };
  const data = state === 'DELETED' ? null : (value['data'] ?? null);
  if (isDeeperThan(MAX_DEPTH, data)) return { id, problem: { cause: 'TOO_LARGE', detail: `Its data is nested more than ${MAX_DEPTH} levels deep.` } };
  return { id, modified, kind: readKind(value), state, data };
}

/** Undefined for what is none, or cannot be stored. */
function readItemId({ id }: Published): string | undefined {
  const text = textOf(id);
  return text === undefined || text === '' || text.length > MAX_ITEM_ID_LENGTH || !text.isWellFormed() || text.includes('\u0000') ? undefined : text;
}

function problemOfId({ id }: Published): ItemProblem {
  if (id === undefined || id === null || id === '') return { cause: 'NO_ID', detail: 'The item has no id.' };
  return { cause: 'BAD_ID', detail: `The item's id is ${quote(id)}, which is no text of at most ${MAX_ITEM_ID_LENGTH} characters that can be stored.` };
}

/** One integer, one text: no zeros before it, no sign at zero. */
function readModified(value: unknown): string | undefined {
  const [, sign, digits] = /^([+-]?)0*(\d{1,19})$/.exec(textOf(value)?.trim() ?? '') ?? [];
  if (digits === undefined) return undefined;
  const modified = sign === '-' && digits !== '0' ? `-${digits}` : digits;
  return digits.length < 19 || (BigInt(modified) >= LOWEST && BigInt(modified) <= HIGHEST) ? modified : undefined;
}

function readKind({ kind }: Published): string {
  const text = textOf(kind)?.trim() ?? '';
  return text.length <= 200 && text.isWellFormed() && !text.includes('\u0000') ? text : '';
}
