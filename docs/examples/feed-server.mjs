// Feeds of open data as a leisure centre publishes them (RPDE 1.0), for a first look at harvesting: a free run, paid yoga, and
// courts by the hour, from today on. Run it with PORT set, or on 4100. Its organiser's sellerId is https://riverside.example/
import { createServer } from 'node:http';

const HOME = 'https://riverside.example/';
const LICENCE = 'https://creativecommons.org/licenses/by/4.0/';
const DAY_MS = 86_400_000;
const DAYS_AHEAD = 14;
const PAGE_SIZE = 20;

const organizer = { '@type': 'Organization', '@id': HOME, name: 'Riverside Leisure', url: HOME, taxMode: 'https://openactive.io/TaxGross' };
const location = {
  '@type': 'Place',
  '@id': `${HOME}places/centre`,
  name: 'Riverside Leisure Centre',
  address: { '@type': 'PostalAddress', streetAddress: '1 Quay Lane', addressLocality: 'Bristol', addressRegion: 'Bristol', postalCode: 'BS1 4RS', addressCountry: 'GB' },
  geo: { '@type': 'GeoCoordinates', latitude: 51.449, longitude: -2.597 },
};
const activity = (id, prefLabel) => [{ '@type': 'Concept', '@id': `https://openactive.io/activity-list#${id}`, inScheme: 'https://openactive.io/activity-list', prefLabel }];
const offer = (of, name, price) => ({ '@type': 'Offer', '@id': `${of}#offer`, name, price, priceCurrency: 'GBP', allowCustomerCancellationFullRefund: true });

/** Sessions that people come to, with the ticket that their series sells. */
const SERIES = [
  { name: 'Sunrise Run', hour: '07:00', price: 0, activity: activity('72ddb2dc-7d75-424e-880a-d90eabe91381', 'Running'), description: 'An easy five kilometres along the river, for everybody.' },
  { name: 'Yoga Flow', hour: '18:30', price: 8.5, activity: activity('bf1a5e00-cdcf-465d-8c5a-6f57040b7f7e', 'Yoga'), description: 'An hour of movement and breath. Mats are there.' },
];
const COURTS = ['Court 1', 'Court 2'];
const HOURS = ['10:00', '11:00', '19:00'];

const seriesId = ({ name }) => `${HOME}session-series/${name.toLowerCase().replaceAll(' ', '-')}`;
const facilityId = `${HOME}facility-uses/badminton`;
const courtId = (index) => `${facilityId}/courts/${index + 1}`;
const dateOf = (day) => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** Wall time in Bristol, which has London's offset: an instant that needs no table of zones to read. */
function instant(date, time) {
  const asUtc = new Date(`${date}T${time}:00Z`);
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', hourCycle: 'h23' }).format(asUtc);
  return (Number(parts) - asUtc.getUTCHours() + 24) % 24 === 1 ? `${date}T${time}:00+01:00` : `${date}T${time}:00Z`;
}

function seriesItem(series, index) {
  const id = seriesId(series);
  const data = { '@context': 'https://openactive.io/', '@type': 'SessionSeries', '@id': id, name: series.name, description: series.description, url: id, activity: series.activity, location, organizer, isAccessibleForFree: series.price === 0, eventSchedule: [{ '@type': 'PartialSchedule', repeatFrequency: 'P1D', startTime: series.hour, scheduleTimezone: 'Europe/London' }], offers: [offer(id, 'Place', series.price)] };
  return { state: 'updated', kind: 'SessionSeries', id: `series-${index + 1}`, modified: index + 1, data };
}

function sessionItem(series, index, day) {
  const date = dateOf(day);
  const id = `${HOME}scheduled-sessions/${date}-${index + 1}`;
  const data = { '@context': 'https://openactive.io/', '@type': 'ScheduledSession', '@id': id, url: id, superEvent: seriesId(series), startDate: instant(date, series.hour), duration: 'PT1H', eventStatus: 'https://schema.org/EventScheduled', maximumAttendeeCapacity: 20, remainingAttendeeCapacity: 20 - (day % 5) };
  return { state: 'updated', kind: 'ScheduledSession', id: `${date}-${index + 1}`, modified: day * 100 + index, data };
}

function facilityItem() {
  const courts = COURTS.map((name, index) => ({ '@type': 'IndividualFacilityUse', '@id': courtId(index), name }));
  const data = { '@context': 'https://openactive.io/', '@type': 'FacilityUse', '@id': facilityId, name: 'Badminton', description: 'A court for an hour. Rackets can be borrowed.', url: facilityId, facilityType: [{ ...activity('bb324c55-18bd-46b1-af92-29cddb9bdc65', 'Badminton Court')[0], '@id': 'https://openactive.io/facility-types#9caeb442-2834-4859-b660-9172ed61ee71', inScheme: 'https://openactive.io/facility-types' }], location, provider: organizer, offers: [offer(facilityId, 'Court', 12)], individualFacilityUse: courts };
  return { state: 'updated', kind: 'FacilityUse', id: 'badminton', modified: 1, data };
}

function slotItems(day) {
  const date = dateOf(day);
  return COURTS.flatMap((_, court) =>
    HOURS.map((hour, index) => {
      const id = `${HOME}slots/${date}-${court + 1}-${index + 1}`;
      const data = { '@context': 'https://openactive.io/', '@type': 'Slot', '@id': id, facilityUse: courtId(court), startDate: instant(date, hour), duration: 'PT1H', maximumUses: 1, remainingUses: 1, offers: [offer(id, 'Court for an hour', 12)] };
      return { state: 'updated', kind: 'Slot', id: `${date}-${court + 1}-${index + 1}`, modified: day * 100 + court * 10 + index, data };
    }),
  );
}

/** All items of a feed in the order of their change numbers. A day is published two weeks ahead, so each midnight brings one more. */
const FEEDS = {
  '/sessions': (days) => [...SERIES.map(seriesItem), ...days.flatMap((day) => SERIES.map((series, index) => sessionItem(series, index, day)))],
  '/facilities': (days) => [facilityItem(), ...days.flatMap(slotItems)],
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const feed = FEEDS[pathname];
  if (!feed) return response.writeHead(404).end('There is /sessions and /facilities.');
  const after = Number(searchParams.get('afterChangeNumber') ?? 0);
  const today = Math.floor(Date.now() / DAY_MS);
  const days = Array.from({ length: DAYS_AHEAD }, (_, index) => today + 1 + index);
  const items = feed(days).filter(({ modified }) => modified > after).slice(0, PAGE_SIZE);
  const next = `http://${request.headers.host}${pathname}?afterChangeNumber=${items.at(-1)?.modified ?? after}`;
  response.writeHead(200, { 'content-type': 'application/vnd.openactive.rpde+json; version=1', 'cache-control': 'public, max-age=8' });
  return response.end(JSON.stringify({ next, items, license: LICENCE }));
});
server.listen(process.env.PORT ?? 4100, '127.0.0.1', () => console.log(`http://localhost:${server.address().port}/sessions and /facilities, of the organiser ${HOME}`));
