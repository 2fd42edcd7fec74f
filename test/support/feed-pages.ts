import { deriveStale } from '../../src/feed/derive-stale.js';
import { Feed } from '../../src/feed/feed.entity.js';
import { storeFeedPage } from '../../src/feed/store-feed-page.js';
import { newUuid } from '../../src/shared/ids.js';
import type { Store } from '../../src/store/open-store.js';

export interface FeedItem {
  readonly id: string;
  readonly modified: number;
  readonly kind: string;
  readonly state: 'updated' | 'deleted';
  readonly data?: object;
}

const HOME = 'https://open.example';

/** A feed that is read from its first page on. */
export async function addFeed({ fork }: Pick<Store, 'fork'>, name: string, now: Date): Promise<string> {
  const em = fork();
  const url = `${HOME}/${name}`;
  const { id } = em.create(Feed, { id: newUuid(), url, publisher: 'Leisure Trust', licence: null, timeZone: 'Europe/London', state: 'ACTIVE', stateReason: null, nextUrl: url, addedAt: now, dueAt: now, leasedUntil: null, lastFailure: null, polledAt: null, caughtUpAt: null, changedAt: null });
  await em.flush();
  return id;
}

/** Has the feed's next page stored: these items. */
export async function tell(store: Store, feedId: string, items: readonly FeedItem[], now: Date): Promise<void> {
  const { nextUrl } = await store.fork().findOneOrFail(Feed, feedId);
  const url = new URL(nextUrl);
  const next = `${url.origin}${url.pathname}?after=${Number(url.searchParams.get('after') ?? 0) + 1}`;
  const text = JSON.stringify({ next, items, license: 'https://creativecommons.org/licenses/by/4.0/' });
  const { problem, isStored } = await storeFeedPage({ feedId, url: nextUrl, text, askedAt: now }, { em: store.fork(), storeKind: store.kind, now, random: () => 0.5 });
  if (problem !== null || !isStored) throw new Error(problem ?? 'not stored');
}

export async function deriveAll(store: Store, now: Date): Promise<void> {
  while ((await deriveStale({ em: store.fork(), storeKind: store.kind, now })) > 0);
}

/** A facility as feeds publish it, with its place and provider. */
export function facilityUse(slug: string, modified = 1): FeedItem {
  const data = {
    '@context': 'https://openactive.io/',
    '@type': 'FacilityUse',
    '@id': `${HOME}/facility-uses/${slug}`,
    name: `Court ${slug}`,
    facilityType: [{ '@type': 'Concept', '@id': 'https://openactive.io/facility-types#bba8ae57-d152-40bc-85cc-88c5375696d4', prefLabel: 'Badminton Court', inScheme: 'https://openactive.io/facility-types' }],
    provider: { '@type': 'Organization', '@id': `${HOME}/organization`, name: 'Leisure Trust' },
    location: { '@type': 'Place', name: `Centre ${slug}`, address: { '@type': 'PostalAddress', streetAddress: '1 High Street', postalCode: 'SW1A 1AA' }, geo: { '@type': 'GeoCoordinates', latitude: 51.5, longitude: -0.12 } },
  };
  return { id: `facility-${slug}`, modified, kind: 'FacilityUse', state: 'updated', data };
}

export function slot(slug: string, facility: string, startDate: Date, { modified = 1, offers = 1 }: { readonly modified?: number; readonly offers?: number } = {}): FeedItem {
  const data = {
    '@context': 'https://openactive.io/',
    '@type': 'Slot',
    '@id': `${HOME}/slots/${slug}`,
    facilityUse: `${HOME}/facility-uses/${facility}`,
    startDate: startDate.toISOString(),
    endDate: new Date(startDate.getTime() + 3_600_000).toISOString(),
    duration: 'PT1H',
    remainingUses: 1,
    maximumUses: 1,
    offers: Array.from({ length: offers }, (_, index) => ({ '@type': 'Offer', '@id': `${HOME}/slots/${slug}#offer-${index}`, name: `Ticket ${index}`, price: 8 + index, priceCurrency: 'GBP' })),
  };
  return { id: `slot-${slug}`, modified, kind: 'FacilityUse/Slot', state: 'updated', data };
}

export function deleted({ id, kind }: FeedItem, modified: number): FeedItem {
  return { id, kind, modified, state: 'deleted' };
}

export function slotId(slug: string): string {
  return `${HOME}/slots/${slug}`;
}
