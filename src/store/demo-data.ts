import type { EntityManager } from '@mikro-orm/sql';
import { Temporal } from 'temporal-polyfill';
import { ApiKey } from '../broker/api-key.entity.js';
import { formatApiKey, hashSecret, type ParsedApiKey } from '../broker/api-key.js';
import { Broker } from '../broker/broker.entity.js';
import { Offer } from '../catalogue/offer.entity.js';
import { OpportunityParent } from '../catalogue/opportunity-parent.entity.js';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { Customer } from '../customer/customer.entity.js';
import { Seller } from '../seller/seller.entity.js';
import { WebhookEndpoint } from '../webhook/webhook-endpoint.entity.js';

/*
 * The demo world: a few brokers, sellers and things to book, so that every answer can be tried by hand. Its keys are the
 * same on every machine, so that the README's commands can be pasted; a production gateway refuses to load it.
 */

const LONDON = 'Europe/London';
const HOME = 'https://demo.courtside.example';

interface DemoBroker {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly key: ParsedApiKey;
  /** Where it hears of orders; null for the broker that has not registered a webhook. */
  readonly successWebhook: string | null;
  readonly customerId: string;
}

const FITNESS_FINDER: DemoBroker = {
  id: '0193a000-0000-7000-8000-000000000001',
  name: 'Fitness Finder',
  url: 'https://fitness-finder.example',
  key: { id: 'demofitnessfinder', secret: 'notasecretbecauseitisprintedinthereadme1' },
  successWebhook: 'https://fitness-finder.example/webhooks/success',
  customerId: '0193a000-0000-7000-8000-0000000000c1',
};

const CLUB_COMPASS: DemoBroker = {
  id: '0193a000-0000-7000-8000-000000000002',
  name: 'Club Compass',
  url: 'https://club-compass.example',
  key: { id: 'democlubcompass', secret: 'notasecretbecauseitisprintedinthereadme2' },
  successWebhook: null,
  customerId: '0193a000-0000-7000-8000-0000000000c2',
};

const BROKERS = [FITNESS_FINDER, CLUB_COMPASS];

const SELLERS = [
  { id: '0193a000-0000-7000-8000-0000000000a1', slug: 'riverside-yoga', name: 'Riverside Yoga', status: 'FREE', broker: FITNESS_FINDER.id },
  { id: '0193a000-0000-7000-8000-0000000000a2', slug: 'northside-sports', name: 'Northside Sports Centre', status: 'PAID', broker: FITNESS_FINDER.id },
  { id: '0193a000-0000-7000-8000-0000000000a3', slug: 'parkside-runners', name: 'Parkside Runners', status: 'NOT_ONBOARDED', broker: null },
] as const;

interface DemoItem {
  readonly identifier: string;
  readonly type: 'SCHEDULED_SESSION' | 'SLOT';
  readonly seller: (typeof SELLERS)[number]['slug'];
  readonly name: string;
  readonly daysFromNow: number;
  /** Wall time at the venue. */
  readonly at: string;
  readonly remaining: number | null;
  readonly offers: readonly { readonly id: string; readonly name: string; readonly priceMinor: number }[];
}

/** Named after the situation each one shows. */
const ITEMS: readonly DemoItem[] = [
  {
    identifier: 'demo-free',
    type: 'SCHEDULED_SESSION',
    seller: 'riverside-yoga',
    name: 'Yoga for beginners',
    daysFromNow: 1,
    at: '18:30',
    remaining: 12,
    offers: [{ id: `${HOME}/offers/free`, name: 'Free place', priceMinor: 0 }],
  },
  {
    identifier: 'demo-full',
    type: 'SCHEDULED_SESSION',
    seller: 'riverside-yoga',
    name: 'Sunrise yoga',
    daysFromNow: 2,
    at: '07:00',
    remaining: 0,
    offers: [{ id: `${HOME}/offers/sunrise`, name: 'Free place', priceMinor: 0 }],
  },
  {
    identifier: 'demo-paid',
    type: 'SCHEDULED_SESSION',
    seller: 'northside-sports',
    name: 'Circuit training',
    daysFromNow: 1,
    at: '19:00',
    remaining: 20,
    offers: [
      { id: `${HOME}/offers/circuit-adult`, name: 'Adult', priceMinor: 850 },
      { id: `${HOME}/offers/circuit-concession`, name: 'Concession', priceMinor: 500 },
    ],
  },
  {
    identifier: 'demo-slot',
    type: 'SLOT',
    seller: 'northside-sports',
    name: 'Badminton court 1',
    daysFromNow: 3,
    at: '10:00',
    remaining: 1,
    offers: [{ id: `${HOME}/offers/court`, name: 'Court for an hour', priceMinor: 1200 }],
  },
  {
    identifier: 'demo-not-onboarded',
    type: 'SCHEDULED_SESSION',
    seller: 'parkside-runners',
    name: 'Saturday park run',
    daysFromNow: 4,
    at: '09:00',
    remaining: 200,
    offers: [{ id: `${HOME}/offers/park-run`, name: 'Free place', priceMinor: 0 }],
  },
];

