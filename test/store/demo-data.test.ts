import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateEncryptionKeys, openSecretBox } from '../../src/access/secret-box.js';
import { ApiKey } from '../../src/broker/api-key.entity.js';
import { Broker } from '../../src/broker/broker.entity.js';
import { Offer } from '../../src/catalogue/offer.entity.js';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { readConfig } from '../../src/config.js';
import { Seller } from '../../src/seller/seller.entity.js';
import { connectDemoReceiver, DEMO, loadDemoData } from '../../src/store/demo-data.js';
import { DEMO_BROKERS, DEMO_ITEMS, DEMO_SELLERS, DEMO_WEBHOOK } from '../../src/store/demo-world.js';
import { ENTITIES } from '../../src/store/entities.js';
import { openStore, type Store } from '../../src/store/open-store.js';
import { WebhookCredential } from '../../src/webhook/webhook-credential.entity.js';
import { WebhookEndpoint } from '../../src/webhook/webhook-endpoint.entity.js';
import { migratedDatabaseUrl, STORES } from '../support/stores.js';

const NOW = new Date('2026-03-27T09:00:00.000Z'); // two days before the clocks go forward in London
const DAY = 86_400_000;

describe.each(STORES)('the demo world (%s)', (kind) => {
  let store: Store;
  beforeEach(async () => {
    store = await openStore(await migratedDatabaseUrl(kind));
    await loadDemoData(store.fork(), NOW);
  });
  afterEach(() => store.close());

  /** Every row of every table. */
  const everything = async () => {
    const em = store.fork();
    const tables = ENTITIES.map((entity) => store.orm.getMetadata().getByClassName(entity.name).tableName);
    const rows = await Promise.all(tables.map(async (table) => (await em.execute<object[]>(`select * from ${table}`)).map((row) => JSON.stringify(row)).toSorted()));
    return Object.fromEntries(tables.map((table, index) => [table, rows[index] ?? []]));
  };
  const startsOf = async () => {
    const items = await store.fork().findAll(Opportunity);
    return Object.fromEntries(items.map(({ identifier, startDate }) => [identifier, startDate.toISOString()]));
  };

  it('is all there after one load', async () => {
    const rows = await everything();
    const offers = DEMO_ITEMS.flatMap((item) => [...item.offers, ...(item.ownOffers ?? [])]);
    const lengths = Object.fromEntries(Object.entries(rows).flatMap(([table, found]) => (found.length > 0 ? [[table, found.length]] : [])));
    expect(lengths).toEqual({
      broker: DEMO_BROKERS.length,
      api_key: DEMO_BROKERS.length,
      publishable_key: DEMO_BROKERS.length,
      broker_origin: DEMO_BROKERS.length,
      webhook_endpoint: DEMO_BROKERS.filter(({ successWebhook }) => successWebhook !== null).length,
      customer: DEMO_BROKERS.length,
      seller: DEMO_SELLERS.length,
      seller_link: DEMO_SELLERS.filter(({ brokerId }) => brokerId !== null).length,
      terms_acceptance: DEMO_SELLERS.filter(({ brokerId }) => brokerId !== null).length,
      payment_account: DEMO_SELLERS.filter(({ status }) => status === 'PAID').length,
      demo_account: DEMO_SELLERS.filter(({ status }) => status === 'PAID').length,
      opportunity_parent: DEMO_ITEMS.filter(({ seriesOf }) => seriesOf === undefined).length,
      opportunity: DEMO_ITEMS.length,
      offer: offers.length,
    });
    expect(Math.min(DEMO_BROKERS.length, DEMO_SELLERS.length, DEMO_ITEMS.length)).toBeGreaterThan(1);
  });

  it('lets Paid Sellers take payments and nobody else, and gives a broker the colour of its pages', async () => {
    for (const { id, status, canTakePayments } of await store.fork().findAll(Seller)) expect(canTakePayments, id).toBe(status === 'PAID');
    const colours = (await store.fork().findAll(Broker)).map(({ id, accentColor }) => [id, accentColor ?? null]);
    expect(Object.fromEntries(colours)).toEqual(Object.fromEntries(DEMO_BROKERS.map(({ id, accentColor }) => [id, accentColor])));
    expect(new Set(DEMO_BROKERS.map(({ accentColor }) => accentColor === null))).toEqual(new Set([true, false]));
    for (const { accentColor } of DEMO_BROKERS) expect(accentColor ?? '#000000').toMatch(/^#[0-9a-f]{6}$/);
  });

  it('has paid tickets that are refunded until a while before the start, and paid tickets that never are', async () => {
    const terms = (await store.fork().find(Offer, { priceMinor: { $gt: 0 } })).map(({ id, latestCancellationBeforeStartDate, allowCustomerCancellationFullRefund }) => [id, latestCancellationBeforeStartDate ?? null, allowCustomerCancellationFullRefund]);
    const wanted = DEMO_ITEMS.flatMap((item) => [...item.offers, ...(item.ownOffers ?? [])]).filter(({ priceMinor }) => priceMinor > 0);
    expect(new Set(terms)).toEqual(new Set(wanted.map(({ id, refundedUntil }) => [id, refundedUntil ?? null, refundedUntil !== undefined])));
    expect(terms).toHaveLength(wanted.length);
    expect(new Set(wanted.map(({ refundedUntil }) => refundedUntil !== undefined))).toEqual(new Set([true, false]));
  });

  it('is the same after a second load at the same moment', async () => {
    const before = await everything();
    await loadDemoData(store.fork(), NOW);
    expect(await everything()).toEqual(before);
  });

  it('hears of its own orders at the address of the gateway that runs it, once and again the same', async () => {
    const secretBox = openSecretBox(generateEncryptionKeys());
    const { addresses } = readConfig({ CHECKOUT_URL: 'https://checkout.example' });
    for (let time = 0; time < 2; time += 1) {
      await connectDemoReceiver(store.fork(), { addresses, secretBox }, NOW);
      const endpoints = await store.fork().findAll(WebhookEndpoint);
      expect(endpoints.map(({ url }) => url)).toEqual(['https://checkout.example/demo-broker/webhooks']);
      const credentials = await store.fork().findAll(WebhookCredential);
      expect(credentials.map(({ webhookKey, signingSecret }) => [secretBox.open(webhookKey), secretBox.open(signingSecret)])).toEqual([[DEMO_WEBHOOK.key, DEMO_WEBHOOK.signingSecret]]);
      await loadDemoData(store.fork(), NOW);
    }
  });

  it('keeps the places that are booked and held', async () => {
    await store.fork().nativeUpdate(Opportunity, { identifier: 'demo-free' }, { bookedPlaces: 3, heldPlaces: 2 });
    await loadDemoData(store.fork(), new Date(NOW.getTime() + DAY));
    expect(await store.fork().findOneOrFail(Opportunity, { identifier: 'demo-free' })).toMatchObject({ bookedPlaces: 3, heldPlaces: 2, remainingCapacity: 12 });
  });

  it('keeps the place that was added to the item that is never to be full', async () => {
    await store.fork().nativeUpdate(Opportunity, { identifier: 'demo-hold-is-lost' }, { bookedPlaces: 3, remainingCapacity: 4 });
    await loadDemoData(store.fork(), new Date(NOW.getTime() + DAY));
    expect(await store.fork().findOneOrFail(Opportunity, { identifier: 'demo-hold-is-lost' })).toMatchObject({ bookedPlaces: 3, remainingCapacity: 4 });
  });

  it('starts at the wall times of its venues, on either side of a change of the clocks', async () => {
    const starts = await startsOf();
    expect(Object.keys(starts).toSorted()).toEqual(DEMO_ITEMS.map(({ identifier }) => identifier).toSorted());
    for (const { identifier, at, seller } of DEMO_ITEMS) {
      const wall = new Intl.DateTimeFormat('en-GB', { timeZone: seller.timeZone, timeStyle: 'short' });
      expect(wall.format(new Date(starts[identifier] ?? '')), identifier).toBe(at);
    }
    expect(starts).toMatchObject({
      'demo-past': '2026-03-26T10:00:00.000Z',
      'demo-free': '2026-03-28T18:30:00.000Z',
      'demo-full': '2026-03-29T06:00:00.000Z', // the first morning of summer time
      'demo-slot': '2026-03-30T09:00:00.000Z',
      'demo-not-onboarded': '2026-03-31T08:00:00.000Z',
      'demo-auckland': '2026-03-29T04:45:00.000Z', // on a summer evening there
    });
  });

  it('moves its dates with a later load and adds nothing', async () => {
    const before = await everything();
    await loadDemoData(store.fork(), new Date(NOW.getTime() + 10 * DAY));
    const after = await everything();
    expect(await startsOf()).toMatchObject({ 'demo-free': '2026-04-07T17:30:00.000Z', 'demo-slot': '2026-04-09T09:00:00.000Z' });
    const { opportunity: moved, ...rest } = after;
    const { opportunity: from, ...same } = before;
    expect(moved).toHaveLength(from?.length ?? 0);
    expect(rest).toEqual(same);
  });

  it('keeps what somebody has changed: a seller’s status, a retired key', async () => {
    const em = store.fork();
    await em.nativeUpdate(Seller, { sellerId: DEMO.sellerId('riverside-yoga') }, { status: 'OPTED_OUT', name: 'Renamed' });
    await em.nativeUpdate(ApiKey, { id: 'demofitnessfinder' }, { retiredAt: NOW });
    await loadDemoData(store.fork(), new Date(NOW.getTime() + DAY));
    expect(await store.fork().findOneOrFail(Seller, { sellerId: DEMO.sellerId('riverside-yoga') })).toMatchObject({ status: 'OPTED_OUT', name: 'Renamed' });
    expect((await store.fork().findOneOrFail(ApiKey, 'demofitnessfinder')).retiredAt).toEqual(NOW);
  });

  it('puts back what is missing of it', async () => {
    await store.fork().nativeDelete(Offer, { id: DEMO.offers.free });
    await loadDemoData(store.fork(), NOW);
    expect(await store.fork().count(Offer, { id: DEMO.offers.free })).toBe(1);
  });
});
