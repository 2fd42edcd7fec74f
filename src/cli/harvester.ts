import type { Config } from '../config.js';
import type { Gateway } from '../gateway.js';

/** What became of a page. */
export interface StoredPage {
  readonly isStored: boolean;
  readonly items: number;
  readonly rejected: number;
  readonly isLast: boolean;
  /** Why it was no page; null when it was one. */
  readonly problem: string | null;
}

/** What asking for a page has come to. */
export type Harvested =
  | { readonly outcome: 'NOTHING_DUE' | 'BROKEN_OFF' }
  | { readonly outcome: 'FAILED'; readonly detail: string }
  | ({ readonly outcome: 'STORED' } & StoredPage);

/** Asks publishers for pages and hands them to the gateway of this process. The adapter has it; whoever composes the command line brings it along. */
export interface Harvester {
  harvestPage(feedId: string): Promise<Harvested>;
  storePage(feedId: string, url: string, text: string): Promise<StoredPage>;
  /** Has the catalogue follow; says how many things that took, and meanwhile how many so far. */
  derive(tell: (derived: number) => void): Promise<number>;
  close(): Promise<void>;
}

export interface HarvesterParts {
  readonly gateway: Gateway;
  readonly reach: Config['webhookReach'];
  /** Begins nothing further. */
  readonly signal: AbortSignal;
}

export type OpenHarvester = (parts: HarvesterParts) => Harvester;
