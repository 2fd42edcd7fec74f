import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { OpportunityParent } from '../../src/catalogue/opportunity-parent.entity.js';
import { Checkout } from '../../src/checkout/checkout.entity.js';
import { FeedItem } from '../../src/feed/feed-item.entity.js';
import { FeedThing } from '../../src/feed/feed-thing.entity.js';
import { ENDED_KEPT_SECONDS, forgetOpportunities, WITHDRAWN_KEPT_SECONDS } from '../../src/feed/forget-opportunities.js';
import { OrderItem } from '../../src/order/order-item.entity.js';
import { OrderQuote } from '../../src/order/order-quote.entity.js';
import { addSeconds } from '../../src/shared/clock.js';
import { newUuid } from '../../src/shared/ids.js';
import { migrate, openStore, type Store } from '../../src/store/open-store.js';
import { addFeed, deleted, deriveAll, facilityUse, slot, slotId, tell } from '../support/feed-pages.js';
import { migratedDatabaseUrl, STORES } from '../support/stores.js';

const THEN = new Date('2026-11-01T12:00:00Z');
/** When what began at THEN, and lasted an hour, is kept no longer. */
const LATER = addSeconds(THEN, 3_600 + ENDED_KEPT_SECONDS + 1);

describe.each(STORES)('what feeds told of and is long over (%s)', (kind) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(await migratedDatabaseUrl(kind));
    await migrate(store);
  });
  afterAll(() => store.close());

  const forget = (now: Date) => forgetOpportunities({ em: store.fork(), storeKind: store.kind, reads: store.reads, now });
  const left = async (...slugs: readonly string[]) => (await store.fork().find(Opportunity, { id: slugs.map(slotId) })).map(({ id }) => id.replace(slotId(''), '')).toSorted();
  const rowsOf = async (slug: string) => {
    const em = store.fork();
    const item = await em.findOne(FeedItem, { itemId: `slot-${slug}` });
    return { item: item && (item.isDeleted ? 'tombstone' : 'kept'), things: await em.count(FeedThing, { id: slotId(slug) }), offers: Number((await store.reads.selectFrom('offer').where('opportunity_id', '=', slotId(slug)).select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()).n) };
  };

  it('is forgotten with all that it brought, what is not yet 14 days over or still to come stays', async () => {
    const feed = await addFeed(store, 'ended', THEN);
    await tell(store, feed, [facilityUse('a'), slot('over', 'a', THEN), slot('just-over', 'a', addSeconds(THEN, 2)), slot('to-come', 'a', addSeconds(LATER, 60))], THEN);
    await deriveAll(store, THEN);
    expect(await rowsOf('over')).toEqual({ item: 'kept', things: 1, offers: 1 });
    expect(await forget(LATER)).toBe(1);
    expect(await left('over', 'just-over', 'to-come')).toEqual(['just-over', 'to-come']);
    expect(await rowsOf('over')).toEqual({ item: null, things: 0, offers: 0 });
    expect(await rowsOf('just-over')).toEqual({ item: 'kept', things: 1, offers: 1 });
    expect(await forget(LATER)).toBe(0);
  });

  it('stays as long as an order or a checkout names it', async () => {
    const feed = await addFeed(store, 'named', THEN);
    await tell(store, feed, [facilityUse('b'), slot('ordered', 'b', THEN), slot('in-checkout', 'b', THEN), slot('unnamed', 'b', THEN)], THEN);
    await deriveAll(store, THEN);
    const em = store.fork();
    const quote = em.create(OrderQuote, { id: newUuid(), checkoutSession: null, customer: null, currency: null, totalMinor: 0, createdAt: THEN });
    em.create(OrderItem, { id: newUuid(), quote, position: 0, opportunity: em.getReference(Opportunity, slotId('ordered')), acceptedOffer: 'a', priceMinor: 0, cancellableUntil: null, status: null, accessToken: null, accessCode: null });
    em.create(Checkout, { id: newUuid(), session: null, onlyOf: null, broker: null, quoteId: newUuid(), tokenKeyId: 'a', opportunity: em.getReference(Opportunity, slotId('in-checkout')), items: null, customer: null, detailsAt: null, is13OrOver: null, state: 'OPEN', createdAt: THEN, expiresAt: THEN, endedAt: null });
    await em.flush();
    expect(await forget(LATER)).toBe(1);
    expect(await left('ordered', 'in-checkout', 'unnamed')).toEqual(['in-checkout', 'ordered']);
  });

  it('goes a day after its publisher took it back, and the word that it did so stays', async () => {
    const feed = await addFeed(store, 'withdrawn', THEN);
    const soon = slot('taken-back', 'c', addSeconds(THEN, 86_400 * 30));
    await tell(store, feed, [facilityUse('c'), soon], THEN);
    await deriveAll(store, THEN);
    await tell(store, feed, [deleted(soon, 2)], THEN);
    await deriveAll(store, THEN);
    expect(await forget(addSeconds(THEN, WITHDRAWN_KEPT_SECONDS))).toBe(0);
    expect(await forget(addSeconds(THEN, WITHDRAWN_KEPT_SECONDS + 1))).toBe(1);
    expect(await rowsOf('taken-back')).toEqual({ item: 'tombstone', things: 0, offers: 0 });
  });

  it('takes its parent along when no feed tells of that any more', async () => {
    const feed = await addFeed(store, 'parents', THEN);
    const [told, untold] = [facilityUse('told'), facilityUse('untold')];
    await tell(store, feed, [told, untold, slot('of-told', 'told', THEN), slot('of-untold', 'untold', THEN)], THEN);
    await deriveAll(store, THEN);
    await tell(store, feed, [deleted(untold, 2)], THEN);
    await deriveAll(store, THEN);
    const parents = async () => (await store.fork().find(OpportunityParent, { name: ['Court told', 'Court untold'] })).map(({ name }) => name);
    expect((await parents()).length).toBe(2);
    await forget(LATER);
    expect(await left('of-told', 'of-untold')).toEqual([]);
    expect(await parents()).toEqual(['Court told']);
  });
});
