import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadLinkKeys } from '../../src/access/link-keys.js';
import { Checkout } from '../../src/checkout/checkout.entity.js';
import { readCheckoutTarget } from '../../src/checkout/checkout-target.store.js';
import { orderIdOf } from '../../src/shared/addresses.js';
import { customerIn, enter, GUEST, makeButton, openSession, readyGuest, startCheckout } from '../support/checkout.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { addItem, expectBalance, placesOf } from '../support/places.js';
import { STORES } from '../support/stores.js';

const HOLD_SECONDS = 900;
const DAY_SECONDS = 86_400;
const MOST_HELD_PER_ADDRESS = 20;

describe.each(STORES)('the places that a checkout holds (%s)', (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterEach(() => expectBalance(gateway.store));
  afterAll(() => gateway.stop());

  const at = (seconds: number) => new Date(gateway.clock.now().getTime() + seconds * 1_000).toISOString();
  const storedCheckout = (id: string) => gateway.store.fork().findOneOrFail(Checkout, id);
  const remaining = async (identifier: string) => {
    const { data } = await callGraphql(gateway.graphqlUrl, 'query ($identifier: String!) { opportunity(identifier: $identifier) { ... on ScheduledSession { remainingAttendeeCapacity } bookability { isBookable reasons } } }', { identifier }, null);
    return data.opportunity as { remainingAttendeeCapacity: number; bookability: { isBookable: boolean; reasons: string[] } };
  };

  it('are taken by the details and by nothing before them: not by a thousand looks at the target, nor by starting and choosing', async () => {
    const item = await addItem(gateway, { capacity: 2, tickets: { adult: 0, child: 0 } });
    const button = await makeButton(gateway, item.id);
    const { reads } = gateway.store;
    const linkKeys = await loadLinkKeys(undefined, gateway.dataFolder);
    const parts = { reads, now: gateway.clock.now(), linkKeys, platformOrganization: { name: 'Courtside', url: gateway.url }, selected: new Set(['alternatives']) };
    for (let time = 0; time < 1_000; time += 1) await readCheckoutTarget({ ...(time % 2 === 0 ? button : item.target), heldTokens: [] }, undefined, parts);
    const document = 'query ($target: CheckoutTargetInput!) { checkoutTarget(target: $target) { state totalPaymentDue { amountMinor } items { price { amountMinor } } obstacle { reasons } heldCheckout { id } isForOneCustomer } }';
    const { data } = await callGraphql(gateway.graphqlUrl, document, { target: button }, null);
    expect(data.checkoutTarget).toEqual({ state: 'OPEN', totalPaymentDue: null, items: [{ price: { amountMinor: 0 } }], obstacle: null, heldCheckout: null, isForOneCustomer: false });
    expect(await reads.selectFrom('checkout').where('opportunity_id', '=', item.id).select('id').execute()).toEqual([]);
    const guest = await enter(gateway, button);
    await guest.choose(item.offer('adult'));
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: 0 });
    expect((await guest.details()).checkout?.holdExpiresAt).toBe(at(HOLD_SECONDS));
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 1, booked: 0 });
    expect(await remaining(item.identifier)).toMatchObject({ remainingAttendeeCapacity: 1 });
  });

  it('are for nobody else, who is told that it is full; the holder sees them as free', async () => {
    const item = await addItem(gateway, { series: 2 });
    const [slow, late] = [await enter(gateway, item.target), await enter(gateway, item.target)];
    await slow.details();
    expect(await late.details()).toMatchObject({ name: 'ItemNotBookableError', reasons: ['FULL'] });
    expect(await late.read()).toMatchObject({ step: 'NOT_BOOKABLE', customer: null, obstacle: { reasons: ['FULL'] }, alternatives: [{ identifier: item.series[1] }] });
    expect(await startCheckout(gateway, item.target)).toMatchObject({ name: 'ItemNotBookableError', reasons: ['FULL'] });
    expect(await remaining(item.identifier)).toEqual({ remainingAttendeeCapacity: 0, bookability: { isBookable: false, reasons: ['FULL'] } });
    await slow.age();
    expect(await slow.book()).toMatchObject({ step: 'DONE' });
  });

  it('are all held or none: an order of three for two places holds nothing, nor does one half of which is full', async () => {
    const [two, one] = [await addItem(gateway, { capacity: 3 }), await addItem(gateway, { capacity: 1 })];
    const three = await enter(gateway, (await openSession(gateway, [two.place(), two.place(), two.place()])).target);
    const both = await enter(gateway, (await openSession(gateway, [two.place(), one.place()])).target);
    const rivals = [await enter(gateway, two.target), await enter(gateway, one.target)];
    for (const rival of rivals) await rival.details();
    for (const customer of [three, both]) expect(await customer.details(null)).toMatchObject({ name: 'ItemNotBookableError', reasons: ['FULL'] });
    expect([await placesOf(gateway.store, two.id), await placesOf(gateway.store, one.id)]).toEqual([{ held: 1, booked: 0 }, { held: 1, booked: 0 }]);
    expect(await both.read()).toMatchObject({ state: 'OPEN', holdExpiresAt: null });
  });

  it('are held for a full term again by renewing and by giving the details again, and by nothing else', async () => {
    const item = await addItem(gateway);
    const guest = await enter(gateway, item.target);
    expect(await guest.renew(), 'before there is one').toMatchObject({ name: 'CheckoutStepError', step: 'DETAILS' });
    await guest.details();
    const first = at(HOLD_SECONDS);
    gateway.clock.advance(600);
    expect((await guest.age()).checkout?.holdExpiresAt).toBe(first);
    expect(await guest.renew()).toMatchObject({ name: 'RenewHoldPayload', checkout: { holdExpiresAt: at(HOLD_SECONDS) } });
    gateway.clock.advance(600);
    expect(await guest.details()).toMatchObject({ step: 'CHECK', checkout: { holdExpiresAt: at(HOLD_SECONDS) } });
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 1, booked: 0 });
  });

  it('are held never beyond the checkout’s own end', async () => {
    const item = await addItem(gateway);
    const guest = await enter(gateway, item.target);
    const { expiresAt } = await guest.read();
    gateway.clock.advance(DAY_SECONDS - 60);
    expect((await guest.details()).checkout?.holdExpiresAt).toBe(expiresAt);
  });

  it('run out by the clock: free for others on the very second, and still to be booked by whoever had them if nobody came', async () => {
    const item = await addItem(gateway);
    const guest = await readyGuest(gateway, item.target);
    gateway.clock.advance(HOLD_SECONDS - 1);
    expect(await remaining(item.identifier)).toMatchObject({ remainingAttendeeCapacity: 0 });
    gateway.clock.advance(1);
    expect(await remaining(item.identifier)).toMatchObject({ remainingAttendeeCapacity: 1, bookability: { isBookable: true } });
    expect(await guest.read()).toMatchObject({ step: 'CHECK', holdExpiresAt: null });
    expect(await guest.book()).toMatchObject({ name: 'BookCheckoutPayload', step: 'DONE' });
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: 1 });
  });

  it.each([['is booked', 'BOOK'], ['is held', 'HOLD']] as const)('come to nothing when they ran out and the place %s by somebody else: FULL, whatever is tried', async (_how, then) => {
    const item = await addItem(gateway);
    const slow = await readyGuest(gateway, item.target);
    gateway.clock.advance(HOLD_SECONDS);
    const quick = await readyGuest(gateway, item.target);
    if (then === 'BOOK') await quick.book();
    for (const act of [slow.book, slow.renew, slow.details]) expect(await act()).toMatchObject({ name: 'ItemNotBookableError', reasons: ['FULL'] });
    expect(await slow.read()).toMatchObject({ state: 'OPEN', step: 'NOT_BOOKABLE', obstacle: { reasons: ['FULL'] }, order: null });
    expect(await placesOf(gateway.store, item.id)).toEqual(then === 'BOOK' ? { held: 0, booked: 1 } : { held: 1, booked: 0 });
    if (then === 'BOOK') return;
    await quick.cancel();
    expect(await slow.book(), 'once the other gave up').toMatchObject({ step: 'DONE' });
  });

  it('are free at once when the checkout is cancelled, and what was typed is forgotten', async () => {
    const item = await addItem(gateway);
    const guest = await readyGuest(gateway, item.target);
    const { id } = await guest.read();
    expect((await storedCheckout(id)).customer).toMatchObject(GUEST);
    expect(await guest.cancel()).toMatchObject({ name: 'CancelCheckoutPayload', step: 'CANCELLED', checkout: { state: 'CANCELLED', customer: null } });
    expect(await guest.cancel(), 'a repeat').toMatchObject({ name: 'CancelCheckoutPayload', step: 'CANCELLED' });
    expect((await storedCheckout(id)).customer).toBeNull();
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: 0 });
    for (const act of [guest.book, guest.renew, guest.details, guest.accept, guest.age]) expect(await act()).toMatchObject({ name: 'CheckoutStepError', step: 'CANCELLED' });
    expect(await (await readyGuest(gateway, item.target)).book()).toMatchObject({ step: 'DONE' });
  });

  it('are free at once when the customer is under 13, which ends the checkout and forgets what was typed (contract §2 Person)', async () => {
    const item = await addItem(gateway);
    const guest = await enter(gateway, item.target);
    await guest.details();
    const { id } = await guest.read();
    expect(await guest.age(false)).toMatchObject({ name: 'ConfirmAgePayload', step: 'UNDER_13', checkout: { state: 'CANCELLED', customer: null, holdExpiresAt: null } });
    expect(await guest.age(false), 'a repeat').toMatchObject({ name: 'ConfirmAgePayload', step: 'UNDER_13' });
    for (const act of [guest.age, guest.book, guest.details]) expect(await act()).toMatchObject({ name: 'CheckoutStepError', step: 'UNDER_13' });
    expect(await storedCheckout(id)).toMatchObject({ customer: null, is13OrOver: false, state: 'CANCELLED' });
    const row = await gateway.store.reads.selectFrom('checkout').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    for (const typed of Object.values(GUEST)) expect(JSON.stringify(row)).not.toContain(typed);
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: 0 });
    const session = await openSession(gateway, [item.place()], { person: { givenName: 'Ada', familyName: 'Clarke', email: 'ada@example.com' } });
    const ada = await enter(gateway, session.target);
    await ada.details(null);
    await ada.age(false);
    const { data } = await callGraphql(gateway.graphqlUrl, 'query ($identifier: String!) { checkoutSession(identifier: $identifier) { state } }', { identifier: session.identifier });
    expect(data.checkoutSession.state).toBe('CANCELLED');
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: 0 });
  });

  it('end with the checkout after a day: nothing can be done any more, the place is free, and what was typed goes', async () => {
    const item = await addItem(gateway, { capacity: 2 });
    const session = await openSession(gateway, [item.place()]);
    const [guest, ada] = [await readyGuest(gateway, item.target), await enter(gateway, session.target)];
    await ada.details(null);
    const { id } = await guest.read();
    gateway.clock.advance(DAY_SECONDS);
    for (const customer of [guest, ada]) {
      expect(await customer.read()).toMatchObject({ state: 'EXPIRED', step: 'EXPIRED', order: null });
      for (const act of [customer.book, customer.renew, customer.details, customer.cancel, customer.accept]) expect(await act()).toMatchObject({ name: 'CheckoutStepError', step: 'EXPIRED' });
    }
    expect(await startCheckout(gateway, session.target, { heldTokens: [ada.token] })).toMatchObject({ name: 'StartCheckoutPayload', checkout: { state: 'EXPIRED' } });
    expect((await startCheckout(gateway, item.target, { heldTokens: [guest.token] })).token).not.toBe(guest.token);
    await expect.poll(async () => (await storedCheckout(id)).customer, { timeout: 30_000 }).toBeNull(); // the sweep's part
    const unopened = await openSession(gateway, [item.place()]);
    gateway.clock.advance(DAY_SECONDS);
    expect(await startCheckout(gateway, unopened.target)).toMatchObject({ name: 'CheckoutSessionOverError' });
    const next = await readyGuest(gateway, item.target);
    expect(await next.book()).toMatchObject({ step: 'DONE' });
  });

  it(`are at most ${MOST_HELD_PER_ADDRESS} of one item for one address; of another item there may be more, and a place given back counts no more`, async () => {
    const [item, other] = [await addItem(gateway, { capacity: 100 }), await addItem(gateway, { capacity: null })];
    const many = await enter(gateway, (await openSession(gateway, Array.from({ length: MOST_HELD_PER_ADDRESS - 1 }, () => item.place()))).target);
    expect(await many.details(null)).toMatchObject({ name: 'SubmitDetailsPayload' });
    const [last, refused] = [await enter(gateway, item.target), await enter(gateway, item.target)];
    expect(await last.details()).toMatchObject({ name: 'SubmitDetailsPayload' });
    expect(await refused.details()).toMatchObject({ name: 'TooManyHoldsError' });
    expect(await refused.read()).toMatchObject({ step: 'DETAILS', customer: null, holdExpiresAt: null });
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: MOST_HELD_PER_ADDRESS, booked: 0 });
    expect(await many.details(null), 'a repeat takes no more').toMatchObject({ name: 'SubmitDetailsPayload' });
    expect(await (await enter(gateway, other.target)).details()).toMatchObject({ name: 'SubmitDetailsPayload' });
    await last.cancel();
    expect(await refused.details()).toMatchObject({ name: 'SubmitDetailsPayload' });
    gateway.clock.advance(HOLD_SECONDS);
    expect(await (await enter(gateway, item.target)).details(), 'when all have run out').toMatchObject({ name: 'SubmitDetailsPayload' });
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 1, booked: 0 });
  });

  it('are counted where nobody says how many there are, and never run out there', async () => {
    const item = await addItem(gateway, { capacity: null });
    const guests = [await readyGuest(gateway, item.target), await readyGuest(gateway, item.target)];
    for (const guest of guests) expect(await guest.book()).toMatchObject({ step: 'DONE' });
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: 2 });
    const [first] = guests;
    const order = (await first?.read())?.order;
    expect(orderIdOf(order?.id ?? '')).toBeDefined();
    expect(await customerIn(gateway, guests[1]?.token ?? '').read()).not.toMatchObject({ order });
  });
});
