import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../src/feed/lossless-json.js';
import { isDuration } from '../../src/feed/read-dates.js';
import { readItem } from '../../src/feed/read-item.js';
import type { ProblemCause, PublishedOffer, ReadItem, ThingFacts } from '../../src/feed/thing.facts.js';
import { feedFixtureNames, itemFixture, readFixture, understood } from '../support/feed-fixtures.js';
import { HOSTILE_TEXTS } from '../support/hostile.js';

const HOME = 'https://data.example.org';
const YOGA = { id: 'https://openactive.io/activity-list#bf1a5e00-cdcf-465d-8c5a-6f57040b7f7e', label: 'Yoga' };
const RIVERSIDE = { id: `${HOME}/organizations/1`, name: 'Riverside Leisure', url: 'https://riverside.example.org/' };
const ADULT: PublishedOffer = {
  id: `${HOME}/offers/adult`,
  name: 'Adult',
  priceMinor: 850,
  currency: 'GBP',
  validFromBeforeStartDate: null,
  validThroughBeforeStartDate: null,
  isAdvanceBookingUnavailable: false,
  latestCancellationBeforeStartDate: null,
  allowCustomerCancellationFullRefund: false,
};
const PLACE = { name: 'Riverside Centre', address: '1 Mill Lane, Brightwell, Oxfordshire, OX10 0AA, GB', latitude: 51.6, longitude: -1.16 };

const causesOf = ({ problems }: ReadItem): readonly ProblemCause[] => problems.map(({ cause }) => cause);
const named = ({ kind, id, parentId }: ThingFacts) => [kind, id, parentId];
/** What is understood of it, and what had to be put right or left out. */
const told = (name: string) => ({ own: understood(name).own, causes: causesOf(understood(name)) });
const offersOf = (name: string) => ({ offers: understood(name).own.offers, causes: causesOf(understood(name)) });

describe('a thing that is published as it should be', () => {
  it('is understood without a problem, whatever its kind', () => {
    const names = feedFixtureNames().filter((name) => name.startsWith('good-'));
    expect(names).toHaveLength(7);
    for (const name of names) expect(causesOf(understood(name)), name).toEqual([]);
  });

  it('says all of a series', () => {
    expect(understood('good-session-series').own).toEqual({
      kind: 'SESSION_SERIES',
      id: `${HOME}/session-series/1`,
      parentId: null,
      name: 'Yoga for beginners',
      description: 'Bring a mat.',
      url: 'https://riverside.example.org/yoga',
      startDate: null,
      endDate: null,
      duration: 'PT1H',
      timeZone: 'Europe/London',
      eventStatus: null,
      remainingCapacity: null,
      place: PLACE,
      activities: [YOGA],
      organization: RIVERSIDE,
      organizationId: RIVERSIDE.id,
      offers: [ADULT],
      offerIds: [],
    });
  });

  it('says all of a session, and nothing that its series must say', () => {
    expect(understood('good-scheduled-session').own).toMatchObject({
      kind: 'SCHEDULED_SESSION',
      parentId: `${HOME}/session-series/1`,
      startDate: '2026-11-23T18:00:00Z',
      endDate: '2026-11-23T19:00:00Z',
      duration: 'PT1H',
      eventStatus: 'SCHEDULED',
      remainingCapacity: 12,
      name: null,
      place: null,
      activities: null,
      organization: null,
      organizationId: null,
      offers: null,
    });
  });

  it('says all of a facility, its court and their slot', () => {
    expect(understood('good-facility-use').own).toMatchObject({ kind: 'FACILITY_USE', name: 'Badminton', place: PLACE, activities: [{ label: 'Badminton Court' }], organization: RIVERSIDE, offers: [ADULT] });
    expect(understood('good-individual-facility-use').own).toMatchObject({ kind: 'INDIVIDUAL_FACILITY_USE', name: 'Court 1', parentId: `${HOME}/facility-uses/1` });
    expect(understood('good-slot').own).toMatchObject({ kind: 'SLOT', parentId: `${HOME}/facility-uses/1`, remainingCapacity: 1, offers: [ADULT] });
  });

  it('may be an offer or an organisation of its own', () => {
    expect(understood('good-offer').own).toMatchObject({ kind: 'OFFER', id: ADULT.id, name: 'Adult', offers: [ADULT] });
    expect(understood('good-organization').own).toMatchObject({ kind: 'ORGANIZATION', id: RIVERSIDE.id, name: RIVERSIDE.name, url: RIVERSIDE.url, organization: RIVERSIDE });
  });

  it('hands on its organisation and its offers, since others may name them', () => {
    const { context } = understood('good-session-series');
    expect(context.map(named)).toEqual([['ORGANIZATION', RIVERSIDE.id, null], ['OFFER', ADULT.id, null]]);
    expect(context).toMatchObject([{ organization: RIVERSIDE }, { offers: [ADULT] }]);
  });
});

