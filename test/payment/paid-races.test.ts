import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutHeader, readyGuest, type CustomerActs } from '../support/checkout.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { callGraphql } from '../support/graphql.js';
import { addItem, expectBalance, placesOf } from '../support/places.js';
import { startRacers, type Ask, type Racers } from '../support/racers.js';

const PROCESSES = 3;
const HEATS = Math.min(20, Math.max(3, Math.floor(Number(process.env['FUZZ_RUNS'] ?? 0) / 10)));
const SOON = { timeout: 50_000 };
const PAY = 'mutation { payCheckout { __typename ... on PayCheckoutPayload { url } } }';
const REFRESH = 'mutation { refreshPayment { __typename ... on RefreshPaymentPayload { checkout { step } } } }';

const ask = ({ token }: CustomerActs, document: string): Ask => ({ document, authorization: checkoutHeader(token).authorization });

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

  const race = (guests: readonly CustomerActs[], document: string) => racers.race(gateway, Array.from({ length: PROCESSES }, () => guests.map((guest) => ask(guest, document))));

  it('open one payment for a customer who clicks everywhere, and book and capture it once when they all hear that it was paid', async () => {
    const item = await addItem(gateway, { capacity: HEATS, tickets: { adult: 850 } });
    const guests: CustomerActs[] = [];
    for (let heat = 0; heat < HEATS; heat += 1) guests.push(await readyGuest(gateway, item.target));
    const opened = await race(guests, PAY);
    const urls = guests.map((_, heat) => [...new Set(opened.map((mine) => String(mine[heat]?.data?.payCheckout.url)))]);
    expect(urls.map((same) => same.length)).toEqual(guests.map(() => 1));
    const ids = urls.map(([url = '']) => new URL(url).pathname.split('/').at(-1));
    for (const id of ids) await callGraphql(gateway.graphqlUrl, 'mutation ($input: ChooseDemoPaymentInput!) { chooseDemoPayment(input: $input) { __typename } }', { input: { id, outcome: 'PAID_AND_LEFT' } }, null);
    await race(guests, REFRESH);
    await expect.poll(() => Promise.all(guests.map(async (guest) => (await guest.read()).step)), SOON).toEqual(guests.map(() => 'DONE'));
    const { reads } = gateway.store;
    expect((await reads.selectFrom('payment').select('status').execute()).map(({ status }) => status)).toEqual(guests.map(() => 'CAPTURED'));
    const events = await reads.selectFrom('order_event').select(['order_quote_id', 'state']).execute();
    const perOrder = Object.values(Object.groupBy(events, ({ order_quote_id }) => order_quote_id)).map((mine) => mine?.map(({ state }) => state).toSorted());
    expect(perOrder).toEqual(guests.map(() => ['AUTHORISED', 'BOOKED', 'CONFIRMED', 'CREATED', 'PENDING_PAYMENT']));
    expect(await placesOf(gateway.store, item.id)).toEqual({ held: 0, booked: HEATS });
  });
});
