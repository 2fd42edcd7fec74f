import type { FeedItem } from './feed-server.js';

/** The test's now, in milliseconds, is later than this. */
const FIRST_MODIFIED = 1_763_000_000_000;
const AT = 'https://data.example.org';

type Data = Readonly<Record<string, unknown>>;

/** An item as a feed publishes it, of which a test says what matters to it. `version` orders the versions of one item. */
export function item(kind: string, id: string, version: number, data: Data): FeedItem {
  return { id, kind, modified: FIRST_MODIFIED + version, data };
}

export function deleted(kind: string, id: string, version: number): FeedItem {
  return { id, kind, modified: FIRST_MODIFIED + version, state: 'deleted' };
}

export const idOf = (kind: string, id: string): string => `${AT}/${kind}/${id}`;

export function organization(id: string, more: Data = {}): Data {
  return { '@type': 'Organization', '@id': idOf('organizations', id), name: `Organisation ${id}`, ...more };
}

export function offer(id: string, price: number, more: Data = {}): Data {
  return { '@type': 'Offer', '@id': idOf('offers', id), name: `Ticket ${id}`, price, priceCurrency: 'GBP', ...more };
}

export function series(id: string, version: number, more: Data = {}): FeedItem {
  const data = {
    '@type': 'SessionSeries',
    '@id': idOf('series', id),
    name: `Series ${id}`,
    location: { '@type': 'Place', name: 'Riverside Centre', geo: { latitude: 51.6, longitude: -1.16 } },
    activity: [{ '@type': 'Concept', '@id': 'https://openactive.io/activity-list#yoga', prefLabel: 'Yoga' }],
    organizer: organization('one'),
    offers: [offer(`of-${id}`, 8.5)],
    ...more,
  };
  return item('SessionSeries', id, version, data);
}

export function session(id: string, version: number, seriesId: string, more: Data = {}): FeedItem {
  return item('ScheduledSession', id, version, {
    '@type': 'ScheduledSession',
    '@id': idOf('sessions', id),
    superEvent: idOf('series', seriesId),
    startDate: '2026-11-23T18:00:00Z',
    duration: 'PT1H',
    remainingAttendeeCapacity: 12,
    ...more,
  });
}

export function facility(id: string, version: number, courts: readonly string[], more: Data = {}): FeedItem {
  return item('FacilityUse', id, version, {
    '@type': 'FacilityUse',
    '@id': idOf('facilities', id),
    name: `Facility ${id}`,
    location: { '@type': 'Place', name: 'Sports hall' },
    activity: [{ '@type': 'Concept', prefLabel: 'Badminton' }],
    provider: organization('two'),
    ...(courts.length > 0 && { individualFacilityUse: courts.map((court) => ({ '@type': 'IndividualFacilityUse', '@id': idOf('courts', court), name: `Court ${court}` })) }),
    ...more,
  });
}

export function slot(id: string, version: number, facilityUse: string, more: Data = {}): FeedItem {
  return item('Slot', id, version, {
    '@type': 'Slot',
    '@id': idOf('slots', id),
    facilityUse,
    startDate: '2026-11-23T10:00:00Z',
    duration: 'PT1H',
    remainingUses: 1,
    offers: [offer(`of-${id}`, 12)],
    ...more,
  });
}
