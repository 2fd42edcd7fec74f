import { numberOf } from './lossless-json.js';
import { firstOf, isPublished, quote, readAddress, readAddressLine, readName, type Published } from './published-text.js';
import type { Reading } from './reading.js';
import type { PlaceFacts } from './thing.facts.js';

type Coordinates = Pick<PlaceFacts, 'latitude' | 'longitude'>;
const NOWHERE: Coordinates = { latitude: null, longitude: null };

/** Where most open data is from: far from anywhere that its coordinates, swapped, would be. In degrees. */
const BRITISH_ISLES = { south: 49, north: 61.5, west: -11, east: 2.5 } as const;
const COUNTRIES = new Set(['gb', 'gbr', 'uk', 'ie', 'irl', 'im', 'imn', 'je', 'jey', 'gg', 'ggy', 'united kingdom', 'great britain', 'england', 'scotland', 'wales', 'northern ireland', 'ireland', 'isle of man', 'jersey', 'guernsey']);
const NEAR_ZONE = /^(?:Europe\/|Etc\/|GB|GMT|UTC)/i;

/** Null where nothing is told of it. */
export function readPlace(value: unknown, timeZone: string | null, reading: Reading): PlaceFacts | null {
  const location = firstOf(value);
  if (!isPublished(location)) return readAddress(location) === undefined ? named(readName(location)) : null;
  const country = countryOf(location);
  const place = { name: readName(location['name']), address: addressOf(location['address'], country), ...coordinatesOf(location['geo'], isPlausiblyBritish(country, timeZone), reading) };
  return place.name === null && place.address === null && place.latitude === null ? null : place;
}

function named(name: string | null): PlaceFacts | null {
  return name === null ? null : { name, address: null, ...NOWHERE };
}

/** On one line, no part twice. */
function addressOf(value: unknown, country: string | null): string | null {
  const address = firstOf(value);
  if (!isPublished(address)) return readAddressLine(address);
  const parts = [...['streetAddress', 'addressLocality', 'addressRegion', 'postalCode'].map((member) => readAddressLine(address[member])), country];
  const byText = new Map<string, string>();
  for (const part of parts) if (part !== null && !byText.has(part.toLowerCase())) byText.set(part.toLowerCase(), part);
  return readAddressLine([...byText.values()].join(', '));
}

function countryOf(location: Published): string | null {
  const address = firstOf(location['address']);
  if (!isPublished(address)) return null;
  const country = firstOf(address['addressCountry']);
  return readName(isPublished(country) ? country['name'] : country);
}

/** Nothing that is published speaks against it. */
function isPlausiblyBritish(country: string | null, timeZone: string | null): boolean {
  return (country === null || COUNTRIES.has(country.toLowerCase())) && (timeZone === null || NEAR_ZONE.test(timeZone));
}

function coordinatesOf(value: unknown, isMaybeBritish: boolean, reading: Reading): Coordinates {
  const geo = firstOf(value);
  if (!isPublished(geo)) return NOWHERE;
  const [latitude, longitude] = [numberOf(geo['latitude']), numberOf(geo['longitude'])];
  if (latitude === null && longitude === null) return NOWHERE;
  const published = `Its coordinates are latitude ${quote(geo['latitude'])}, longitude ${quote(geo['longitude'])}`;
  const isSwapped = latitude !== null && longitude !== null && areSwapped(latitude, longitude, isMaybeBritish);
  if (isSwapped) reading.note('SWAPPED_COORDINATES', `${published}, which are read the other way round.`);
  const coordinates = isSwapped ? { latitude: longitude, longitude: latitude } : { latitude, longitude };
  if (isOnEarth(coordinates)) return coordinates;
  reading.note('BAD_COORDINATES', `${published}, which is no place.`);
  return NOWHERE;
}

function areSwapped(latitude: number, longitude: number, isMaybeBritish: boolean): boolean {
  if (Math.abs(latitude) > 90) return isOnEarth({ latitude: longitude, longitude: latitude });
  return isMaybeBritish && !isInBritishIsles(latitude, longitude) && isInBritishIsles(longitude, latitude);
}

function isInBritishIsles(latitude: number, longitude: number): boolean {
  const { south, north, west, east } = BRITISH_ISLES;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** Zero and zero is what a publisher's database says for "unknown". */
function isOnEarth({ latitude, longitude }: Coordinates): boolean {
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return false;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
