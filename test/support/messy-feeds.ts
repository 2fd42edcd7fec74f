import type { FeedDouble, FeedServer } from './feed-server.js';
import { deleted, facility, idOf, item, offer, organization, series, session, slot } from './published.js';

/** A publisher's feeds with everything in them that open data brings, and what becomes of it later. */
export interface MessyFeeds {
  readonly urls: readonly string[];
  /** Changes, deletions, older words that come again, and what was missing. */
  changeAll(): void;
}

const SERIES = 6;
const SESSIONS_EACH = 4;
const FACILITIES = 3;
const SLOTS_EACH = 6;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_none, index) => index);

export function publishMessyFeeds(server: FeedServer): MessyFeeds {
  const sessions = server.feed('sessions', { ordering: 'CHANGE_NUMBER', pageSize: 5, emptyEvery: 3 });
  const slots = server.feed('slots', { ordering: 'CHANGE_NUMBER', pageSize: 7, encoding: 'gzip' });
  const courts = server.feed('courts', { ordering: 'TIMESTAMP', pageSize: 1 });
  const ofSeries = server.feed('series', { ordering: 'TIMESTAMP', pageSize: 2, isNextRelative: true });
  const facilities = server.feed('facilities', { ordering: 'TIMESTAMP', pageSize: 1, encoding: 'br' });
  const offers = server.feed('offers', { ordering: 'TIMESTAMP', pageSize: 2 });
  const organizations = server.feed('organizations', { ordering: 'CHANGE_NUMBER', pageSize: 3 });
  publishSessions(sessions);
  publishSlots(slots);
  courts.publish(item('IndividualFacilityUse', 'own', 1, { '@type': 'IndividualFacilityUse', '@id': idOf('courts', 'own'), name: 'A court of its own', aggregateFacilityUse: idOf('facilities', '0') }));
  publishSeries(ofSeries, offers);
  for (const index of numbers(FACILITIES)) facilities.publish(facility(String(index), index, index === 0 ? [] : [`${index}a`, `${index}b`], index === 2 ? { provider: idOf('organizations', 'three') } : {}));
  organizations.publish(item('Organization', 'three', 1, organization('three', { name: 'Told of by its own feed' })), item('Organization', 'one', 1, organization('one', { name: 'The one' })));
  const all = [sessions, slots, courts, ofSeries, facilities, offers, organizations]; // children first
  return { urls: all.map(({ url }) => url), changeAll: () => changeAll({ sessions, slots, ofSeries, facilities, offers, organizations }) };
}

function publishSessions(feed: FeedDouble): void {
  for (const of of numbers(SERIES)) {
    for (const index of numbers(SESSIONS_EACH)) feed.publish(session(`${of}-${index}`, 10 + index, String(of), { startDate: `2026-11-2${index}T18:00:00+01:00`, ...(index === 1 && { superEvent: embedded(of) }), ...(index === 2 && { offers: [offer(`own-${of}`, 3)] }), ...(index === 3 && { name: 'A name of its own' }) }));
  }
  feed.publish(session('0-0', 30, '0', { remainingAttendeeCapacity: 3 }), session('0-0', 20, '0', { remainingAttendeeCapacity: 2 })); // twice on a page, the later first
  feed.publish(session('orphan', 1, 'missing'), session('nowhere', 1, 'never'));
  feed.publishMalformed({ id: 'odd', kind: 'ScheduledSession', modified: 'yesterday', state: 'updated', data: {} });
  feed.publishMalformed(null);
  feed.publish({ ...session('no-start', 1, '0'), data: { '@type': 'ScheduledSession', '@id': idOf('sessions', 'no-start'), superEvent: idOf('series', '0') } });
}

/** A series as its session tells of it, with a word less than the series itself. */
function embedded(of: number): object {
  return { '@type': 'SessionSeries', '@id': idOf('series', String(of)), name: `Series ${of}`, organizer: organization('one') };
}

function publishSlots(feed: FeedDouble): void {
  for (const of of numbers(FACILITIES)) {
    for (const index of numbers(SLOTS_EACH)) {
      const facilityUse = of === 0 ? (index === 0 ? idOf('courts', 'own') : idOf('facilities', '0')) : idOf('courts', `${of}${index % 2 === 0 ? 'a' : 'b'}`);
      feed.publish(slot(`${of}-${index}`, index, facilityUse, { startDate: `2026-11-23T1${index}:00:00` }));
    }
  }
}

function publishSeries(feed: FeedDouble, offers: FeedDouble): void {
  for (const index of numbers(SERIES)) {
    const own = index === 2 ? { offers: [idOf('offers', 'shared')] } : index === 3 ? { organizer: idOf('organizations', 'three') } : {};
    feed.publish(series(String(index), index, { ...own, ...(index === 4 && { location: { '@type': 'Place', name: 'Swapped', geo: { latitude: -1.16, longitude: 51.6 } } }) }));
  }
  offers.publish(item('Offer', 'shared', 1, offer('shared', 4)));
}

type Feeds = Readonly<Record<'sessions' | 'slots' | 'ofSeries' | 'facilities' | 'offers' | 'organizations', FeedDouble>>;

function changeAll({ sessions, slots, ofSeries, facilities, offers, organizations }: Feeds): void {
  ofSeries.publish(series('1', 100, { name: 'Renamed', activity: [{ '@type': 'Concept', prefLabel: 'Pilates' }] }), series('missing', 101), deleted('SessionSeries', '5', 102));
  sessions.publish(deleted('ScheduledSession', '0-1', 100), session('0-2', 5, '0', { remainingAttendeeCapacity: 99 }), session('3-0', 101, '4'), session('1-1', 102, '1', { remainingAttendeeCapacity: 0 }));
  sessions.publish({ ...session('2-0', 103, '2'), data: { '@type': 'ScheduledSession' } }); // no longer to be read
  slots.publish(deleted('Slot', '1-0', 100), slot('2-1', 101, idOf('courts', '2b'), { remainingUses: 0 }), slot('late', 102, idOf('courts', '1a')));
  facilities.publish(facility('1', 100, ['1a'], { name: 'One court less' }));
  offers.publish(item('Offer', 'shared', 100, offer('shared', 6)));
  organizations.publish(item('Organization', 'three', 100, organization('three', { name: 'Renamed too' })));
}