export const DEMO = {
  apiKeys: { fitnessFinder: formatApiKey('test', FITNESS_FINDER.key), clubCompass: formatApiKey('test', CLUB_COMPASS.key) },
  customerIds: { ofFitnessFinder: FITNESS_FINDER.customerId, ofClubCompass: CLUB_COMPASS.customerId },
  brokerIds: { fitnessFinder: FITNESS_FINDER.id, clubCompass: CLUB_COMPASS.id },
  offers: { free: `${HOME}/offers/free`, paid: `${HOME}/offers/circuit-adult`, slot: `${HOME}/offers/court`, full: `${HOME}/offers/sunrise` },
  sellerId: (slug: (typeof SELLERS)[number]['slug']) => `${HOME}/organizations/${slug}`,
} as const;

/**
 * Adds what is missing of the demo world and moves its dates to around `now`, so that it never goes stale. What somebody
 * has changed, a seller's status say, stays.
 */
export async function loadDemoData(em: EntityManager, now: Date): Promise<void> {
  await em.transactional(async (tx) => {
    for (const broker of BROKERS) await addBroker(tx, broker, now);
    for (const { id, slug, name, status, broker } of SELLERS) {
      const seller = { id, sellerId: DEMO.sellerId(slug), name, url: `${HOME}/${slug}`, status, broker, createdAt: now, onboardedAt: broker && now, version: 1 };
      await tx.upsert(Seller, seller, { onConflictAction: 'ignore' });
    }
    for (const item of ITEMS) await addItem(tx, item, now);
  });
}

async function addBroker(tx: EntityManager, { id, name, url, key, successWebhook, customerId }: DemoBroker, now: Date): Promise<void> {
  const once = { onConflictAction: 'ignore' } as const;
  await tx.upsert(Broker, { id, name, url, createdAt: now }, once);
  await tx.upsert(ApiKey, { id: key.id, broker: id, secretHash: hashSecret(key.secret), createdAt: now, retiredAt: null }, once);
  if (successWebhook !== null) {
    await tx.upsert(WebhookEndpoint, { id, broker: id, kind: 'ORDER_SUCCESS', url: successWebhook, createdAt: now, disabledAt: null }, once);
  }
  const customer = { id: customerId, broker: id, identifier: 'member-1', givenName: 'Sam', familyName: 'Okafor', email: 'sam.okafor@example.com', is13OrOver: true };
  await tx.upsert(Customer, { ...customer, createdAt: now }, once);
}

async function addItem(tx: EntityManager, item: DemoItem, now: Date): Promise<void> {
  const { identifier, type, seller: slug, name, daysFromNow, at, remaining, offers } = item;
  const parentId = `${HOME}/${type === 'SLOT' ? 'facility-uses' : 'session-series'}/${identifier}`;
  const seller = await tx.findOneOrFail(Seller, { sellerId: DEMO.sellerId(slug) });
  const place = { locationName: seller.name, locationAddress: '1 Mill Lane, Brightwell', timeZone: LONDON };
  const parentType = type === 'SLOT' ? 'FACILITY_USE' : 'SESSION_SERIES';
  await tx.upsert(OpportunityParent, { id: parentId, type: parentType, name, description: null, url: `${parentId}.html`, seller: seller.id, ...place });
  const startDate = wallTime(now, daysFromNow, at);
  await tx.upsert(Opportunity, {
    id: `${HOME}/${type === 'SLOT' ? 'slots' : 'scheduled-sessions'}/${identifier}`,
    identifier,
    type,
    parent: parentId,
    startDate,
    endDate: new Date(startDate.getTime() + 3_600_000),
    eventStatus: 'SCHEDULED',
    remainingCapacity: remaining,
  });
  for (const [index, offer] of offers.entries()) {
    const window = { validFromBeforeStartDate: null, validThroughBeforeStartDate: null, isAdvanceBookingUnavailable: false };
    await tx.upsert(Offer, { key: offerKey(item, index), ...offer, opportunity: null, parent: parentId, currency: 'GBP', ...window });
  }
}

function wallTime(now: Date, daysFromNow: number, at: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(LONDON).toPlainDate();
  return new Date(today.add({ days: daysFromNow }).toZonedDateTime({ timeZone: LONDON, plainTime: at }).epochMilliseconds);
}

/** The same key on every start, so that a start adds no second copy. */
function offerKey(item: DemoItem, index: number): string {
  return `0193a000-0000-7000-8000-${(0xf00 + ITEMS.indexOf(item) * 16 + index).toString(16).padStart(12, '0')}`;
}