describe('what a thing is', () => {
  it.each(['type-and-id', 'type-with-spaces', 'type-with-prefix', 'type-as-address', 'type-list', 'type-over-kind', 'kind-plural'])('is a session, published as %s', (name) => {
    expect(understood(name).own).toMatchObject({ kind: 'SCHEDULED_SESSION', id: `${HOME}/u` });
  });

  it.each(['kind-with-slash', 'kind-with-spaces', 'kind-in-one-word'])('is a slot by its feed’s word alone: %s', (name) => {
    expect(understood(name).own.kind).toBe('SLOT');
  });

  it('is an organisation with a space behind the word', () => {
    expect(understood('organization-type-with-space').own).toMatchObject({ kind: 'ORGANIZATION', organization: RIVERSIDE });
  });

  it.each([
    ['type-unknown', 'UNKNOWN_KIND', 'HeadlineEvent'],
    ['kind-unknown', 'UNKNOWN_KIND', 'Course'],
    ['id-missing', 'NO_ID', '@id'],
    ['id-no-address', 'BAD_ID', 'session-1'],
    ['data-list', 'NOT_AN_OBJECT', 'a list'],
  ])('is not understood, and the reason is quoted: %s', (name, cause, quoted) => {
    expect(readFixture(name)).toEqual({ cause, detail: expect.stringContaining(quoted) });
  });
});

describe('a place', () => {
  const NOWHERE = { latitude: null, longitude: null };

  it.each([
    ['coordinates-latitude-beyond-90', { latitude: -33.87, longitude: 151.2 }, ['SWAPPED_COORDINATES']],
    ['coordinates-swapped-in-britain', { latitude: 51.5, longitude: -0.12 }, ['SWAPPED_COORDINATES']],
    ['coordinates-in-the-seychelles', { latitude: -4.6, longitude: 55.45 }, []],
    ['coordinates-in-the-seychelles-by-zone', { latitude: -4.6, longitude: 55.45 }, []],
    ['coordinates-as-text', { latitude: 51.6, longitude: -1.16 }, []],
    ['coordinates-zero', NOWHERE, ['BAD_COORDINATES']],
    ['coordinates-beyond-the-earth', NOWHERE, ['BAD_COORDINATES']],
    ['coordinates-half', NOWHERE, ['BAD_COORDINATES']],
  ])('is where it is, not where a mistake puts it: %s', (name, coordinates, causes) => {
    expect(told(name)).toMatchObject({ own: { place: coordinates }, causes });
  });

  it.each([
    ['place-named-by-coordinates', { name: '51.5072, -0.1276', address: null, ...NOWHERE }],
    ['place-as-text', { name: 'Riverside Centre', address: null, ...NOWHERE }],
    ['place-address-as-text', { name: null, address: '1 Mill Lane, Brightwell', ...NOWHERE }],
    ['place-address-with-repeats', { name: null, address: '1 Mill Lane, Brightwell, OX10 0AA, GB', ...NOWHERE }],
  ])('is told on one line, nothing twice: %s', (name, place) => {
    expect(told(name)).toMatchObject({ own: { place }, causes: [] });
  });
});

