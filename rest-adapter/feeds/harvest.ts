import { GatewayFault, type CallOptions, type GatewaySdk } from '../gateway-client.js';
import type { StoreFeedPageMutation } from '../generated/operations.js';
import type { Connections } from '../http/connections.js';
import { fetchPage, type Fetched, type FetchFailure, type FetchLimits } from './fetch-page.js';

export interface HarvestParts {
  readonly sdk: GatewaySdk;
  readonly callOf: () => CallOptions;
  readonly now: () => Date;
  readonly connections: Connections;
  readonly limits: FetchLimits;
  /** Breaks a page off that is under way; it is asked for again when its lease has ended. */
  readonly signal: AbortSignal;
}

export type StoredPage = Omit<StoreFeedPageMutation['storeFeedPage'], '__typename'>;

/** What one round has come to. */
export type Harvested =
  | { readonly outcome: 'NOTHING_DUE' | 'BROKEN_OFF' }
  | { readonly outcome: 'FAILED'; readonly feedId: string; readonly url: string; readonly failure: FetchFailure; readonly detail: string }
  | ({ readonly outcome: 'STORED'; readonly feedId: string; readonly url: string } & StoredPage);

/**
 * Asks for one page, of the feed that has been due longest or of this one, and hands it in. Killed at any point, the page
 * is asked for again when the lease ends, and counts once.
 */
export async function harvestPage(feedId: string | null, parts: HarvestParts): Promise<Harvested> {
  const { sdk, callOf, now, signal } = parts;
  const { feed } = (await sdk.ClaimFeed({ input: { feedId } }, callOf())).claimFeed;
  if (!feed) return { outcome: 'NOTHING_DUE' };
  const [askedAt, page] = [now(), { feedId: feed.id, url: feed.url }];
  const fetched: Fetched | undefined = signal.aborted ? undefined : await fetchPage(feed.url, parts);
  if (!fetched) return { outcome: 'BROKEN_OFF' };
  if ('failure' in fetched) return report({ ...page, ...fetched }, parts);
  try {
    return { outcome: 'STORED', ...page, ...(await storePage({ ...page, text: fetched.text, askedAt: askedAt.toISOString() }, parts)) };
  } catch (error) {
    if (error instanceof GatewayFault) await report({ ...page, failure: 'FAILED', detail: `the page could not be stored: ${error.code}`, retryAfterSeconds: null }, parts);
    throw error;
  }
}

interface Failure {
  readonly feedId: string;
  readonly url: string;
  readonly failure: FetchFailure;
  readonly detail: string;
  readonly retryAfterSeconds: number | null;
}

async function report({ retryAfterSeconds, ...failure }: Failure, { sdk, callOf }: HarvestParts): Promise<Harvested> {
  await sdk.ReportFeedFailure({ input: { ...failure, retryAfterSeconds } }, callOf());
  return { outcome: 'FAILED', ...failure };
}

/** Hands a page in, however it was come by. */
export async function storePage(input: { readonly feedId: string; readonly url: string; readonly text: string; readonly askedAt: string }, { sdk, callOf }: Pick<HarvestParts, 'sdk' | 'callOf'>): Promise<StoredPage> {
  const { __typename, ...stored } = (await sdk.StoreFeedPage({ input }, callOf())).storeFeedPage;
  return stored;
}

/** Has the catalogue brought up to date with the pages that were stored, until nothing remains or it is stopped. Says how many things that took. */
export async function deriveAll({ sdk, callOf, signal }: Pick<HarvestParts, 'sdk' | 'callOf' | 'signal'>, tell: (derived: number) => void = () => {}): Promise<number> {
  let derived = 0;
  for (let hasMore = true; hasMore && !signal.aborted; ) {
    const round = (await sdk.DeriveOpportunities({}, callOf())).deriveOpportunities;
    derived += round.derived;
    hasMore = round.hasMore;
    tell(derived);
  }
  return derived;
}
