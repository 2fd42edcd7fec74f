import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { PlaceHold } from '../../src/checkout/place-hold.entity.js';
import { orderIdOf } from '../../src/shared/addresses.js';
import { checkoutHeader, documentOf, enter, GUEST, openSession, outcomeOf, readyGuest, type CustomerActs, type Outcome } from '../support/checkout.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { addItem, expectBalance, NO_ORDER, ONE_ORDER, orderRows, placesOf, type AddedItem, type NewItem } from '../support/places.js';
import { startRacers, type Ask, type Racers } from '../support/racers.js';
import { STORES } from '../support/stores.js';

/*
 * The guarantee: of any number of processes that want the same place, checkout or session at the same moment, exactly as
 * many get it as there are. Each race is run over several things in a row, so that the processes meet again and again.
 * `FUZZ_RUNS=200 npx vitest run test/graphql/checkout-races.test.ts` for more of them.
 */

const PROCESSES = 6;
const HEATS = Math.min(20, Math.max(2, Math.floor(Number(process.env['FUZZ_RUNS'] ?? 0) / 10)));
const HOLD_SECONDS = 900;
const INPUTS: Readonly<Record<string, object>> = { submitDetails: { customer: GUEST }, confirmAge: { is13OrOver: true } };

const ask = ({ token }: CustomerActs, field: string): Ask => ({ document: documentOf(field), variables: { input: INPUTS[field] }, authorization: checkoutHeader(token).authorization });

const heats = async <T>(prepare: (heat: number) => Promise<T>): Promise<readonly T[]> => {
  const prepared: T[] = [];
  for (let heat = 0; heat < HEATS; heat += 1) prepared.push(await prepare(heat));
  return prepared;
};
const each = <T>(make: (index: number) => Promise<T>): Promise<readonly T[]> => Promise.all(Array.from({ length: PROCESSES }, (_, index) => make(index)));
const names = (outcomes: readonly Outcome[]) => outcomes.map(({ name, reasons }) => [name, ...(reasons ?? [])].join(' ')).toSorted();
const winners = (outcomes: readonly Outcome[], payload: string) => outcomes.filter(({ name }) => name === payload).length;
const capacityOf = (heat: number) => (heat % 2 === 0 ? 1 : 4);

let racers: Racers;
beforeAll(() => {
  racers = startRacers(PROCESSES);
});
afterAll(() => racers.stop());

