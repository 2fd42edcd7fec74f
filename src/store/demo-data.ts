import type { EntityManager } from '@mikro-orm/sql';
import { Temporal } from 'temporal-polyfill';
import type { SecretBox } from '../access/secret-box.js';
import { ApiKey } from '../broker/api-key.entity.js';
import { hashSecret } from '../broker/api-key.js';
import { BrokerOrigin } from '../broker/broker-origin.entity.js';
import { Broker } from '../broker/broker.entity.js';
import { PublishableKey } from '../broker/publishable-key.entity.js';
import { Offer } from '../catalogue/offer.entity.js';
import { OpportunityParent } from '../catalogue/opportunity-parent.entity.js';
import { Opportunity } from '../catalogue/opportunity.entity.js';
import { Customer } from '../customer/customer.entity.js';
import { DemoAccount } from '../payment/demo-account.entity.js';
import { PaymentAccount } from '../payment/payment-account.entity.js';
import { SellerLink } from '../seller/seller-link.entity.js';
import { Seller } from '../seller/seller.entity.js';
import { TermsAcceptance } from '../seller/terms-acceptance.entity.js';
import { CURRENT_TERMS } from '../seller/terms.js';
import { demoReceiverAddress, type BaseAddresses } from '../shared/addresses.js';
import { WebhookCredential } from '../webhook/webhook-credential.entity.js';
import { WebhookEndpoint } from '../webhook/webhook-endpoint.entity.js';
import { DEMO, DEMO_BROKERS, DEMO_ITEMS, DEMO_WEBHOOK, DEMO_SELLERS, demoAddress, type DemoBroker, type DemoItem, type DemoOffer, type DemoSeller } from './demo-world.js';

const ONCE = { onConflictAction: 'ignore' } as const;

/**
 * Adds what is missing of the demo world and moves its dates to around `now`, so that it never goes stale. What somebody
 * has changed, a seller's status say, stays.
 */
export async function loadDemoData(em: EntityManager, now: Date): Promise<void> {
  await em.transactional(async (tx) => {
    for (const broker of DEMO_BROKERS) await addBroker(tx, broker, now);
    for (const seller of DEMO_SELLERS) await addSeller(tx, seller, now);
    for (const [index, item] of DEMO_ITEMS.entries()) await addItem(tx, item, index, now);
  });
}

/** Points the demo broker's webhooks at the receiver that this very gateway has for it. Twice is the same as once. */
export async function connectDemoReceiver(em: EntityManager, { addresses, secretBox }: { readonly addresses: BaseAddresses; readonly secretBox: SecretBox }, now: Date): Promise<void> {
  const broker = DEMO.brokerIds.fitnessFinder;
  await em.nativeUpdate(WebhookEndpoint, { id: broker }, { url: demoReceiverAddress(addresses) });
  const sealed = { webhookKey: secretBox.seal(DEMO_WEBHOOK.key), signingSecret: secretBox.seal(DEMO_WEBHOOK.signingSecret) };
  await em.upsert(WebhookCredential, { id: broker, broker, ...sealed, createdAt: now, retiredAt: null });
}

async function addBroker(tx: EntityManager, { id, name, url, accentColor, key, publishableKey, origin, successWebhook, customerId }: DemoBroker, now: Date): Promise<void> {
  await tx.upsert(Broker, { id, name, url, accentColor, createdAt: now }, ONCE);
  await tx.upsert(ApiKey, { id: key.id, broker: id, secretHash: hashSecret(key.secret), createdAt: now, retiredAt: null }, ONCE);
  await tx.upsert(PublishableKey, { id: publishableKey, broker: id, createdAt: now, retiredAt: null }, ONCE);
  await tx.upsert(BrokerOrigin, { broker: id, origin }, ONCE);
  if (successWebhook !== null) {
    await tx.upsert(WebhookEndpoint, { id, broker: id, kind: 'ORDER_SUCCESS', url: successWebhook, createdAt: now, disabledAt: null }, ONCE);
  }
  const customer = { id: customerId, broker: id, identifier: 'member-1', givenName: 'Sam', familyName: 'Okafor', email: 'sam.okafor@example.com', is13OrOver: true };
  await tx.upsert(Customer, { ...customer, createdAt: now }, ONCE);
}

