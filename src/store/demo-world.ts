import { formatApiKey, type ParsedApiKey } from '../broker/api-key.js';
import type { EventStatus, OpportunityType } from '../catalogue/opportunity.entity.js';
import type { SellerStatus } from '../seller/seller.lifecycle.js';

/*
 * The demo world: brokers, sellers, and something to book for every situation, named after it, so that every answer can be
 * tried by hand. Its keys are the same on every machine, so that the README's commands can be pasted; a production gateway
 * refuses to load it.
 */

const HOME = 'https://demo.courtside.example';

export interface DemoBroker {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** `#rrggbb`. */
  readonly accentColor: string | null;
  readonly key: ParsedApiKey;
  readonly publishableKey: string;
  /** Where its front-end runs. */
  readonly origin: string;
  /** Where it hears of orders; null for the broker that has not registered a webhook. */
  readonly successWebhook: string | null;
  readonly customerId: string;
}

const FITNESS_FINDER: DemoBroker = {
  id: '0193a000-0000-7000-8000-000000000001',
  name: 'Fitness Finder',
  url: 'https://fitness-finder.example',
  accentColor: '#0b6e4f',
  key: { id: 'demofitnessfinder', secret: 'notasecretbecauseitisprintedinthereadme1' },
  publishableKey: 'pk_test_demofitnessfinder',
  origin: 'http://localhost:5173',
  successWebhook: 'https://fitness-finder.example/webhooks/success', // until a gateway knows its own address: see connectDemoReceiver
  customerId: '0193a000-0000-7000-8000-0000000000c1',
};

const CLUB_COMPASS: DemoBroker = {
  id: '0193a000-0000-7000-8000-000000000002',
  name: 'Club Compass',
  url: 'https://club-compass.example',
  accentColor: null,
  key: { id: 'democlubcompass', secret: 'notasecretbecauseitisprintedinthereadme2' },
  publishableKey: 'pk_test_democlubcompass',
  origin: 'http://localhost:5174',
  successWebhook: null,
  customerId: '0193a000-0000-7000-8000-0000000000c2',
};

/** What shows the demo broker's receiver that a webhook comes from us. */
export const DEMO_WEBHOOK = {
  key: 'wk_demofitnessfinder_notasecretbecauseitisinthecode',
  signingSecret: `whsec_${Buffer.from('not a secret, since it is printed in the code').toString('base64')}`,
} as const;

export const DEMO_BROKERS: readonly DemoBroker[] = [FITNESS_FINDER, CLUB_COMPASS];

export interface DemoSeller {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly status: SellerStatus;
  /** Who manages it; null before onboarding. */
  readonly brokerId: string | null;
  readonly address: string;
  readonly timeZone: string;
}

const LONDON = 'Europe/London';

const SELLERS = {
  yoga: { id: '0193a000-0000-7000-8000-0000000000a1', slug: 'riverside-yoga', name: 'Riverside Yoga', status: 'FREE', brokerId: FITNESS_FINDER.id, address: '1 Mill Lane, Brightwell', timeZone: LONDON },
  sports: { id: '0193a000-0000-7000-8000-0000000000a2', slug: 'northside-sports', name: 'Northside Sports Centre', status: 'PAID', brokerId: FITNESS_FINDER.id, address: '20 North Road, Brightwell', timeZone: LONDON },
  runners: { id: '0193a000-0000-7000-8000-0000000000a3', slug: 'parkside-runners', name: 'Parkside Runners', status: 'NOT_ONBOARDED', brokerId: null, address: 'Victoria Park, Brightwell', timeZone: LONDON },
  dance: { id: '0193a000-0000-7000-8000-0000000000a4', slug: 'old-town-dance', name: 'Old Town Dance', status: 'OPTED_OUT', brokerId: FITNESS_FINDER.id, address: '7 Guild Street, Brightwell', timeZone: LONDON },
  harbour: { id: '0193a000-0000-7000-8000-0000000000a5', slug: 'harbour-sailing', name: 'Harbour Sailing Auckland', status: 'PAID', brokerId: CLUB_COMPASS.id, address: 'Westhaven Marina, Auckland', timeZone: 'Pacific/Auckland' },
} as const satisfies Record<string, DemoSeller>;

export const DEMO_SELLERS: readonly DemoSeller[] = Object.values(SELLERS);

export interface DemoOffer {
  readonly id: string | null;
  readonly name: string;
  /** In the minor unit of the currency. */
  readonly priceMinor: number;
  readonly currency?: string;
  /** ISO 8601 durations before the start. */
  readonly opens?: string;
  readonly closes?: string;
  /** ISO 8601 before the start: until then a customer who paid gets the money back; without it never. */
  readonly refundedUntil?: string;
}

export interface DemoItem {
  readonly identifier: string;
  readonly type: OpportunityType;
  readonly seller: DemoSeller;
  readonly name: string;
  readonly daysFromNow: number;
  /** Wall time at the venue. */
  readonly at: string;
  /** Places left; null when the publisher does not say. */
  readonly remaining: number | null;
  readonly eventStatus?: EventStatus;
  /** Its parent's tickets, and its own where it has any. */
  readonly offers: readonly DemoOffer[];
  readonly ownOffers?: readonly DemoOffer[];
  /** The identifier of the first of the same series, whose parent and tickets it shares. */
  readonly seriesOf?: string;
  /** What happens to whoever books it; nothing unless it is said. */
  readonly situation?: DemoSituation;
}