describe('an offer', () => {
  it.each([
    ['offers-one-object', [{ id: `${HOME}/o`, priceMinor: 850 }], []],
    ['offers-indicative', [{ id: `${HOME}/real` }], []],
    ['offer-without-id', [{ id: null, name: 'Ticket', priceMinor: 850 }], []],
    ['offer-with-bad-id', [{ id: null, priceMinor: 850 }], ['BAD_ID']],
    ['id-with-half-a-character', [{ id: null }], ['BAD_ID']],
    ['id-too-long', [{ id: null }], ['BAD_ID']],
    ['id-too-many-bytes', [{ id: null }], ['BAD_ID']],
    ['offer-twice', [{ id: `${HOME}/o`, priceMinor: 850 }], ['BAD_OFFER']],
    ['offers-not-objects', null, ['BAD_OFFER', 'BAD_OFFER']],
    ['price-as-text', [{ priceMinor: 850, currency: 'GBP' }], []],
    ['price-with-zeros-behind', [{ priceMinor: 850 }], []],
    ['price-in-yen', [{ priceMinor: 500, currency: 'JPY' }], []],
    ['price-in-dinar', [{ priceMinor: 1250, currency: 'KWD' }], []],
    ['price-free-without-currency', [{ priceMinor: 0, currency: null }], []],
    ['currency-in-small-letters', [{ priceMinor: 850, currency: 'GBP' }], []],
    ['price-without-currency', [{ priceMinor: 850, currency: null }], ['NO_CURRENCY']],
    ['price-with-sign', [{ priceMinor: null }], ['BAD_PRICE']],
    ['price-with-excess-decimals', [{ priceMinor: null }], ['BAD_PRICE']],
    ['price-negative', [{ priceMinor: null }], ['BAD_PRICE']],
    ['price-missing', [{ priceMinor: null }], ['BAD_PRICE']],
    ['price-too-high', [{ priceMinor: null }], ['BAD_PRICE']],
    ['advance-booking-unavailable-1', [{ isAdvanceBookingUnavailable: true }], []],
    ['advance-booking-unavailable-2', [{ isAdvanceBookingUnavailable: true }], []],
    ['advance-booking-unavailable-3', [{ isAdvanceBookingUnavailable: true }], []],
    ['advance-booking-unavailable-4', [{ isAdvanceBookingUnavailable: true }], []],
    ['advance-booking-required', [{ isAdvanceBookingUnavailable: false }], []],
    ['offer-with-unreadable-period', [{ validFromBeforeStartDate: '7 days' }], ['BAD_DURATION']],
  ])('is read exactly or not at all: %s', (name, offers, causes) => {
    expect(offersOf(name)).toMatchObject({ offers, causes });
  });

  it('keeps its periods, and whether it is refunded', () => {
    expect(offersOf('offer-periods')).toMatchObject({
      offers: [{ validFromBeforeStartDate: 'P7D', validThroughBeforeStartDate: 'PT2H', latestCancellationBeforeStartDate: 'P1W', allowCustomerCancellationFullRefund: true }],
      causes: [],
    });
  });

  it('may be named alone, as text or as an object', () => {
    expect(understood('offers-by-id')).toMatchObject({ own: { offers: null, offerIds: [`${HOME}/o`, `${HOME}/p`] }, context: [], problems: [] });
  });

  it('has every price of two decimals, as text or as a number (property)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), fc.boolean(), (minor, isText) => {
        const text = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
        const item = readItem('Offer', { '@id': `${HOME}/o`, price: isText ? text : Number(text), priceCurrency: 'GBP' });
        expect(item).toMatchObject({ own: { offers: [{ priceMinor: minor }] }, problems: [] });
      }),
    );
  });
});

