import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import { Offer } from '../catalogue/offer.entity.js';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { UserError } from '../shared/user-error.js';
import { DEMO_ITEMS, DEMO_RISE_MINOR, DEMO_SECONDS, demoAddress, type DemoItem, type DemoSituation } from '../store/demo-world.js';
import { fromJson, type Tables } from '../store/tables.js';
import type { CheckoutItemFacts } from './checkout.entity.js';
import { submitDetails } from './continue-checkout.js';
import type { CheckoutParts } from './in-checkout.js';
import { startCheckout } from './start-checkout.js';

/*
 * Who else there is in the demo world, and when they act: another customer and the publisher take their turn right before a
 * mutation of a checkout, so that what is rare elsewhere happens for certain. They do nothing that the real ones could not,
 * and the rules know nothing of them.
 */

/** Before which mutations somebody may act. */
export const DEMO_TURNS = ['submitDetails', 'renewHold', 'bookCheckout', 'payCheckout', 'refreshPayment'] as const;
export type DemoMutation = (typeof DEMO_TURNS)[number];

interface Parts extends CheckoutParts {
  readonly reads: Kysely<Tables>;
  readonly fork: () => EntityManager;
}

interface Played {
  readonly item: DemoItem;
  readonly opportunityId: string;
  readonly places: readonly CheckoutItemFacts[];
  readonly hasDetails: boolean;
}

type Act = (played: Played, parts: Parts) => Promise<void>;

interface Plan {
  /** How long its places are held; as everywhere unless it is said. */
  readonly holdSeconds?: number;
  readonly before?: Partial<Record<DemoMutation, Act>>;
  readonly after?: Partial<Record<DemoMutation, Act>>;
}

const PLANS: Readonly<Record<DemoSituation, Plan>> = {
  SELLS_OUT: { before: { submitDetails: takeLastPlace } },
  PRICE_RISES: { before: { submitDetails: raisePrice } },
  HOLD_RUNS_OUT: { holdSeconds: DEMO_SECONDS },
  HOLD_IS_LOST: { holdSeconds: DEMO_SECONDS, before: { renewHold: takeLastPlace, bookCheckout: takeLastPlace }, after: { bookCheckout: addPlace } },
  GONE_WHILE_PAYING: { before: { refreshPayment: withdrawPlaces }, after: { refreshPayment: returnPlaces } },
};

const ITEMS: ReadonlyMap<string, DemoItem> = new Map(DEMO_ITEMS.map((item) => [demoAddress.item(item), item]));
const RIVAL = { givenName: 'Somebody', familyName: 'Else', email: 'somebody.else@example.com' } as const;
const RIVAL_ADDRESS = 'somebody else of the demo world';

export interface DemoTurn {
  /** For how long the checkout's own mutation holds places. */
  readonly holdTtlSeconds: number;
  /** What comes after that mutation, however it ended. */
  readonly end: () => Promise<void>;
}

/** Lets the demo world act on a checkout before a mutation of it. A checkout of anything else is left alone. */
export async function takeDemoTurn(mutation: DemoMutation, checkoutId: string, parts: Parts): Promise<DemoTurn> {
  const played = await findPlayed(checkoutId, parts.reads);
  if (!played?.item.situation) return { holdTtlSeconds: parts.holdTtlSeconds, end: async () => {} };
  const { holdSeconds = parts.holdTtlSeconds, before, after } = PLANS[played.item.situation];
  await before?.[mutation]?.(played, parts);
  return { holdTtlSeconds: holdSeconds, end: async () => after?.[mutation]?.(played, parts) };
}

async function findPlayed(checkoutId: string, reads: Kysely<Tables>): Promise<Played | undefined> {
  const row = await reads.selectFrom('checkout').where('id', '=', checkoutId).select(['opportunity_id', 'items', 'details_at']).executeTakeFirst();
  const item = row && ITEMS.get(row.opportunity_id);
  if (!item) return undefined;
  return { item, opportunityId: row.opportunity_id, places: row.items === null ? [] : fromJson(row.items), hasDetails: row.details_at !== null };
}

/** Another customer, who starts a checkout and gives details like everybody. Where no place is free they get none either. */
async function takeLastPlace({ item: { type, identifier } }: Played, parts: Parts): Promise<void> {
  const rival = () => ({ ...parts, em: parts.fork(), clientAddress: RIVAL_ADDRESS, holdTtlSeconds: DEMO_SECONDS });
  const started = await startCheckout({ item: { type, identifier }, heldTokens: [] }, undefined, rival());
  if (!(started instanceof UserError)) await submitDetails(started.id, RIVAL, rival());
}

/** The publisher raises the price that this checkout was shown, once. */
async function raisePrice({ places: [place], hasDetails }: Played, { fork }: Parts): Promise<void> {
  if (!place || hasDetails) return;
  const { acceptedOffer, price } = place;
  await fork().nativeUpdate(Offer, { id: acceptedOffer, priceMinor: price.amountMinor }, { priceMinor: price.amountMinor + DEMO_RISE_MINOR });
}

/** The publisher adds a place for each that was booked, so that whoever comes next finds one. */
async function addPlace({ opportunityId }: Played, { fork }: Parts): Promise<void> {
  const db = fork().getKysely<Tables>();
  await db.updateTable('opportunity').set((is) => ({ remaining_capacity: is('booked_places', '+', 1) })).where('id', '=', opportunityId).execute();
}

/** The publisher says that no place is left, held ones included. */
async function withdrawPlaces({ opportunityId }: Played, { fork }: Parts): Promise<void> {
  await fork().nativeUpdate(Opportunity, { id: opportunityId }, { remainingCapacity: 0 });
}

async function returnPlaces({ opportunityId, item }: Played, { fork }: Parts): Promise<void> {
  await fork().nativeUpdate(Opportunity, { id: opportunityId }, { remainingCapacity: item.remaining });
}