/** What the demo world does to a checkout by itself: what other customers and publishers do elsewhere, at a moment that is known. */
export type DemoSituation = 'SELLS_OUT' | 'PRICE_RISES' | 'HOLD_RUNS_OUT' | 'HOLD_IS_LOST' | 'GONE_WHILE_PAYING';

/** How long, in seconds, what happens on purpose lasts: a short hold, somebody else's hold, an outage of the demo provider. */
export const DEMO_SECONDS = 20;

/** By how much a price rises on purpose, in the minor unit. */
export const DEMO_RISE_MINOR = 50;

/** Customers for whom the demo provider, or the demo broker's receiver, does something other than usual. */
export const DEMO_CUSTOMERS = {
  providerDown: 'provider-down@example.com',
  providerDownLater: 'provider-down-later@example.com',
  paysLate: 'pays-late@example.com',
  webhookFailsTwice: 'webhook-fails-twice@example.com',
  webhookFails: 'webhook-fails@example.com',
  webhookSlow: 'webhook-slow@example.com',
} as const;

const offer = (slug: string, name: string, priceMinor: number, more: Partial<DemoOffer> = {}): DemoOffer => ({ id: `${HOME}/offers/${slug}`, name, priceMinor, ...more });
const session = { type: 'SCHEDULED_SESSION' } as const;
const slot = { type: 'SLOT' } as const;

/** Each named after the situation that it shows. */
export const DEMO_ITEMS: readonly DemoItem[] = [
  { ...session, identifier: 'demo-free', seller: SELLERS.yoga, name: 'Yoga for beginners', daysFromNow: 1, at: '18:30', remaining: 12, offers: [offer('free', 'Free place', 0)] },
  { ...session, identifier: 'demo-full', seller: SELLERS.yoga, name: 'Sunrise yoga', daysFromNow: 2, at: '07:00', remaining: 0, offers: [offer('sunrise', 'Free place', 0)] },
  { ...session, identifier: 'demo-full-next', seriesOf: 'demo-full', seller: SELLERS.yoga, name: 'Sunrise yoga', daysFromNow: 4, at: '07:00', remaining: 9, offers: [] },
  { ...session, identifier: 'demo-one-left', seller: SELLERS.yoga, name: 'Yin yoga', daysFromNow: 2, at: '19:30', remaining: 1, offers: [offer('yin', 'Free place', 0)] },
  { ...session, identifier: 'demo-free-seller-paid-offer', seller: SELLERS.yoga, name: 'Yoga workshop', daysFromNow: 5, at: '14:00', remaining: 15, offers: [offer('workshop', 'Workshop place', 2500)] },
  {
    ...session,
    identifier: 'demo-paid',
    seller: SELLERS.sports,
    name: 'Circuit training',
    daysFromNow: 1,
    at: '19:00',
    remaining: 20,
    offers: [offer('circuit-adult', 'Adult', 850, { refundedUntil: 'PT2H' }), offer('circuit-concession', 'Concession', 500)],
  },
  { ...session, identifier: 'demo-past', seller: SELLERS.sports, name: 'Monday spin', daysFromNow: -1, at: '10:00', remaining: 5, offers: [offer('spin-monday', 'Bike', 700)] },
  { ...session, identifier: 'demo-cancelled', seller: SELLERS.sports, name: 'Friday spin', daysFromNow: 3, at: '10:00', remaining: 5, eventStatus: 'CANCELLED', offers: [offer('spin-friday', 'Bike', 700)] },
  { ...session, identifier: 'demo-not-yet-open', seller: SELLERS.sports, name: 'Swimming gala', daysFromNow: 30, at: '11:00', remaining: 80, offers: [offer('gala', 'Spectator', 300, { opens: 'P7D' })] },
  { ...session, identifier: 'demo-closed', seller: SELLERS.sports, name: 'Judo grading', daysFromNow: 2, at: '12:00', remaining: 8, offers: [offer('grading', 'Candidate', 1500, { closes: 'P14D' })] },
  { ...session, identifier: 'demo-unknown-capacity', seller: SELLERS.sports, name: 'Open gym', daysFromNow: 1, at: '12:00', remaining: null, offers: [offer('gym', 'Entry', 400)] },
  { ...session, identifier: 'demo-offer-without-id', seller: SELLERS.sports, name: 'Walking football', daysFromNow: 4, at: '11:00', remaining: 16, offers: [{ id: null, name: 'Player', priceMinor: 300 }] },
  {
    ...session,
    identifier: 'demo-several-offers',
    seller: SELLERS.sports,
    name: 'Family swim',
    daysFromNow: 6,
    at: '09:30',
    remaining: 40,
    offers: [offer('swim-adult', 'Adult', 600), offer('swim-child', 'Child', 350), offer('swim-under-5', 'Under 5', 0), offer('swim-early', 'Early bird', 450, { closes: 'P28D' })],
  },
  { ...slot, identifier: 'demo-slot', seller: SELLERS.sports, name: 'Badminton court 1', daysFromNow: 3, at: '10:00', remaining: 1, offers: [offer('court', 'Court for an hour', 1200, { refundedUntil: 'P7D' })] },
  {
    ...slot,
    identifier: 'demo-slot-own-offers',
    seller: SELLERS.sports,
    name: 'Badminton court 2',
    daysFromNow: 3,
    at: '21:00',
    remaining: 1,
    offers: [offer('court-2', 'Court for an hour', 1200)],
    ownOffers: [offer('court-2-late', 'Late court', 800)],
  },
  { ...session, identifier: 'demo-not-onboarded', seller: SELLERS.runners, name: 'Saturday park run', daysFromNow: 4, at: '09:00', remaining: 200, offers: [offer('park-run', 'Free place', 0)] },
  { ...session, identifier: 'demo-opted-out', seller: SELLERS.dance, name: 'Ceilidh for all', daysFromNow: 4, at: '20:00', remaining: 60, offers: [offer('ceilidh', 'Free place', 0)] },
  { ...session, identifier: 'demo-auckland', seller: SELLERS.harbour, name: 'Twilight sailing', daysFromNow: 2, at: '17:45', remaining: 6, offers: [offer('sailing', 'Crew', 4500, { currency: 'NZD' })] },
  // whoever tries these as often as they like shall find a place, so most do not say how many are left
  { ...session, identifier: 'demo-sells-out', situation: 'SELLS_OUT', seller: SELLERS.yoga, name: 'Aerial yoga', daysFromNow: 5, at: '18:00', remaining: 1, offers: [offer('aerial', 'Free place', 0)] },
  { ...session, identifier: 'demo-sells-out-next', seriesOf: 'demo-sells-out', seller: SELLERS.yoga, name: 'Aerial yoga', daysFromNow: 7, at: '18:00', remaining: 9, offers: [] },
  { ...session, identifier: 'demo-price-rises', situation: 'PRICE_RISES', seller: SELLERS.sports, name: 'Climbing taster', daysFromNow: 5, at: '10:00', remaining: null, offers: [offer('climbing', 'Climber', 500)] },
  { ...session, identifier: 'demo-hold-runs-out', situation: 'HOLD_RUNS_OUT', seller: SELLERS.sports, name: 'Table tennis', daysFromNow: 5, at: '15:00', remaining: null, offers: [offer('table-tennis', 'Player', 400)] },
  { ...session, identifier: 'demo-hold-is-lost', situation: 'HOLD_IS_LOST', seller: SELLERS.yoga, name: 'Restorative yoga', daysFromNow: 6, at: '19:00', remaining: 1, offers: [offer('restorative', 'Free place', 0)] },
  { ...session, identifier: 'demo-gone-while-paying', situation: 'GONE_WHILE_PAYING', seller: SELLERS.sports, name: 'Trampolining', daysFromNow: 6, at: '16:00', remaining: null, offers: [offer('trampoline', 'Jumper', 650)] },
];