describe('a date', () => {
  it.each([
    ['date-utc', '2026-07-01T18:00:00Z'],
    ['date-offset', '2026-07-01T17:00:00Z'],
    ['date-without-seconds', '2026-07-01T17:00:00Z'],
    ['date-millis', '2026-07-01T18:00:00.250Z'],
    ['date-zero-millis', '2026-07-01T18:00:00Z'],
    ['date-wall-time', '2026-07-01T18:00:00'],
    ['date-midnight-as-24', '2027-01-01T00:00:00Z'],
  ])('has one spelling: %s', (name, startDate) => {
    expect(told(name)).toMatchObject({ own: { startDate }, causes: [] });
  });

  it.each([
    ['date-alone', 'BAD_DATE', '2026-07-01'],
    ['date-impossible', 'BAD_DATE', '2026-02-30T18:00:00Z'],
    ['date-as-number', 'BAD_DATE', '1782921600'],
    ['date-hour-24-and-a-half', 'BAD_DATE', '2026-07-01T24:30:00Z'],
    ['date-year-1', 'BAD_DATE', '0001-01-01T00:00:00Z'],
    ['date-year-10000', 'BAD_DATE', '9999-12-31T23:30:00-01:00'],
    ['date-missing', 'NO_START', 'startDate'],
    ['date-missing-in-slot', 'NO_START', 'startDate'],
  ])('of the start must be there with its time: %s', (name, cause, quoted) => {
    expect(readFixture(name)).toEqual({ cause, detail: expect.stringContaining(quoted) });
  });

  it.each([
    ['date-end-unreadable', { endDate: null }, ['BAD_DATE']],
    ['date-end-before-start', { endDate: null }, ['BAD_DATE']],
    ['date-alone-in-series', { startDate: null, endDate: null }, []],
    ['date-end-in-wall-time', { endDate: '2026-11-23T17:30:00' }, []],
    ['duration-negative', { duration: null }, ['BAD_DURATION']],
    ['duration-kept', { duration: 'PT1H30M' }, []],
    ['duration-unreadable', { duration: null }, ['BAD_DURATION']],
  ])('that says less does not stop the item: %s', (name, own, causes) => {
    expect(told(name)).toMatchObject({ own, causes });
  });

  it('is the instant that its offset says (property)', () => {
    const instant = fc.date({ min: new Date('0101-01-01T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, minutes) => {
        const published = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toString({ timeZone: offsetText(minutes), fractionalSecondDigits: 3 });
        expect(readItem('Slot', { '@id': `${HOME}/l`, startDate: published })).toMatchObject({ own: { startDate: date.toISOString().replace('.000Z', 'Z') } });
      }),
    );
  });

  it('of a duration is readable when Temporal can read it, and only then (property)', () => {
    const piece = fc.constantFrom('P', 'T', 'p', '-', '1', '23', '4567890', 'Y', 'M', 'W', 'D', 'H', 'M', 'S', '.5', ' ');
    const durations = fc.array(piece, { maxLength: 8 }).map((pieces) => `P${pieces.join('')}`);
    fc.assert(
      fc.property(durations, (text) => {
        expect(isDuration(text)).toBe(isReadByTemporal(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

function isReadByTemporal(text: string): boolean {
  try {
    return Temporal.Duration.from(text) instanceof Temporal.Duration;
  } catch {
    return false;
  }
}

const offsetText = (minutes: number): string => `${minutes < 0 ? '-' : '+'}${[Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0')).join(':')}`;

describe('whether one can come', () => {
  it.each([
    ['status-address', { eventStatus: 'SCHEDULED' }, []],
    ['status-prefixed', { eventStatus: 'CANCELLED' }, []],
    ['status-bare', { eventStatus: 'POSTPONED' }, []],
    ['status-rescheduled', { eventStatus: 'SCHEDULED' }, []],
    ['status-unknown', { eventStatus: null }, []],
    ['capacity-as-text', { remainingCapacity: 7 }, []],
    ['capacity-negative', { remainingCapacity: 0 }, []],
    ['capacity-of-slot', { remainingCapacity: 3 }, []],
    ['capacity-fraction', { remainingCapacity: null }, ['BAD_CAPACITY']],
    ['capacity-words', { remainingCapacity: null }, ['BAD_CAPACITY']],
    ['capacity-too-high', { remainingCapacity: null }, ['BAD_CAPACITY']],
  ])('is read in every spelling, and unknown is not zero: %s', (name, own, causes) => {
    expect(told(name)).toMatchObject({ own, causes });
  });
});

describe('what a thing belongs to', () => {
  const SERIES = `${HOME}/session-series/1`;

  it('is context when it is told of in full, with its own organisation and offers', () => {
    const { own, context } = understood('parent-embedded');
    expect(own).toMatchObject({ parentId: SERIES, name: null, organization: null });
    expect(context.map(named)).toEqual([['ORGANIZATION', RIVERSIDE.id, null], ['OFFER', ADULT.id, null], ['SESSION_SERIES', SERIES, null]]);
    expect(context.at(-1)).toEqual(understood('good-session-series').own);
  });

  it('is no context when it is only named', () => {
    expect(understood('parent-reference')).toMatchObject({ own: { parentId: SERIES }, context: [], problems: [] });
  });

  it('is followed upwards from a slot over its court to the facility', () => {
    const { own, context } = understood('slot-of-court');
    expect(own.parentId).toBe(`${HOME}/facility-uses/1/courts/1`);
    expect(context.filter(({ kind }) => kind.endsWith('FACILITY_USE')).map(named)).toEqual([
      ['FACILITY_USE', `${HOME}/facility-uses/1`, null],
      ['INDIVIDUAL_FACILITY_USE', `${HOME}/facility-uses/1/courts/1`, `${HOME}/facility-uses/1`],
    ]);
  });

  it.each([
    ['parent-none', null, []],
    ['parent-itself', null, ['BAD_ID']],
    ['parent-without-id', null, ['NO_ID']],
    ['parent-of-another-type', `${HOME}/course`, ['BAD_PART']],
  ])('does not stop the item when it is missing or cannot be: %s', (name, parentId, causes) => {
    expect(told(name)).toMatchObject({ own: { parentId }, causes });
    expect(understood(name).context).toEqual([]);
  });
});

describe('what is inside a thing', () => {
  it('is its sessions, which belong to it whatever they say; those that are only named have a feed of their own', () => {
    const { parts, problems } = understood('series-with-sessions');
    expect(parts.map(named)).toEqual([1, 2].map((number) => ['SCHEDULED_SESSION', `${HOME}/s${number}`, `${HOME}/e`]));
    expect(problems).toEqual([]);
  });

  it('is its courts and slots, and the slots of its courts', () => {
    const { parts, problems } = understood('facility-with-courts');
    expect(parts.map(named)).toEqual([
      ['INDIVIDUAL_FACILITY_USE', `${HOME}/f/c1`, `${HOME}/f`],
      ['SLOT', `${HOME}/f/c1/l1`, `${HOME}/f/c1`],
      ['INDIVIDUAL_FACILITY_USE', `${HOME}/f/c2`, `${HOME}/f`],
      ['SLOT', `${HOME}/f/l`, `${HOME}/f`],
    ]);
    expect(problems).toEqual([]);
  });

  it('is there once, as it is told first', () => {
    expect(understood('series-with-a-session-twice').parts).toMatchObject([{ id: `${HOME}/s1`, startDate: '2026-11-21T18:00:00Z' }]);
  });

  it('is left out, each with its reason, when it cannot stand by itself', () => {
    const item = understood('series-with-bad-sessions');
    expect(item.parts.map(({ id }) => id)).toEqual([`${HOME}/s5`]);
    expect(causesOf(item)).toEqual(['BAD_PART', 'BAD_PART', 'BAD_PART', 'BAD_PART', 'BAD_PART']);
  });
});

describe('who and what', () => {
  it.each([
    ['organizer-as-text', { id: null, name: 'Riverside Leisure', url: null }, null, []],
    ['organizer-by-id', null, RIVERSIDE.id, []],
    ['organizer-by-reference', null, RIVERSIDE.id, []],
    ['organizer-list', RIVERSIDE, RIVERSIDE.id, []],
    ['organizer-person', { id: `${HOME}/people/1`, name: 'Ada Clarke', url: null }, `${HOME}/people/1`, []],
    ['organizer-without-id', { id: null, name: 'Riverside Leisure', url: null }, null, []],
    ['organizer-with-bad-id', { id: null, name: 'Riverside Leisure', url: null }, null, ['BAD_ID']],
  ])('organises it is read in every form: %s', (name, organization, organizationId, causes) => {
    expect(told(name)).toMatchObject({ own: { organization, organizationId }, causes });
  });

  it('can be done there is told once each, in words', () => {
    expect(understood('activities-mixed').own.activities).toEqual([YOGA, { id: null, label: 'Stretching' }, { id: null, label: '7' }]);
    expect(understood('activity-one-object').own.activities).toEqual([YOGA]);
  });

  it('says the zone is a schedule, by a name that there is', () => {
    expect(understood('series-with-zone').own.timeZone).toBe('Pacific/Auckland');
  });
});

describe('a text', () => {
  it.each([
    ['text-with-markup', { description: 'Bring a mat & water.\n\n5 < 6\n\n£3 <b>\n\nalert(1)' }],
    ['text-with-half-characters', { name: 'Yoga club', description: '😀 half:' }],
    ['text-with-entities', { description: 'ab😀c&#1114112;&#x110000; d&Eacute;&lt;' }],
    ['text-with-spaces', { name: 'Yoga club' }],
    ['text-as-number', { name: '42' }],
    ['url-of-script', { url: null }],
  ])('is plain, and can be stored and shown: %s', (name, own) => {
    expect(told(name)).toMatchObject({ own, causes: [] });
  });

  it('is cut between characters, a name at 300 and a description at 5,000', () => {
    const item = readItem('SessionSeries', { '@id': `${HOME}/e`, name: `a${'😀'.repeat(400)}`, description: `a${'😀'.repeat(6_000)}` });
    expect(item).toMatchObject({ own: { name: `a${'😀'.repeat(299)}`, description: `a${'😀'.repeat(4_999)}` } });
  });

  it.each(['<', '<a', '&', '<p ', '&#', ' ', '\n'])('of a million times %j is read at once', (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    const members = ['name', 'description', 'startDate', 'duration', 'location', 'activity', 'organizer', 'url', 'superEvent', 'offers', '@type', 'eventStatus'];
    for (const member of members) readItem('SessionSeries', { '@id': `${HOME}/e`, [member]: text });
    expect(readItem('SessionSeries', { '@id': text })).toMatchObject({ cause: 'BAD_ID' });
  });
});

describe('the reader of items', () => {
  const KINDS = ['SessionSeries', 'ScheduledSession', 'FacilityUse', 'IndividualFacilityUse', 'Slot', 'Offer', 'Organization'];
  const MEMBERS = [...new Set(feedFixtureNames().filter((name) => !name.startsWith('page-')).flatMap((name) => membersOf(itemFixture(name).data)))];

  it('throws at nothing, and what it hands out can be stored (property)', () => {
    const leaf = fc.oneof(fc.jsonValue(), fc.constantFrom(...HOSTILE_TEXTS, ...KINDS, `${HOME}/a`, `${HOME}/b`, '2026-07-01T18:00:00Z', '2026-07-01'), fc.bigInt().map((integer) => parseLossless(String(integer))));
    const { thing } = fc.letrec<{ thing: unknown }>((tie) => ({
      thing: fc.oneof({ maxDepth: 5, depthSize: 'medium' }, leaf, fc.dictionary(fc.constantFrom(...MEMBERS, '__proto__', 'constructor'), tie('thing'), { maxKeys: 8 }), fc.array(tie('thing'), { maxLength: 4 })),
    }));
    const data = fc.tuple(fc.constantFrom(...KINDS), fc.dictionary(fc.constantFrom(...MEMBERS), thing)).map(([type, members]) => ({ '@id': `${HOME}/a`, startDate: '2026-07-01T18:00:00Z', ...members, '@type': type }));
    fc.assert(fc.property(fc.oneof(fc.constantFrom(...KINDS), fc.string()), fc.oneof(data, thing), (kind, value) => expectStorable(readItem(kind, value))), { numRuns: 1_000 });
  });

  it('does not follow how deep a thing is nested', () => {
    const deep = ['superEvent', 'subEvent', 'facilityUse', 'organizer', 'offers', 'location', 'activity'].map((member) => {
      let value: unknown = 1;
      for (let level = 0; level < 100_000; level += 1) value = level % 2 === 0 ? [value] : { '@id': `${HOME}/${level}`, [member]: value };
      return [member, value];
    });
    for (const kind of KINDS) expect(readItem(kind, { '@id': `${HOME}/a`, startDate: '2026-07-01T18:00:00Z', ...Object.fromEntries(deep) })).toHaveProperty('own');
  });

  it('tells of 20 problems of an item at most', () => {
    expect(readItem('SessionSeries', { '@id': `${HOME}/e`, offers: Array.from({ length: 10_000 }, () => 7) })).toMatchObject({ problems: { length: 20 } });
  });
});

function membersOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([member, each]) => [...(Array.isArray(value) ? [] : [member]), ...membersOf(each)]) : [];
}

function expectStorable(item: unknown): void {
  const pending = [item];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') expect(next.isWellFormed() && !next.includes('\0')).toBe(true);
    else if (typeof next === 'number') expect(Number.isFinite(next)).toBe(true);
    else if (typeof next === 'object' && next !== null) pending.push(...Object.values(next));
  }
}
