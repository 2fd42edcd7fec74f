import type { ItemProblem } from './thing.facts.js';

/** A page of a feed, understood. (RPDE 1.0) */
export interface Page {
  readonly next: string;
  readonly licence: string | null;
  readonly isLast: boolean;
  readonly items: readonly PageItem[];
  readonly malformed: readonly { readonly id: string | null; readonly problem: ItemProblem }[];
}

export interface PageItem {
  readonly id: string;
  readonly modified: string;
  readonly kind: string;
  readonly state: 'UPDATED' | 'DELETED';
  readonly data: unknown;
}

export interface PageProblem {
  readonly problem: { readonly cause: string; readonly detail: string };
}

export function readPage(text: string, url: string): Page | PageProblem {
  const page = JSON.parse(text);
  return { next: page.next, licence: page.license ?? null, isLast: page.items.length === 0 && page.next === url, malformed: [], items: page.items.map((item: any) => ({ id: String(item.id), modified: String(item.modified), kind: item.kind, state: item.state === 'deleted' ? 'DELETED' : 'UPDATED', data: item.data })) };
}