/** What tests, the README and the start-up message name. */
export const DEMO = {
  apiKeys: { fitnessFinder: formatApiKey('test', FITNESS_FINDER.key), clubCompass: formatApiKey('test', CLUB_COMPASS.key) },
  publishableKeys: { fitnessFinder: FITNESS_FINDER.publishableKey, clubCompass: CLUB_COMPASS.publishableKey },
  origins: { fitnessFinder: FITNESS_FINDER.origin, clubCompass: CLUB_COMPASS.origin },
  customerIds: { ofFitnessFinder: FITNESS_FINDER.customerId, ofClubCompass: CLUB_COMPASS.customerId },
  brokerIds: { fitnessFinder: FITNESS_FINDER.id, clubCompass: CLUB_COMPASS.id },
  offers: { free: `${HOME}/offers/free`, paid: `${HOME}/offers/circuit-adult`, slot: `${HOME}/offers/court`, full: `${HOME}/offers/sunrise`, auckland: `${HOME}/offers/sailing` },
  sellerId: (slug: (typeof SELLERS)[keyof typeof SELLERS]['slug']) => `${HOME}/organizations/${slug}`,
  /** A demo session's id in open data. */
  scheduledSessionId: (identifier: string) => `${HOME}/scheduled-sessions/${identifier}`,
} as const;

/** The addresses under which the demo world stands in open data. */
export const demoAddress = {
  seller: (slug: string) => `${HOME}/organizations/${slug}`,
  page: (slug: string) => `${HOME}/${slug}`,
  parent: ({ type, identifier, seriesOf = identifier }: DemoItem) => `${HOME}/${type === 'SLOT' ? 'facility-uses' : 'session-series'}/${seriesOf}`,
  item: ({ type, identifier }: DemoItem) => `${HOME}/${type === 'SLOT' ? 'slots' : 'scheduled-sessions'}/${identifier}`,
} as const;