describe.each(STORES)(`${PROCESSES} processes at once (%s)`, { timeout: 60_000 + HEATS * 5_000 }, (store) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store, adapter: 'in process' });
  });
  afterEach(() => expectBalance(gateway.store));
  afterAll(() => gateway.stop());

  /** Has process `index` do the field at the same heat's guest as all the others do; gives the outcomes by heat, then by process. */
  const race = async (lanes: readonly (readonly CustomerActs[])[], fieldOf: (index: number) => string): Promise<readonly (readonly Outcome[])[]> => {
    const answers = await racers.race(gateway, Array.from({ length: PROCESSES }, (_, index) => lanes.flatMap((guests) => (guests[index] ? [ask(guests[index], fieldOf(index))] : []))));
    return lanes.map((_, heat) => answers.map((mine, index) => outcomeOf({ data: mine[heat]?.data, errors: mine[heat]?.errors as never }, fieldOf(index)))); // errors as GraphQL formats them
  };
  const lane = async (item: AddedItem) => each(() => enter(gateway, item.target));

  it('who want the last places hold as many as there are, book as many as they hold, and the rest hear that it is full', async () => {
    const items = await heats((heat) => addItem(gateway, { capacity: capacityOf(heat) }));
    const lanes = await Promise.all(items.map(lane));
    const held = await race(lanes, () => 'submitDetails');
    for (const [heat, outcomes] of held.entries()) {
      const places = capacityOf(heat);
      expect(names(outcomes)).toEqual([...Array.from({ length: PROCESSES - places }, () => 'ItemNotBookableError FULL'), ...Array.from({ length: places }, () => 'SubmitDetailsPayload')]);
      expect(await placesOf(gateway.store, items[heat]?.id ?? '')).toEqual({ held: places, booked: 0 });
    }
    await race(lanes, () => 'confirmAge');
    const booked = await race(lanes, () => 'bookCheckout');
    for (const [heat, outcomes] of booked.entries()) {
      expect(winners(outcomes, 'BookCheckoutPayload')).toBe(capacityOf(heat));
      expect(await placesOf(gateway.store, items[heat]?.id ?? '')).toEqual({ held: 0, booked: capacityOf(heat) });
    }
  });

  /** Guests of one item who have all been ready to book, one after the other, and whose holds have all run out. */
  const tooSlow = async (wanted: NewItem): Promise<{ item: AddedItem; guests: readonly CustomerActs[] }[]> => {
    const lots = await heats(async () => ({ item: await addItem(gateway, wanted), guests: [] as CustomerActs[] }));
    for (let index = 0; index < PROCESSES; index += 1) {
      await Promise.all(lots.map(async ({ item, guests }) => guests.push(await readyGuest(gateway, item.target))));
      gateway.clock.advance(HOLD_SECONDS);
    }
    return [...lots];
  };

  it('whose holds have all run out book the one place once', async () => {
    const lots = await tooSlow({ capacity: 1 });
    const booked = await race(lots.map(({ guests }) => guests), () => 'bookCheckout');
    for (const [heat, outcomes] of booked.entries()) {
      expect(names(outcomes)).toEqual(['BookCheckoutPayload', ...Array.from({ length: PROCESSES - 1 }, () => 'ItemNotBookableError FULL')]);
      expect(await placesOf(gateway.store, lots[heat]?.item.id ?? '')).toEqual({ held: 0, booked: 1 });
    }
  });

  it('renew and take over a hold that has run out: exactly one has it', async () => {
    const lots = await tooSlow({ capacity: 1 });
    const held = await race(lots.map(({ guests }) => guests), (index) => (index % 2 === 0 ? 'submitDetails' : 'renewHold'));
    for (const [heat, outcomes] of held.entries()) {
      expect(outcomes.filter(({ name }) => name.endsWith('Payload'))).toHaveLength(1);
      expect(winners(outcomes, 'ItemNotBookableError')).toBe(PROCESSES - 1);
      expect(await placesOf(gateway.store, lots[heat]?.item.id ?? '')).toEqual({ held: 1, booked: 0 });
    }
  });

  it('give up and take over a hold that has run out: it is given back once, and exactly one of the others has the place', async () => {
    const lots = await tooSlow({ capacity: 1 });
    const last = PROCESSES - 1; // the others' rows are gone
    const ended = await race(lots.map(({ guests }) => guests), (index) => (index === last ? 'cancelCheckout' : 'submitDetails'));
    for (const [heat, outcomes] of ended.entries()) {
      expect(outcomes[last]?.name).toBe('CancelCheckoutPayload');
      expect(winners(outcomes, 'SubmitDetailsPayload')).toBe(1);
      expect(await placesOf(gateway.store, lots[heat]?.item.id ?? '')).toEqual({ held: 1, booked: 0 });
    }
  });

  it('book one checkout: one order, one webhook, one mail, and all of them are shown it (contract §6)', async () => {
    const sessions = await heats(async () => openSession(gateway, [(await addItem(gateway, { capacity: 5 })).place()]));
    const customers = await Promise.all(sessions.map(({ target }) => enter(gateway, target)));
    for (const customer of customers) await customer.details(null);
    const booked = await race(customers.map((customer) => Array.from({ length: PROCESSES }, () => customer)), () => 'bookCheckout');
    for (const [heat, outcomes] of booked.entries()) {
      const { orderId = '' } = sessions[heat] ?? {};
      expect(outcomes.map(({ name, step, checkout }) => [name, step, checkout?.order?.id])).toEqual(Array.from({ length: PROCESSES }, () => ['BookCheckoutPayload', 'DONE', orderId]));
      expect(await orderRows(gateway.store, orderIdOf(orderId) ?? '')).toEqual(ONE_ORDER);
    }
  });

  it('give the details of one checkout: one hold', async () => {
    const items = await heats(() => addItem(gateway, { capacity: PROCESSES }));
    const guests = await Promise.all(items.map(({ target }) => enter(gateway, target)));
    const held = await race(guests.map((guest) => Array.from({ length: PROCESSES }, () => guest)), () => 'submitDetails');
    for (const [heat, outcomes] of held.entries()) {
      expect(winners(outcomes, 'SubmitDetailsPayload')).toBe(PROCESSES);
      expect(await placesOf(gateway.store, items[heat]?.id ?? '')).toEqual({ held: 1, booked: 0 });
    }
  });

  it('start the session of one customer: one checkout, and the others hear that it was started elsewhere', async () => {
    const sessions = await heats(async () => openSession(gateway, [(await addItem(gateway)).place()]));
    const asks = sessions.map(({ target }): Ask => ({ document: documentOf('startCheckout'), variables: { input: target } }));
    const answers = await racers.race(gateway, Array.from({ length: PROCESSES }, () => asks));
    for (const [heat, { identifier }] of sessions.entries()) {
      const outcomes = answers.map((mine) => outcomeOf({ data: mine[heat]?.data, errors: mine[heat]?.errors as never }, 'startCheckout')); // errors as GraphQL formats them
      expect(names(outcomes)).toEqual([...Array.from({ length: PROCESSES - 1 }, () => 'CheckoutStartedElsewhereError'), 'StartCheckoutPayload']);
      const started = await gateway.store.reads.selectFrom('checkout').where('session_identifier', '=', identifier).select('id').execute();
      expect(started).toEqual([{ id: outcomes.find(({ checkout }) => checkout)?.checkout?.id }]);
    }
  });

  it('book and cancel one checkout: it is either booked or cancelled, in every table', async () => {
    const lots = await heats(async () => {
      const item = await addItem(gateway);
      const session = await openSession(gateway, [item.place()]);
      return { item, session, customer: await enter(gateway, session.target) };
    });
    for (const { customer } of lots) await customer.details(null);
    const ended = await race(lots.map(({ customer }) => Array.from({ length: PROCESSES }, () => customer)), (index) => (index % 2 === 0 ? 'bookCheckout' : 'cancelCheckout'));
    for (const [heat, { item, session, customer }] of lots.entries()) {
      const { state } = await customer.read();
      const isBooked = state === 'COMPLETED';
      expect(state).toBe(isBooked ? 'COMPLETED' : 'CANCELLED');
      const half = Array.from({ length: PROCESSES / 2 });
      expect(names(ended[heat] ?? [])).toEqual([...half.map(() => (isBooked ? 'BookCheckoutPayload' : 'CancelCheckoutPayload')), ...half.map(() => 'CheckoutStepError')]);
      expect(await orderRows(gateway.store, orderIdOf(session.orderId) ?? '')).toEqual(isBooked ? ONE_ORDER : NO_ORDER);
      expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: isBooked ? 1 : 0 });
      const { state: ofSession } = await gateway.store.reads.selectFrom('checkout_session').where('identifier', '=', session.identifier).select('state').executeTakeFirstOrThrow();
      expect(ofSession).toBe(state);
    }
  });

  it('book the same two things in opposite order: nobody waits for another forever, and all get theirs', async () => {
    const pairs = await heats(() => Promise.all([addItem(gateway, { capacity: PROCESSES }), addItem(gateway, { capacity: PROCESSES })]));
    const lanes = await Promise.all(pairs.map(([one, two]) => each(async (index) => enter(gateway, (await openSession(gateway, index % 2 === 0 ? [one.place(), two.place()] : [two.place(), one.place()])).target))));
    for (const [field, payload] of [['submitDetails', 'SubmitDetailsPayload'], ['bookCheckout', 'BookCheckoutPayload']] as const) {
      for (const outcomes of await race(lanes, () => field)) expect(names(outcomes)).toEqual(Array.from({ length: PROCESSES }, () => payload));
    }
    for (const { id } of pairs.flat()) expect(await placesOf(gateway.store, id)).toEqual({ held: 0, booked: PROCESSES });
  });
});

describe('a hold that somebody else finds expired while its checkout is being cancelled (postgres)', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ store: 'postgres', adapter: 'in process' });
  });
  afterAll(() => gateway.stop());

  it('is given back once', async () => {
    const item = await addItem(gateway);
    const guest = await readyGuest(gateway, item.target);
    const waiting = sql<{ n: string }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const [cancelling] = await gateway.store.fork().transactional(async (tx) => {
      await tx.nativeDelete(PlaceHold, { opportunity: item.id });
      await tx.nativeUpdate(Opportunity, { id: item.id }, { heldPlaces: 0 });
      const cancelled = guest.cancel();
      await expect.poll(async () => Number((await waiting.execute(gateway.store.reads)).rows[0]?.n), { timeout: 30_000 }).toBeGreaterThan(0);
      return [cancelled]; // not awaited before the commit that it waits for
    });
    expect(await cancelling).toMatchObject({ name: 'CancelCheckoutPayload' });
    await expectBalance(gateway.store);
  });
});
