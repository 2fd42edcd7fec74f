import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Opportunity } from '../../src/catalogue/opportunity.entity.js';
import { checkoutHeader, readyGuest, type CustomerActs } from '../support/checkout.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { addItem, expectBalance, placesOf, type AddedItem } from '../support/places.js';
import { startRacers, type Ask, type Racers } from '../support/racers.js';

const PROCESSES = 3;
const HEATS = Math.min(20, Math.max(3, Math.floor(Number(process.env['FUZZ_RUNS'] ?? 0) / 10)));
const SOON = { timeout: 50_000 };
const PAY = 'mutation { payCheckout { __typename ... on PayCheckoutPayload { url } } }';
const REFRESH = 'mutation { refreshPayment { __typename ... on RefreshPaymentPayload { checkout { step } } } }';

const ask = ({ token }: CustomerActs, document: string): Ask => ({ document, authorization: checkoutHeader(token).authorization });

/** What no caller may meet, whoever else is at it. */
const errorsIn = (answers: Awaited<ReturnType<Racers['race']>>) => answers.flat().flatMap(({ errors = [] }) => errors);

describe(`${PROCESSES} processes and an outbox at once (postgres)`, { timeout: 60_000 + HEATS * 5_000 }, () => {
  let gateway: TestGateway;
  let racers: Racers;
  beforeAll(async () => {
    racers = startRacers(PROCESSES);
    gateway = await startTestGateway({ store: 'postgres', adapter: 'in process' });
  });
  afterAll(async () => {
    racers.stop();
    await expectBalance(gateway.store);
    await gateway.stop();
  });

  /** As many as there are heats, each with a payment under way that the provider has just set aside. */
  const whoPaid = async (item: AddedItem, beforeTheyPaid = async () => {}) => {
    const guests: CustomerActs[] = [];
    for (let heat = 0; heat < HEATS; heat += 1) guests.push(await readyGuest(gateway, item.target));
    const opened = await race(guests, PAY);
    const urls = guests.map((_, heat) => [...new Set(opened.map((mine) => String(mine[heat]?.data?.payCheckout.url)))]);
    expect(urls.map((same) => same.length)).toEqual(guests.map(() => 1));
    await beforeTheyPaid(); // from then on the outbox may be first
    for (const [url = ''] of urls) await callGraphql(gateway.graphqlUrl, 'mutation ($input: ChooseDemoPaymentInput!) { chooseDemoPayment(input: $input) { __typename } }', { input: { id: new URL(url).pathname.split('/').at(-1), outcome: 'PAID_AND_LEFT' } }, null);
    return guests;
  };
  /** Those of one item alone: the tests of this file share a store. */
  const statesOf = async (item: AddedItem) => {
    const rows = gateway.store.reads.selectFrom('order_item as place').innerJoin('payment', 'payment.order_quote_id', 'place.quote_id').innerJoin('order_event as event', 'event.order_quote_id', 'place.quote_id').where('place.opportunity_id', '=', item.id);
    const found = await rows.select(['place.quote_id', 'payment.status', 'event.state']).execute();
    return Object.values(Object.groupBy(found, ({ quote_id }) => quote_id)).map((mine) => [mine?.[0]?.status, ...(mine ?? []).map(({ state }) => state).toSorted()]);
  };

  const race = (guests: readonly CustomerActs[], document: string) => racers.race(gateway, Array.from({ length: PROCESSES }, () => guests.map((guest) => ask(guest, document))));

  it('open one payment for a customer who clicks everywhere, and book and capture it once when they all hear that it was paid', async () => {
    const item = await addItem(gateway, { capacity: HEATS, tickets: { adult: 850 } });
    const guests = await whoPaid(item);
    expect(errorsIn(await race(guests, REFRESH))).toEqual([]);
    await expect.poll(() => Promise.all(guests.map(async (guest) => (await guest.read()).step)), SOON).toEqual(guests.map(() => 'DONE'));
    expect(await statesOf(item)).toEqual(guests.map(() => ['CAPTURED', 'AUTHORISED', 'BOOKED', 'CONFIRMED', 'CREATED', 'PENDING_PAYMENT']));
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: HEATS });
  });

  it('let the money go once, and nobody waits for another, when there is nothing to book any more as they all hear that it was paid', async () => {
    const item = await addItem(gateway, { capacity: HEATS, tickets: { adult: 850 } });
    const guests = await whoPaid(item, async () => {
      await gateway.store.fork().nativeUpdate(Opportunity, { id: item.id }, { eventStatus: 'CANCELLED' });
    });
    expect(errorsIn(await race(guests, REFRESH))).toEqual([]);
    await expect.poll(() => statesOf(item), SOON).toEqual(guests.map(() => ['VOIDED', 'AUTHORISED', 'CREATED', 'FAILED', 'PENDING_PAYMENT']));
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: 0 });
  });
});