async function addSeller(tx: EntityManager, { id, slug, name, status, brokerId }: DemoSeller, now: Date): Promise<void> {
  const address = { sellerId: demoAddress.seller(slug), url: demoAddress.page(slug) };
  if (status === 'PAID' && brokerId !== null) await addAccount(tx, id, address.sellerId, name, brokerId, now);
  if (brokerId !== null) await addAcceptance(tx, id, address.sellerId, brokerId, status === 'PAID', now);
  await tx.upsert(Seller, { id, ...address, name, status, canTakePayments: status === 'PAID', broker: brokerId, createdAt: now, onboardedAt: brokerId && now, version: 1 }, ONCE);
}

/** A connected account with the demo provider, as a Paid Seller has. */
async function addAccount(tx: EntityManager, id: string, sellerId: string, sellerName: string, broker: string, now: Date): Promise<void> {
  const providerAccountId = `demo_${id}`;
  await tx.upsert(DemoAccount, { id: providerAccountId, sellerName, outcome: 'ACCEPTED', createdAt: now }, ONCE);
  await tx.upsert(PaymentAccount, { id, sellerId, broker, provider: 'demo', providerAccountId, status: 'CONNECTED', createdAt: now, connectedAt: now, disconnectedAt: null }, ONCE);
}

/** The link through which the seller came, and the terms that it accepted there. */
async function addAcceptance(tx: EntityManager, id: string, sellerId: string, broker: string, stripe: boolean, now: Date): Promise<void> {
  await tx.upsert(SellerLink, { id, purpose: 'ONBOARD', sellerId, broker, stripe, createdAt: now, expiresAt: now, openedAt: now }, ONCE);
  await tx.upsert(TermsAcceptance, { id, sellerId, termsVersion: CURRENT_TERMS.version, acceptedAt: now, link: id }, ONCE);
}

async function addItem(tx: EntityManager, item: DemoItem, index: number, now: Date): Promise<void> {
  const { identifier, type, seller, name, daysFromNow, at, remaining, eventStatus = 'SCHEDULED', offers, ownOffers = [], situation } = item;
  const kept = ['bookedPlaces', 'heldPlaces', ...(situation === 'HOLD_IS_LOST' ? (['remainingCapacity'] as const) : [])] as const; // its publisher adds a place for each that is booked
  const parent = demoAddress.parent(item);
  const opportunity = demoAddress.item(item);
  const place = { locationName: seller.name, locationAddress: seller.address, timeZone: seller.timeZone };
  const parentType = type === 'SLOT' ? 'FACILITY_USE' : 'SESSION_SERIES';
  await tx.upsert(OpportunityParent, { id: parent, type: parentType, name, description: null, url: `${parent}.html`, seller: seller.id, ...place });
  const startDate = wallTime(now, daysFromNow, at, seller.timeZone);
  const endDate = new Date(startDate.getTime() + 3_600_000);
  await tx.upsert(Opportunity, { id: opportunity, identifier, type, parent, startDate, endDate, eventStatus, remainingCapacity: remaining, bookedPlaces: 0, heldPlaces: 0 }, { onConflictExcludeFields: [...kept] });
  for (const [position, offer] of offers.entries()) await addOffer(tx, offer, keyOf(index, position), { parent });
  for (const [position, offer] of ownOffers.entries()) await addOffer(tx, offer, keyOf(index, offers.length + position), { opportunity });
}

async function addOffer(tx: EntityManager, { id, name, priceMinor, currency = 'GBP', opens, closes, refundedUntil }: DemoOffer, key: string, owner: { parent: string } | { opportunity: string }): Promise<void> {
  const window = { validFromBeforeStartDate: opens ?? null, validThroughBeforeStartDate: closes ?? null, isAdvanceBookingUnavailable: false };
  const cancellation = { latestCancellationBeforeStartDate: refundedUntil ?? null, allowCustomerCancellationFullRefund: refundedUntil !== undefined };
  await tx.upsert(Offer, { key, id, ...owner, name, priceMinor, currency, ...window, ...cancellation });
}

function wallTime(now: Date, daysFromNow: number, at: string, timeZone: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  return new Date(today.add({ days: daysFromNow }).toZonedDateTime({ timeZone, plainTime: at }).epochMilliseconds);
}

/** The same key on every start, so that a start adds no second copy. */
function keyOf(item: number, position: number): string {
  return `0193a000-0000-7000-8000-${(0xf000 + item * 16 + position).toString(16).padStart(12, '0')}`;
}

export { DEMO } from './demo-world.js';
